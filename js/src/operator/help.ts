/** What `restante events` says about itself. */

/** The few lines that follow a mistake. */
export const eventsSynopsis = `Usage:
  restante events DB stats|waiting|parked|dead [--limit N]
  restante events DB find NAMESPACE=VALUE [--limit N]
  restante events DB lookup|requeue|offer|erase SOURCE ID
  restante events DB conclude RUN [--unanswered EFFECT]...
  restante events DB sweep --older-than DURATION --reason TEXT [--limit N]
All of them take --tenant NAME and --json. 'restante events --help' explains them.
`;

/** Which sub-command shows what, and when to use which. */
export const eventsHelp = `Usage:
  restante events DB SUB-COMMAND [OPTIONS]

Looks at the events and waits in the database file DB, and repairs what went wrong there.
Looking changes nothing, and the program whose file it is may go on meanwhile:

  stats               how many events and waits there are in which state, and the oldest events
  waiting             all waits, first the one registered first: who waits for what, since when
  parked              waits that hold an event or were put aside, first the one parked first
  dead                dead letters, newest first: events that were given up, and why
  find NS=VALUE       all events with this correlation key, newest first, in whatever state
  lookup SOURCE ID    one event: its state, and who has it or had it

Repairing:

  requeue SOURCE ID   makes a dead letter live again
  offer SOURCE ID     gives a live event to the wait that was registered first, if there is one
  erase SOURCE ID     removes the content of an event for good
  conclude RUN        ends a run that does not come to its end by itself
  sweep               turns live events that nobody asked for into dead letters

An event is live (nobody has it), held (by one wait), spent (the wait is over, the payload is shed)
or dead. A wait is open, or parked: then it gets no other event. It stays parked until its program
is through with the event. When to use what:

  restante events shop.db stats
      First of all. Old live events: nobody waits for them, or under another key. Old held ones:
      see 'parked'. Dead ones: see 'dead'. Erased ones count in each state that they are in, too.
  restante events shop.db waiting
      A run does not go on: is it there, and are kind, keys and sender (FROM) those of its event?
      'sealed' stands at waits whose run is over; they get nothing any more.
  restante events shop.db parked
      The program took these events and did not finish. It failed with them, or it is not running.
      HOLDS names the event. If it will never be able to finish: 'conclude'.
  restante events shop.db dead
      What sweeping and erasing left, and events whose run was over.
  restante events shop.db find order=A-1
      Did it ever come, and what became of it? Keys are compared to the letter. If a namespace
      holds '=', say: find --namespace NS --value VALUE
  restante events shop.db lookup bank tx-1
      The same for one event. Exit code 1 if it was never seen.
  restante events shop.db requeue bank tx-1
      When the cause of a dead letter is mended. It counts as received now. What was erased, or
      was addressed to one run only, stays dead.
  restante events shop.db offer bank tx-1
      Behind 'requeue', if a wait is there already. The wait then holds the event and is parked;
      a program that takes up parked waits again goes on with it.
  restante events shop.db erase bank tx-1
      When content must not be kept. The event's name, keys and instant stay, and copies of it are
      still refused. A wait that held it goes on waiting. There is no way back, and what was copied
      before (backups, exports) is not reached.
  restante events shop.db conclude 'order A-1' --unanswered payment
      When a run is over and its program does not say so. Its waits end, and it can never wait
      again: there is no way back. What it holds is shed, except for the effects that are named by
      --unanswered (any number of them): those events go to the next that waits.
  restante events shop.db sweep --older-than 30d --reason 'nobody asked for it'
      When 'stats' shows live events that nobody will ask for any more. --older-than is a duration
      back from now (30d, 12h, 90m, 1d12h) or an instant. 'requeue' undoes it, one by one.

Options:
  --tenant NAME   whose events; without it: default
  --limit N       at most N rows, without it 100; of sweep at most N events, the oldest first,
                  without it all
  --json          one line of JSON as the command door answers it, payloads included
  --at INSTANT    what counts as now: milliseconds since 1970-01-01T00:00:00Z, or as tables show it
  --host better-sqlite3
                  keeps databases with that npm package; files need it

Tables never show payloads, and cut long texts with an ellipsis; --json has all of it. A text with
blanks, or with something in it that cannot be seen, stands in quotes and is spelled as in JSON.

Exit codes: 0 it was found or done, and an empty list is no mistake; 1 nothing was found or done, or
it failed: standard error says why; 2 the command line cannot be used and nothing was run.
`;
