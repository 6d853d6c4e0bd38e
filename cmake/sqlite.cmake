# The one SQLite of both twins: the amalgamation that the pinned npm package better-sqlite3 carries, or any other
# folder with sqlite3.c and sqlite3.h. For a native-only build RESTANTE_SYSTEM_SQLITE takes the system's library.

option(RESTANTE_SYSTEM_SQLITE "Link the system's SQLite instead of the amalgamation" OFF)
set(RESTANTE_SQLITE_DIR "${PROJECT_SOURCE_DIR}/js/node_modules/better-sqlite3/deps/sqlite3"
    CACHE PATH "Folder with sqlite3.c and sqlite3.h")

if(RESTANTE_SYSTEM_SQLITE)
  find_package(SQLite3 3.37 REQUIRED)
  add_library(restante_sqlite INTERFACE)
  target_link_libraries(restante_sqlite INTERFACE SQLite::SQLite3)
  return()
endif()

if(NOT EXISTS "${RESTANTE_SQLITE_DIR}/sqlite3.c")
  message(FATAL_ERROR "There is no sqlite3.c in ${RESTANTE_SQLITE_DIR}. Run 'make deps' first, or set "
                      "RESTANTE_SQLITE_DIR to a folder with the SQLite amalgamation.")
endif()

add_library(restante_sqlite OBJECT "${RESTANTE_SQLITE_DIR}/sqlite3.c")
target_include_directories(restante_sqlite SYSTEM INTERFACE "${RESTANTE_SQLITE_DIR}")
# One connection is used by one thread at a time (the Store holds the lock), so SQLite's own per-connection lock is
# left out; a double-quoted word is never a string; sorting never makes a file.
target_compile_definitions(restante_sqlite PRIVATE
  SQLITE_DQS=0
  SQLITE_DEFAULT_MEMSTATUS=0
  SQLITE_LIKE_DOESNT_MATCH_BLOBS
  SQLITE_OMIT_DEPRECATED
  SQLITE_OMIT_LOAD_EXTENSION
  SQLITE_OMIT_PROGRESS_CALLBACK
  SQLITE_OMIT_SHARED_CACHE
  SQLITE_TEMP_STORE=3
  SQLITE_USE_ALLOCA)
if(EMSCRIPTEN)
  # Parts that nothing in the module can reach, left out for size: what belongs to files, since its databases are in
  # memory, and interfaces that the driver does not use. And 'localtime': a module does not know the time zone, so
  # SQLite answers an error instead of a wrong hour.
  target_compile_definitions(restante_sqlite PRIVATE
    SQLITE_OS_OTHER=1
    SQLITE_THREADSAFE=0
    SQLITE_OMIT_AUTHORIZATION
    SQLITE_OMIT_AUTOVACUUM
    SQLITE_OMIT_COMPLETE
    SQLITE_OMIT_DECLTYPE
    SQLITE_OMIT_DESERIALIZE
    SQLITE_OMIT_GET_TABLE
    SQLITE_OMIT_INCRBLOB
    SQLITE_OMIT_LOCALTIME
    SQLITE_OMIT_TCL_VARIABLE
    SQLITE_OMIT_TRACE
    SQLITE_OMIT_UTF16
    SQLITE_OMIT_WAL)
else()
  target_compile_definitions(restante_sqlite PRIVATE SQLITE_THREADSAFE=2)
endif()
