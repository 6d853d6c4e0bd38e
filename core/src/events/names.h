// The spelling of the closed lists of contract 1, in rows and at the door alike.
#pragma once

#include <optional>
#include <string_view>

#include "restante/event.h"

namespace restante::events {

constexpr std::string_view name_of(Basis basis) {
  switch (basis) {
    case Basis::authenticated: return "authenticated";
    case Basis::asserted: return "asserted";
    case Basis::connected: return "connected";
  }
  return {};
}

constexpr std::optional<Basis> basis_named(std::string_view name) {
  for (const Basis basis : {Basis::authenticated, Basis::asserted, Basis::connected})
    if (name == name_of(basis)) return basis;
  return std::nullopt;
}

constexpr std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::forward: return "forward";
    case Phase::compensating: return "compensating";
  }
  return {};
}

constexpr std::optional<Phase> phase_named(std::string_view name) {
  for (const Phase phase : {Phase::forward, Phase::compensating})
    if (name == name_of(phase)) return phase;
  return std::nullopt;
}

constexpr std::string_view name_of(EventState state) {
  switch (state) {
    case EventState::live: return "live";
    case EventState::held: return "held";
    case EventState::spent: return "spent";
    case EventState::dead: return "dead";
  }
  return {};
}

constexpr std::optional<EventState> state_named(std::string_view name) {
  for (const EventState state : {EventState::live, EventState::held, EventState::spent, EventState::dead})
    if (name == name_of(state)) return state;
  return std::nullopt;
}

constexpr std::string_view name_of(Delivery::Outcome outcome) {
  switch (outcome) {
    case Delivery::Outcome::matched: return "matched";
    case Delivery::Outcome::buffered: return "buffered";
    case Delivery::Outcome::duplicate: return "duplicate";
  }
  return {};
}

constexpr std::string_view name_of(AddressedDelivery::Outcome outcome) {
  switch (outcome) {
    case AddressedDelivery::Outcome::matched: return "matched";
    case AddressedDelivery::Outcome::duplicate: return "duplicate";
    case AddressedDelivery::Outcome::not_waiting: return "not_waiting";
  }
  return {};
}

}  // namespace restante::events
