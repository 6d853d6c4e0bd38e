#include "door/answers.h"

#include "events/names.h"
#include "json/writer.h"

namespace restante::door {

void Answer::whole(std::int64_t value) {
  json::append_integer(out_, value);
}
void Answer::text(std::string_view value) {
  json::append_string(out_, value);
}

void Answer::open(std::string_view name) {
  out_ += "{\"";
  out_ += name;
  out_ += "\":";
}

void Answer::member(std::string_view name) {
  out_ += ",\"";
  out_ += name;
  out_ += "\":";
}

void Answer::text_member(std::string_view name, std::string_view value) {
  member(name);
  text(value);
}

void Answer::whole_member(std::string_view name, std::int64_t value) {
  member(name);
  whole(value);
}

void Answer::boolean_member(std::string_view name, bool value) {
  member(name);
  boolean(value);
}

void Answer::payload_member(std::string_view name, std::string_view json) {
  member(name);
  if (payloads_ == Door::Payloads::in_place)
    out_ += json;
  else
    text(json);
}

void Answer::correlation(const Correlation& keys) {
  list(keys, [&](const CorrelationKey& key) {
    open("namespace");
    text(key.name_space);
    text_member("value", key.value);
    out_ += '}';
  });
}

void Answer::event(const Event& event) {
  open("source");
  text(event.source);
  text_member("id", event.id);
  text_member("kind", event.kind);
  member("correlation");
  correlation(event.correlation);
  if (event.payload) payload_member("payload", *event.payload);
  if (event.by) {
    member("by");
    open("actor");
    text(event.by->actor);
    text_member("basis", restante::events::name_of(event.by->basis));
    out_ += '}';
  }
  out_ += '}';
}

void Answer::wait(const Wait& wait) {
  open("run");
  text(wait.run);
  text_member("effect", wait.effect);
  text_member("kind", wait.kind);
  member("correlation");
  correlation(wait.correlation);
  if (wait.case_name) text_member("case", *wait.case_name);
  whole_member("step", wait.step);
  text_member("phase", restante::events::name_of(wait.phase));
  if (wait.from) text_member("from", *wait.from);
  if (wait.deadline) whole_member("deadline", *wait.deadline);
  out_ += '}';
}

void Answer::claimed_event(const ClaimedEvent& claimed) {
  open("event");
  event(claimed.event);
  whole_member("received_at", claimed.received_at);
  out_ += '}';
}

void Answer::delivery(const AddressedDelivery& delivery) {
  open("outcome");
  text(restante::events::name_of(delivery.outcome));
  if (delivery.wait) {
    member("wait");
    wait(*delivery.wait);
  }
  out_ += '}';
}

void Answer::delivery(const Delivery& delivery) {
  open("outcome");
  text(restante::events::name_of(delivery.outcome));
  if (delivery.wait && delivery.claimed) {
    member("wait");
    wait(*delivery.wait);
    member("event");
    event(delivery.claimed->event);
    whole_member("received_at", delivery.claimed->received_at);
  }
  out_ += '}';
}

void Answer::waits(const std::vector<Wait>& waits) {
  list(waits, [&](const Wait& each) { wait(each); });
}

void Answer::events(const std::vector<Event>& events) {
  list(events, [&](const Event& each) { event(each); });
}

void Answer::ended_run(const EndedRun& ended) {
  open("waits");
  whole(ended.waits);
  member("released");
  events(ended.released);
  out_ += '}';
}

void Answer::concluded_run(const ConcludedRun& concluded) {
  open("waits");
  whole(concluded.waits);
  member("released");
  events(concluded.released);
  member("matched");
  waits(concluded.matched);
  out_ += '}';
}

void Answer::minter(const Minter& minter) {
  open("minter");
  text(minter.by ? "operator" : "nobody");
  if (minter.by) {
    text_member("actor", minter.by->actor);
    text_member("basis", restante::events::name_of(minter.by->basis));
  }
  out_ += '}';
}

void Answer::event_record(const EventRecord& record) {
  open("event");
  event(record.event);
  whole_member("received_at", record.received_at);
  text_member("state", restante::events::name_of(record.state));
  if (record.claimed_by) {
    member("claimed_by");
    open("run");
    text(record.claimed_by->run);
    text_member("effect", record.claimed_by->effect);
    out_ += '}';
  }
  if (record.reason) text_member("reason", *record.reason);
  boolean_member("erased", record.erased);
  boolean_member("addressed", record.addressed);
  out_ += '}';
}

void Answer::event_stats(const EventStats& stats) {
  open("live");
  whole(stats.live);
  whole_member("held", stats.held);
  whole_member("spent", stats.spent);
  whole_member("dead", stats.dead);
  whole_member("erased", stats.erased);
  whole_member("waits_open", stats.waits_open);
  whole_member("waits_parked", stats.waits_parked);
  whole_member("sealed_runs", stats.sealed_runs);
  if (stats.oldest_live_at) whole_member("oldest_live_at", *stats.oldest_live_at);
  if (stats.oldest_held_at) whole_member("oldest_held_at", *stats.oldest_held_at);
  out_ += '}';
}

void Answer::dead_letter(const DeadLetter& letter) {
  open("event");
  event(letter.event);
  whole_member("received_at", letter.received_at);
  text_member("reason", letter.reason);
  out_ += '}';
}

void Answer::outcome(Delivery::Outcome outcome) {
  open("outcome");
  text(restante::events::name_of(outcome));
  out_ += '}';
}

void Answer::step(const CorrelatorStep& step) {
  open("step");
  if (const auto* resume = std::get_if<ResumeStep>(&step)) {
    text("resume");
    member("wait");
    wait(resume->wait);
    member("event");
    event(resume->claimed.event);
    whole_member("received_at", resume->claimed.received_at);
    whole_member("attempt", resume->attempt);
  } else if (const auto* expired = std::get_if<ExpiredStep>(&step)) {
    text("expired");
    member("wait");
    wait(expired->wait);
  } else {
    text("idle");
    if (const auto wake_at = std::get<IdleStep>(step).wake_at) whole_member("wake_at", *wake_at);
  }
  out_ += '}';
}

void Answer::correlator_failure(const CorrelatorFailure& failure) {
  open("attempt");
  whole(failure.attempt);
  whole_member("retry_at", failure.retry_at);
  out_ += '}';
}

void Answer::correlator_status(const CorrelatorStatus& status) {
  open("in_hand");
  boolean(status.in_hand);
  whole_member("to_resume", status.to_resume);
  member("failing");
  list(status.failing, [&](const FailingWait& failing) {
    open("run");
    text(failing.run);
    text_member("effect", failing.effect);
    whole_member("attempt", failing.attempt);
    whole_member("retry_at", failing.retry_at);
    text_member("error", failing.error);
    out_ += '}';
  });
  whole_member("swept", status.swept);
  out_ += '}';
}

void Answer::exact_integer(std::int64_t value) {
  const bool fits_a_double = value > -storage::exact_double_bound && value < storage::exact_double_bound;
  if (payloads_ == Door::Payloads::in_place || fits_a_double) return whole(value);
  open("integer");
  out_ += '"';
  whole(value);
  out_ += "\"}";
}

void Answer::sql_value(const SqlValue& value) {
  if (value.is_null())
    null();
  else if (std::holds_alternative<std::int64_t>(value.value()))
    exact_integer(value.integer());
  else if (std::holds_alternative<double>(value.value()))
    json::append_real(out_, value.real());
  else
    text(value.text());
}

void Answer::sql_rows(const SqlRows& rows) {
  list(rows.rows, [&](const std::vector<SqlValue>& row) {
    out_ += '{';
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out_ += ',';
      text(rows.columns[i]);
      out_ += ':';
      sql_value(row[i]);
    }
    out_ += '}';
  });
}

std::string failure(const Error& error) {
  std::string out = R"({"ok":false,"error":{"code":)";
  json::append_string(out, name_of(error.code()));
  out += R"(,"message":)";
  json::append_string(out, error.what());
  for (const ErrorDetail& detail : error.details()) {
    out += ',';
    json::append_string(out, detail.name);
    out += ':';
    if (const auto* number = std::get_if<std::int64_t>(&detail.value))
      json::append_integer(out, *number);
    else
      json::append_string(out, std::get<std::string>(detail.value));
  }
  out += "}}";
  return out;
}

}  // namespace restante::door
