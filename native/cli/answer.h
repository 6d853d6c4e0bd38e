// An answer of the door, looked into.
#pragma once

#include <optional>
#include <string>

#include "json/document.h"
#include "parsed_json.h"

namespace restante::cli {

class Answer {
 public:
  struct Failure {
    std::string code;
    std::string message;
    json::Value object;
  };

  // Throws json::Malformed.
  explicit Answer(std::string text) : json_(std::move(text)) {}

  const std::string& text() const { return json_.text(); }
  // What the command answered; nothing if it failed.
  std::optional<json::Value> value() const;
  // How the command failed; nothing if it succeeded.
  std::optional<Failure> error() const;

 private:
  bool ok() const;

  ParsedJson json_;
};

// A payload that some other program stored may hold line breaks between its tokens (JSON allows them nowhere
// else). They become spaces, so that one value stays one line.
std::string on_one_line(std::string json);

}  // namespace restante::cli
