// Commands that read everything that can be observed of a store.

import { identities, keys } from './domains.mjs';
import { promiseChecks } from './promises.mjs';
import { tableReads } from './rows.mjs';

const everything = 1000;
const promises = promiseChecks();

/** They change nothing. */
export function observation(tenant) {
  return [
    ...identities.map((identity) => ({ do: 'events.lookup', ...identity })),
    ...identities.map((identity) => ({ do: 'events.minter', ...identity })),
    ...keys.map((key) => ({ do: 'events.find', ...key, limit: everything })),
    { do: 'events.waiting', limit: everything },
    { do: 'events.dead_letters', limit: everything },
    { do: 'events.next_deadline' },
    { do: 'events.stats' },
    ...tableReads(tenant),
    ...promises,
  ];
}

/** Retires what sealed runs have left, so it comes last. */
export const listParked = { do: 'events.parked_waits', limit: everything };
