// What the handles of one store share: the database, its lock, and whether a transaction is under way.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "restante/store.h"
#include "store/scope.h"

namespace restante {

class StoreState final : public Scope {
 public:
  StoreState(std::unique_ptr<storage::Database> database, Options options);
  ~StoreState() override;
  StoreState(const StoreState&) = delete;
  StoreState& operator=(const StoreState&) = delete;

  const Place& place() const override { return place_; }
  void transact(const std::function<void(Op&)>& body);
  void close();
  bool is_closed() const;
  Instant now() const;
  // Answers the number by which the listener is removed.
  int add_listener(std::function<void()> listener);
  void remove_listener(int number);

 protected:
  void enter(Access access, storage::Body check, storage::Body work) override;

 private:
  class Turn;

  void close_database();
  void refuse_if_closed() const;
  void refuse_second_writer() const;
  void refuse_if_read_only() const;

  Options options_;
  std::string tenant_name_;
  std::unique_ptr<storage::Database> database_;
  // From the beginning, since a former process may have died between an erasure and its truncation.
  bool log_holds_erased_ = true;
  Place place_;
  // Recursive, because a verb that is called on the store within the body of its own `transact` must be
  // told so instead of waiting for itself.
  mutable std::recursive_mutex mutex_;
  bool in_transact_ = false;
  bool closed_ = false;
  bool committed_ = false;  // in this turn
  std::map<int, std::function<void()>> listeners_;
  int next_listener_ = 0;
};

}  // namespace restante
