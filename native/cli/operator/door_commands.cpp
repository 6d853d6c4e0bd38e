#include "operator/door_commands.h"

#include "json/writer.h"

namespace restante::cli {

namespace {

class CommandText {
 public:
  explicit CommandText(std::string_view verb) { text("do", verb); }

  CommandText& text(std::string_view name, std::string_view value) {
    member(name);
    json::append_string(text_, value);
    return *this;
  }
  CommandText& whole(std::string_view name, std::int64_t value) {
    member(name);
    json::append_integer(text_, value);
    return *this;
  }
  CommandText& boolean(std::string_view name, bool value) {
    member(name);
    text_ += value ? "true" : "false";
    return *this;
  }
  CommandText& texts(std::string_view name, const std::vector<std::string>& values) {
    member(name);
    text_ += '[';
    for (const std::string& value : values) {
      if (&value != &values.front()) text_ += ',';
      json::append_string(text_, value);
    }
    text_ += ']';
    return *this;
  }
  CommandText& event(const EventId& event) { return text("source", event.source).text("id", event.id); }
  // Further members belong to an object of their own until `end_object`.
  CommandText& begin_object(std::string_view name) {
    member(name);
    text_ += '{';
    is_first_ = true;
    return *this;
  }
  CommandText& end_object() {
    text_ += '}';
    return *this;
  }

  std::string done() { return text_ + '}'; }

 private:
  void member(std::string_view name) {
    if (!is_first_) text_ += ',';
    is_first_ = false;
    json::append_string(text_, name);
    text_ += ':';
  }

  std::string text_ = "{";
  bool is_first_ = true;
};

std::string lookup(const EventId& event) {
  return CommandText("events.lookup").event(event).done();
}

std::string looking_first(const EventId& event, const std::string& command) {
  return R"({"do":"transact","commands":[)" + lookup(event) + ',' + command + "]}";
}

}  // namespace

std::string door_command(const ShowStats&, Instant) {
  return CommandText("events.stats").done();
}

std::string door_command(const ShowWaiting& wanted, Instant) {
  return CommandText("events.waiting").whole("limit", wanted.limit).done();
}

std::string door_command(const ShowParked& wanted, Instant) {
  return CommandText("events.parked_waits").whole("limit", wanted.limit).done();
}

std::string door_command(const ShowDead& wanted, Instant) {
  return CommandText("events.dead_letters").whole("limit", wanted.limit).done();
}

std::string door_command(const FindEvents& wanted, Instant) {
  return CommandText("events.find")
      .text("namespace", wanted.key.name_space)
      .text("value", wanted.key.value)
      .whole("limit", wanted.limit)
      .done();
}

std::string door_command(const LookUpEvent& wanted, Instant) {
  return lookup(wanted.event);
}

std::string door_command(const ConcludeRun& wanted, Instant now) {
  return CommandText("events.conclude_run")
      .text("run", wanted.run)
      .texts("unanswered", wanted.unanswered)
      .whole("at", now)
      .done();
}

std::string door_command(const SweepEvents& wanted, Instant now) {
  CommandText command("events.sweep_unclaimed");
  command.whole("older_than", wanted.older_than.instant(now)).text("reason", wanted.reason);
  if (wanted.limit) command.whole("limit", *wanted.limit);
  return command.done();
}

std::string door_command(const RequeueEvent& wanted, Instant now) {
  return looking_first(wanted.event,
                       CommandText("events.requeue").event(wanted.event).whole("at", now).done());
}

std::string door_command(const OfferEvent& wanted, Instant now) {
  return looking_first(wanted.event, CommandText("events.match_waiter")
                                         .begin_object("event")
                                         .event(wanted.event)
                                         .end_object()
                                         .whole("at", now)
                                         .done());
}

std::string door_command(const EraseEvent& wanted, Instant) {
  return looking_first(wanted.event, CommandText("events.erase_payload").event(wanted.event).done());
}

std::string open_command(const std::string& path, const std::string& tenant, bool read_only) {
  return CommandText("open").text("path", path).text("tenant", tenant).boolean("read_only", read_only).done();
}

std::string tenant_command() {
  return CommandText("events.tenant").done();
}

std::string sql_command(std::string_view sql, const std::vector<std::string>& parameters) {
  return CommandText("sql").text("sql", sql).texts("params", parameters).done();
}

}  // namespace restante::cli
