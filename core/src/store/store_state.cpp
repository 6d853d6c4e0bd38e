#include "store/store_state.h"

#include "schema/migrations.h"
#include "schema/tenants.h"
#include "store/op_scope.h"
#include "values/checks.h"

namespace restante {

// One caller's turn on the store: holds the lock, and tells the listeners of a commit after letting go of it.
class StoreState::Turn {
 public:
  explicit Turn(StoreState& store) : store_(store), lock_(store.mutex_) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!store_.committed_ || store_.in_transact_) return;
    store_.committed_ = false;
    if (store_.log_holds_erased_ && !store_.closed_)
      store_.log_holds_erased_ = !store_.database_->truncate_log();
    const auto listeners = store_.listeners_;
    lock_.unlock();
    for (const auto& [number, listener] : listeners) listener();
  }

 private:
  StoreState& store_;
  std::unique_lock<std::recursive_mutex> lock_;
};

StoreState::StoreState(std::unique_ptr<storage::Database> database, Options options)
    : options_(std::move(options)),
      tenant_name_(values::checked_tenant(options_.tenant)),
      database_(std::move(database)),
      place_{*database_,         schema::no_tenant, tenant_name_, options_.max_payload_bytes,
             options_.read_only, log_holds_erased_} {
  values::check_options(options_);
  const auto known = schema::migrations();
  if (options_.read_only) {
    if (schema::read_version(*database_, known) != schema::newest_version(known))
      throw Error(
          ErrorCode::read_only,
          "the database has no schema or an older one than this version, and a read-only store writes none");
    place_.tenant = schema::find_tenant(*database_, tenant_name_).value_or(schema::no_tenant);
  } else {
    schema::read_version(*database_, known);  // refuses what is not ours before anything is written
    database_->prepare_for_writes();
    schema::migrate(*database_, known);
    place_.tenant = schema::find_or_add_tenant(*database_, tenant_name_);
  }
  database_->on_commit([this] { committed_ = true; });
}

StoreState::~StoreState() {
  if (!closed_) close_database();
}

void StoreState::refuse_if_closed() const {
  if (closed_) throw Error(ErrorCode::closed, "the store was closed");
}

void StoreState::refuse_second_writer() const {
  if (in_transact_)
    throw Error(ErrorCode::transaction_open,
                "a transaction of this store is open: inside transact use the op that was handed over");
}

void StoreState::refuse_if_read_only() const {
  if (options_.read_only) throw Error(ErrorCode::read_only, "the store was opened with read_only");
}

void StoreState::enter(Access access, storage::Body check, storage::Body work) {
  const Turn turn(*this);
  refuse_if_closed();
  if (access == Access::read) {
    check();
    work();
    return;
  }
  refuse_second_writer();
  check();
  refuse_if_read_only();
  database_->transaction(work);
}

void StoreState::transact(const std::function<void(Op&)>& body) {
  const Turn turn(*this);
  refuse_if_closed();
  refuse_second_writer();
  refuse_if_read_only();
  OpScope scope(place_);
  Op op(scope);
  in_transact_ = true;
  try {
    database_->transaction([&] {
      body(op);
      scope.refuse_if_poisoned();
    });
  } catch (...) {
    in_transact_ = false;
    throw;
  }
  in_transact_ = false;
}

void StoreState::close() {
  const Turn turn(*this);
  if (closed_) return;
  refuse_second_writer();
  closed_ = true;
  close_database();
}

// What no reader let go of before may be gone from the log now.
void StoreState::close_database() {
  if (log_holds_erased_ && !options_.read_only) database_->truncate_log();
  database_->close();
}

bool StoreState::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

Instant StoreState::now() const {
  if (!options_.clock) throw Error(ErrorCode::unsupported, "the store was opened without a clock");
  return options_.clock();
}

int StoreState::add_listener(std::function<void()> listener) {
  const std::lock_guard lock(mutex_);
  listeners_.emplace(++next_listener_, std::move(listener));
  return next_listener_;
}

void StoreState::remove_listener(int number) {
  const std::lock_guard lock(mutex_);
  listeners_.erase(number);
}

}  // namespace restante
