// Real webhook deliveries, read from the npm package @octokit/webhooks-examples and made into events.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "restante/event.h"

namespace demo {

// One webhook delivery, ready for the store.
struct Delivery {
  restante::Event event;
  std::optional<std::string> addressee;  // the run that the delivery names, if it names one
};

std::vector<Delivery> read_deliveries(const std::string& path);

// The value of the event's first key with this namespace.
std::string value_of_key(const restante::Event& event, const std::string& name_space);

}  // namespace demo
