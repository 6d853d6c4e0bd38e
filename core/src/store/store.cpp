#include "restante/store.h"

#include "sql/caller_sql.h"
#include "store/op_scope.h"
#include "store/store_state.h"
#include "values/checks.h"

namespace restante {

Events Op::events() {
  return Events(*scope_);
}

SqlRows Op::sql(std::string_view statement, const std::vector<SqlValue>& parameters) {
  return sql::run(*scope_, statement, parameters);
}

void Op::poison() {
  scope_->poison();
}

CommitListening::CommitListening(std::weak_ptr<StoreState> state, int number)
    : state_(std::move(state)), number_(number) {}

CommitListening::CommitListening(CommitListening&& other) noexcept
    : state_(std::move(other.state_)), number_(other.number_) {
  other.state_.reset();
}

CommitListening& CommitListening::operator=(CommitListening&& other) noexcept {
  if (this == &other) return *this;
  stop();
  state_ = std::move(other.state_);
  number_ = other.number_;
  other.state_.reset();
  return *this;
}

CommitListening::~CommitListening() {
  stop();
}

void CommitListening::stop() {
  if (const std::shared_ptr<StoreState> state = state_.lock()) state->remove_listener(number_);
  state_.reset();
}

Store Store::open(std::unique_ptr<storage::Database> database, Options options) {
  return Store(std::make_shared<StoreState>(std::move(database), std::move(options)));
}

Store::Store(std::shared_ptr<StoreState> state) : state_(std::move(state)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Events Store::events() {
  return Events(*state_);
}

SqlRows Store::sql(std::string_view statement, const std::vector<SqlValue>& parameters) {
  return sql::run(*state_, statement, parameters);
}

Instant Store::now() const {
  return state_->now();
}
CommitListening Store::on_commit(std::function<void()> listener) {
  return CommitListening(state_, state_->add_listener(std::move(listener)));
}
void Store::close() {
  state_->close();
}
bool Store::is_closed() const {
  return state_->is_closed();
}
void Store::run_transaction(const std::function<void(Op&)>& body) {
  state_->transact(body);
}

}  // namespace restante
