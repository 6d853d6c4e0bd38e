import { sqlCommand } from './door-commands.js';
import { shownEvent, type WaitName } from './door-values.js';
import type { OperatorStore } from './operator-store.js';

/** What an operator wants to know of a wait beside what the program registered. */
export interface WaitFacts {
  readonly registeredAt: number;
  readonly parkedAt: number | undefined;
  /** The event, as it is shown. */
  readonly holds: string | undefined;
  /** Its run is over. */
  readonly sealed: boolean;
}

interface Row {
  readonly registered_at: number;
  readonly parked_at: number | null;
  readonly source: string | null;
  readonly id: string | null;
  readonly sealed: number;
}

const selectFacts =
  'SELECT w.registered_at, w.parked_at, e.source, e.id,' +
  ' EXISTS (SELECT 1 FROM restante_sealed_runs s WHERE s.tenant = w.tenant AND s.run = w.run) AS sealed' +
  ' FROM restante_tenants t JOIN restante_waits w ON w.tenant = t.tenant' +
  ' LEFT JOIN restante_events e' +
  " ON e.tenant = w.tenant AND e.run = w.run AND e.effect = w.effect AND e.state = 'held'" +
  ' WHERE t.name = ? AND w.run = ? AND w.effect = ?';

/**
 * The answers of the door have none of this, so it is read from the tables (docs/file-format.md). Undefined if the wait
 * was ended since it was listed.
 */
export function factsOf({ run, effect }: WaitName, store: OperatorStore): WaitFacts | undefined {
  const [row] = JSON.parse(store.ask(sqlCommand(selectFacts, [store.tenant, run, effect])).spelling) as Row[];
  if (!row) return undefined;
  const { source, id } = row;
  return {
    registeredAt: row.registered_at,
    parkedAt: row.parked_at ?? undefined,
    holds: source === null || id === null ? undefined : shownEvent({ source, id }),
    sealed: row.sealed === 1,
  };
}
