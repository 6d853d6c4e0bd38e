#include "restante/correlator.h"

#include "correlator/machine.h"
#include "restante/store.h"

namespace restante {

Correlator::Correlator(Store& store, const CorrelatorOptions& options)
    : machine_(std::make_unique<Machine>(store.state_, options)) {}
Correlator::Correlator(Correlator&&) noexcept = default;
Correlator& Correlator::operator=(Correlator&&) noexcept = default;
Correlator::~Correlator() = default;

Delivery::Outcome Correlator::deliver(const Event& event, Instant at) {
  return machine_->deliver(event, at);
}
void Correlator::expect(const Wait& wait, Instant at) {
  machine_->expect(wait, at);
}
void Correlator::matched(const Wait& wait, const EventId& event) {
  machine_->matched(wait, event);
}
CorrelatorStep Correlator::next(Instant at) {
  return machine_->next(at);
}
void Correlator::resumed(std::string_view run, std::string_view effect) {
  machine_->resumed(run, effect);
}
void Correlator::ended(std::string_view run, std::string_view effect) {
  machine_->ended(run, effect);
}
CorrelatorFailure Correlator::failed(std::string_view run, std::string_view effect, std::string_view error,
                                     Instant at) {
  return machine_->failed(run, effect, error, at);
}
CorrelatorStatus Correlator::status() const {
  return machine_->status();
}

}  // namespace restante
