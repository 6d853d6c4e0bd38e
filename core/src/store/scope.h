// Where the verbs of a face run: each in a transaction of its own (a Store), or all inside one (an Op).
#pragma once

#include <cstdint>
#include <string>

#include "restante/storage.h"

namespace restante {

// What a verb works on.
struct Place {
  storage::Database& database;
  std::int64_t tenant;  // leads every key and index
  const std::string& tenant_name;
  std::int64_t max_payload_bytes;
  bool read_only;
  // Set by an erasure: the write-ahead log still holds what was erased, until it is truncated. A verb sets it
  // before its commit; an erasure that is undone has then asked for a truncation too many, which is harmless.
  bool& log_holds_erased;
};

class Scope {
 public:
  enum class Access { read, write };

  virtual ~Scope() = default;

  // Runs a writing verb: `check` first, with nothing begun, then `work(place)` in a transaction.
  template <class Check, class Work>
  void write(Check&& check, Work&& work) {
    enter(Access::write, check, [&] { work(place()); });
  }
  // Runs a reading verb.
  template <class Check, class Work>
  void read(Check&& check, Work&& work) {
    enter(Access::read, check, [&] { work(place()); });
  }

  // Fixed for the scope's life; its database is for `work` only.
  virtual const Place& place() const = 0;

 protected:
  // Lets the verb in (or throws: closed, transaction_open, a poisoned op's first error), then runs it.
  virtual void enter(Access access, storage::Body check, storage::Body work) = 0;
};

}  // namespace restante
