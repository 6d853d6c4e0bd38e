// Sequences with many events and waits at once: lists longer than a page, keys and effects beyond the 100 parameters
// that a strict host takes in one statement.

import { instants, keys, kinds, runs } from './domains.mjs';

const size = 180;
const everything = 1000;
const numbers = Array.from({ length: size }, (_, number) => number);
const manyKeys = numbers.map((number) => ({ namespace: 'many', value: String(number) }));

/** A crowd comes in; then the verbs that can touch many of its rows at once, in random order. */
export function crowdSequence(random) {
  const coming = numbers.flatMap((number) => [waitComes(random, number), eventComes(random, number)]);
  const before = Array.from({ length: 20 }, () => touchesMany(random));
  const after = Array.from({ length: 40 }, () => touchesMany(random));
  return [...coming, ...before, ...coming.slice(0, size), ...after];
}

/** Most belong to one run. */
const someRun = (random) => (random.chance(0.85) ? runs[0] : random.pick(runs));
const effectOf = (number) => `effect ${number}`;
const instant = (random) => random.pick(instants);

function matter(random) {
  const key = random.pick(keys);
  const correlation = random.chance(0.05) ? [key, ...manyKeys] : [key, random.pick(manyKeys)];
  return { kind: random.pick(kinds), correlation };
}

function waitComes(random, number) {
  const deadline = random.chance(0.3) ? { deadline: instant(random) } : {};
  const wait = { run: someRun(random), effect: effectOf(number), ...matter(random), ...deadline };
  const verb = random.weighted({ subscribe: 3, await: 2, park_wait: 1 });
  return { do: `events.${verb}`, wait, at: instant(random) };
}

function eventComes(random, number) {
  const event = { source: 'crowd', id: String(number), ...matter(random), payload: number };
  const verb = random.pick(['buffer', 'deliver', 'deliver_to']);
  const run = verb === 'deliver_to' ? { run: someRun(random) } : {};
  return { do: `events.${verb}`, event, at: instant(random), ...run };
}

function endOfARun(random) {
  const part = random.pick([0, 0.5, 1]);
  return { run: someRun(random), unanswered: numbers.filter(() => random.chance(part)).map(effectOf) };
}

function touchesMany(random) {
  const limit = random.pick([20, everything]);
  const at = instant(random);
  const states = random.pick([['spent'], ['dead'], ['spent', 'dead']]);
  const identity = { source: 'crowd', id: String(random.pick(numbers)) };
  return random.pick([
    () => ({ do: 'events.unsubscribe_run', ...endOfARun(random) }),
    () => ({ do: 'events.conclude_run', ...endOfARun(random), at }),
    () => ({ do: 'events.seal_run', run: someRun(random), at }),
    () => ({ do: 'events.parked_waits', limit }),
    () => ({ do: 'events.expire_waits', now: at, limit }),
    () => ({ do: 'events.sweep_unclaimed', older_than: at, reason: 'late', ...(random.chance(0.5) ? { limit } : {}) }),
    () => ({ do: 'events.forget', older_than: at, states, limit }),
    () => ({ do: 'events.forget_seals', older_than: at, limit }),
    () => ({ do: 'events.find', ...random.pick(keys), limit }),
    () => ({ do: 'events.dead_letters', limit }),
    () => ({ do: 'events.waiting', limit }),
    () => ({ do: 'events.stats' }),
    () => ({ do: 'events.requeue', ...identity, at }),
    () => ({ do: 'events.erase_payload', ...identity }),
    () => eventComes(random, random.pick(numbers)),
    () => waitComes(random, random.pick(numbers)),
  ])();
}
