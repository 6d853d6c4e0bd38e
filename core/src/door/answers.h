// How values are written in an answer. Members that have no value are left out.
#pragma once

#include <string>
#include <vector>

#include "restante/correlator.h"
#include "restante/door.h"
#include "restante/error.h"
#include "restante/event.h"
#include "restante/sql.h"

namespace restante::door {

// The text of an answer's value under construction.
class Answer {
 public:
  Answer(std::string& out, Door::Payloads payloads) : out_(out), payloads_(payloads) {}

  void null() { out_ += "null"; }
  void boolean(bool value) { out_ += value ? "true" : "false"; }
  void whole(std::int64_t value);
  void text(std::string_view value);
  void event(const Event& event);
  void wait(const Wait& wait);
  void claimed_event(const ClaimedEvent& claimed);
  void delivery(const AddressedDelivery& delivery);
  void delivery(const Delivery& delivery);
  void dead_letter(const DeadLetter& letter);
  void waits(const std::vector<Wait>& waits);
  void ended_run(const EndedRun& ended);
  void concluded_run(const ConcludedRun& concluded);
  void minter(const Minter& minter);
  void event_record(const EventRecord& record);
  void event_stats(const EventStats& stats);
  void outcome(Delivery::Outcome outcome);
  void step(const CorrelatorStep& step);
  void correlator_failure(const CorrelatorFailure& failure);
  void correlator_status(const CorrelatorStatus& status);
  void sql_rows(const SqlRows& rows);

  template <class T, class F>
  void list(const std::vector<T>& elements, F&& write_element) {
    out_ += '[';
    bool first = true;
    for (const T& element : elements) {
      if (!first) out_ += ',';
      first = false;
      write_element(element);
    }
    out_ += ']';
  }

 private:
  // A member with its comma; the first of an object is written with `open`.
  void open(std::string_view name);
  void member(std::string_view name);
  void text_member(std::string_view name, std::string_view value);
  void whole_member(std::string_view name, std::int64_t value);
  void boolean_member(std::string_view name, bool value);
  void payload_member(std::string_view name, std::string_view json);
  void correlation(const Correlation& keys);
  void events(const std::vector<Event>& events);
  // An integer of the caller's, in the form that the caller's numbers can hold.
  void exact_integer(std::int64_t value);
  void sql_value(const SqlValue& value);

  std::string& out_;
  Door::Payloads payloads_;
};

// {"ok":false,"error":{…}}
std::string failure(const Error& error);

}  // namespace restante::door
