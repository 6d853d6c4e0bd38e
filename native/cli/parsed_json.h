// A JSON text together with the places of its values.
#pragma once

#include <memory>
#include <string>

#include "json/document.h"

namespace restante::cli {

class ParsedJson {
 public:
  // Throws json::Malformed.
  explicit ParsedJson(std::string text)
      : text_(std::make_unique<const std::string>(std::move(text))),
        document_(*text_, json::Payloads::apart) {}

  const std::string& text() const { return *text_; }
  // Valid as long as this object stays where it is.
  json::Value root() const { return document_.root(); }

 private:
  std::unique_ptr<const std::string> text_;  // the document views it, so it must not move with this object
  json::Document document_;
};

}  // namespace restante::cli
