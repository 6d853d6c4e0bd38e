#pragma once

#include <fstream>
#include <string>

#include "restante/store.h"

namespace demo {

// A file with every table of the database, as it was at one or more moments: for each a line with its
// columns, and then a line for each of its rows.
class Dump {
 public:
  explicit Dump(const std::string& path);

  void write(restante::Store& store, const std::string& moment);
  void close();

 private:
  void check() const;

  std::string path_;
  std::ofstream file_;
};

}  // namespace demo
