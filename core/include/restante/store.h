// A store: one database opened for one tenant. The way into the product from C++.
//
//     restante::Store store = restante::open("orders.db");
//     store.events().buffer(event, now);
//     store.transact([&](restante::Op& op) {
//       op.events().unsubscribe("run-1", "payment");
//       op.sql("UPDATE orders SET paid = 1 WHERE id = ?", {"A-1"});
//     });
//
// Thread rule: a Store may be shared by threads. Verbs of one handle are atomic towards each other, and the
// body of `transact` runs on the calling thread while others wait.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "restante/error.h"
#include "restante/events.h"
#include "restante/options.h"
#include "restante/sql.h"
#include "restante/storage.h"

namespace restante {

class Correlator;
class Door;
class OpScope;
class StoreState;

// The faces and the caller's own SQL inside one transaction. It must not be used after the body
// of `transact` has returned. After the first verb or SQL that fails, the op is poisoned: everything
// else on it fails with that first error, and so does the commit, even if the body swallowed it.
class Op {
 public:
  Events events();
  // One statement of the caller's own SQL; see `Store::sql`.
  SqlRows sql(std::string_view statement, const std::vector<SqlValue>& parameters = {});

 private:
  friend class Door;
  friend class StoreState;
  explicit Op(OpScope& scope) : scope_(&scope) {}
  // A command that failed before it reached a verb poisons the op like one that failed in it.
  void poison();
  OpScope* scope_;
};

// Ends a listening when it goes. A call that another thread has begun by then may still be running. It may
// outlive its store.
class CommitListening {
 public:
  CommitListening() = default;
  CommitListening(CommitListening&& other) noexcept;
  CommitListening& operator=(CommitListening&& other) noexcept;
  ~CommitListening();

 private:
  friend class Store;
  CommitListening(std::weak_ptr<StoreState> state, int number);
  void stop();

  std::weak_ptr<StoreState> state_;
  int number_ = 0;
};

class Store {
 public:
  // Opens a store on a database that some driver has opened; `restante::open` (restante/open.h) does both for
  // a file. The store owns the database from here on, also if opening it fails.
  // Errors: invalid_argument (an option), corrupt (not ours, or damaged; left as it was), schema_too_new,
  // read_only (an older schema under `read_only`), and the common ones of the storage.
  static Store open(std::unique_ptr<storage::Database> database, Options options = {});

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();  // closes

  Events events();

  // One statement of the caller's own SQL in a transaction of its own, with text, numbers, true/false and
  // null as parameters. It may read the tables named restante_… but not write them, and it controls no
  // transaction. Errors: invalid_argument (a statement that is refused; a BLOB or a repeated column name in
  // the result), sql_error (with SQLite's message and the detail `extended_code`), and the common ones.
  SqlRows sql(std::string_view statement, const std::vector<SqlValue>& parameters = {});

  // Runs `body(op)` in one transaction and commits when it returns. What it throws undoes everything and
  // comes out unchanged. Another writing verb of this store inside the body is transaction_open.
  template <class F>
  auto transact(F&& body) -> std::invoke_result_t<F, Op&> {
    using Result = std::invoke_result_t<F, Op&>;
    if constexpr (std::is_void_v<Result>) {
      run_transaction([&](Op& op) { body(op); });
    } else {
      std::optional<Result> result;
      run_transaction([&](Op& op) { result.emplace(body(op)); });
      return std::move(*result);
    }
  }

  // The store's clock. Error: unsupported if none was handed over.
  Instant now() const;

  // From now on `listener` is called after each commit of this handle, on the thread that committed, with no
  // transaction open and no lock of the store held, for as long as the answer is kept. It must not throw.
  [[nodiscard]] CommitListening on_commit(std::function<void()> listener);

  // Idempotent. Verbs after it are `closed`. Inside `transact` it is transaction_open.
  void close();
  bool is_closed() const;

 private:
  friend class Correlator;
  explicit Store(std::shared_ptr<StoreState> state);
  void run_transaction(const std::function<void(Op&)>& body);
  std::shared_ptr<StoreState> state_;
};

}  // namespace restante
