#include "correlator/retries.h"

#include <algorithm>

namespace restante::correlator {

void Retries::record(const WaitKey& wait, Failure failure) {
  forget(wait);
  order_.emplace(failure.retry_at, wait);
  failures_.emplace(wait, std::move(failure));
}

void Retries::forget(const WaitKey& wait) {
  const auto known = failures_.find(wait);
  if (known == failures_.end()) return;
  order_.erase({known->second.retry_at, wait});
  failures_.erase(known);
}

const Failure* Retries::find(const WaitKey& wait) const {
  const auto known = failures_.find(wait);
  return known == failures_.end() ? nullptr : &known->second;
}

const WaitKey* Retries::earliest() const {
  return order_.empty() ? nullptr : &order_.begin()->second;
}

std::vector<FailingWait> Retries::list() const {
  std::vector<FailingWait> failing;
  failing.reserve(order_.size());
  for (const auto& [retry_at, wait] : order_) {
    const Failure& failure = failures_.at(wait);
    failing.push_back({wait.first, wait.second, failure.attempt, retry_at, failure.error});
  }
  return failing;
}

std::int64_t back_off(const CorrelatorOptions& options, std::int64_t attempt) {
  std::int64_t delay = std::min(options.base_delay_ms, options.max_delay_ms);
  for (std::int64_t n = 1; n < attempt && delay > 0 && delay < options.max_delay_ms; ++n)
    delay = std::min(delay * 2, options.max_delay_ms);
  return delay;
}

}  // namespace restante::correlator
