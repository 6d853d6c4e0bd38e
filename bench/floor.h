/*
 * The floor: what a careful programmer would write by hand in plain C, if a correlated cycle were all he
 * needed.
 *
 * The smallest tables that can do it: an event has an identity, one key and a payload; a wait has an identity
 * and one key. No tenants, no kinds, no senders, no deadlines, no dead letters, no lists of keys, and nothing
 * is checked. What it does keep is the promise itself: both sides are durable, whichever comes second finds
 * the first, one event goes to one wait, a second copy of an event is refused, and nothing walks over
 * history.
 *
 * It is a yardstick and no library: on any failure of SQLite it says so and aborts.
 *
 * Thread rule: a floor is used by one thread at a time.
 */
#ifndef RESTANTE_BENCH_FLOOR_H
#define RESTANTE_BENCH_FLOOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct floor;

/* A text with its length, borrowed for the call. */
struct floor_text {
  const char* data;
  size_t length;
};

/* A text in the floor's own memory, valid until the next call. `data` is NULL if there is none. */
struct floor_answer {
  const char* data;
  size_t length;
};

enum floor_synchronous { FLOOR_FULL, FLOOR_NORMAL, FLOOR_OFF };

/* Opens the file at `path`, or with ":memory:" a private database, with the settings of the product's driver.
 */
struct floor* floor_open(const char* path, enum floor_synchronous synchronous);
void floor_close(struct floor* self);

/* One transaction: registers the wait of `run`, looks for a live event under the key, and if there is one
   gives it to the run. Answers its payload, or nothing. */
struct floor_answer floor_expect(struct floor* self, struct floor_text run, struct floor_text key);

enum floor_outcome { FLOOR_DUPLICATE, FLOOR_BUFFERED, FLOOR_MATCHED };

/* One transaction: keeps the event unless its id is known, looks for an open wait under the key, and if there
   is one gives the event to it. `run` becomes the run that was found. */
enum floor_outcome floor_deliver(struct floor* self, struct floor_text id, struct floor_text key,
                                 struct floor_text payload, struct floor_answer* run);

/* One transaction: ends the wait of `run` and sheds the payload it was given. */
void floor_finish(struct floor* self, struct floor_text run);

/* One transaction: a row in a table with one index. The least that anything durable can do. */
void floor_insert(struct floor* self, struct floor_text id, struct floor_text payload);

#ifdef __cplusplus
}
#endif

#endif
