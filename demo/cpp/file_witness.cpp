#include "file_witness.h"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "problem.h"

namespace demo {

namespace {

// Short, so that few of them lie across the end of a page of the file.
constexpr std::size_t piece_size = 32;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string log_of(const std::string& store_path) {
  return store_path + "-wal";
}

// Those of the pieces that stand anywhere in `bytes`.
std::unordered_set<std::string_view> found_in(const std::string& bytes,
                                              const std::unordered_set<std::string>& pieces) {
  const std::unordered_set<std::string_view> wanted(pieces.begin(), pieces.end());
  std::unordered_set<std::string_view> found;
  const std::string_view all = bytes;
  for (std::size_t i = 0; i + piece_size <= all.size(); ++i)
    if (const auto piece = wanted.find(all.substr(i, piece_size)); piece != wanted.end())
      found.insert(*piece);
  return found;
}

}  // namespace

void FileWitness::remember(const std::string& payload) {
  std::unordered_set<std::string> pieces;
  for (std::size_t i = 0; i + piece_size <= payload.size(); i += piece_size)
    pieces.insert(payload.substr(i, piece_size));
  pieces_ = pieces;
  for (const std::string& bytes : {bytes_of(store_path_), bytes_of(log_of(store_path_))})
    for (const std::string_view known : found_in(bytes, pieces)) pieces_.erase(std::string(known));
  lines_.push_back("Of the payload's pieces of " + std::to_string(piece_size) + " bytes " +
                   std::to_string(pieces_.size()) + " stood nowhere in the store's files before it came.");
}

void FileWitness::expect_payload(const std::string& when) {
  if (look(when) == 0)
    throw std::logic_error("the payload cannot be read in '" + store_path_ + "' or its log");
}

void FileWitness::expect_nothing(const std::string& when) {
  if (look(when) > 0) throw std::logic_error("the payload can be read in '" + store_path_ + "' or its log");
}

std::size_t FileWitness::look(const std::string& when) {
  const std::string log = bytes_of(log_of(store_path_));
  std::unordered_set<std::string_view> readable = found_in(bytes_of(store_path_), pieces_);
  readable.merge(found_in(log, pieces_));
  lines_.push_back(when + " " + std::to_string(readable.size()) +
                   " of them can be read in the database file or its log (" + std::to_string(log.size()) +
                   " bytes).");
  return readable.size();
}

void FileWitness::write_report(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  for (const std::string& line : lines_) file << line << "\n";
  file.close();
  if (!file) throw Problem("cannot write the report on the files to '" + path + "'");
}

}  // namespace demo
