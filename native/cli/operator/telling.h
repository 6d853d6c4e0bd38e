// What the door answered, told in the operator's words.
//
// `tell` makes a table or a sentence of it. `refusal` is there if nothing was found or done, and says why.
#pragma once

#include <optional>
#include <string>

#include "json/document.h"
#include "operator/command.h"
#include "operator/operator_store.h"

namespace restante::cli {

struct Outcome {
  json::Value value;                  // what the verb answered
  std::optional<json::Value> before;  // of a verb on one event: what `lookup` said in front of it
};

struct Surroundings {
  OperatorStore& store;
  Instant now;
};

std::string tell(const ShowStats& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const ShowWaiting& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const ShowParked& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const ShowDead& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const FindEvents& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const LookUpEvent& wanted, const Outcome& outcome, const Surroundings& around);

std::string tell(const RequeueEvent& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const OfferEvent& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const EraseEvent& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const ConcludeRun& wanted, const Outcome& outcome, const Surroundings& around);
std::string tell(const SweepEvents& wanted, const Outcome& outcome, const Surroundings& around);

std::optional<std::string> refusal(const LookUpEvent& wanted, const Outcome& outcome);
std::optional<std::string> refusal(const RequeueEvent& wanted, const Outcome& outcome);
std::optional<std::string> refusal(const OfferEvent& wanted, const Outcome& outcome);
std::optional<std::string> refusal(const EraseEvent& wanted, const Outcome& outcome);
// The others always have something to tell: that a list is empty is good news.
template <class Action>
std::optional<std::string> refusal(const Action&, const Outcome&) {
  return std::nullopt;
}

}  // namespace restante::cli
