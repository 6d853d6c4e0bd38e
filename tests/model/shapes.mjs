// Which commands are well-formed: the members of each verb, and what each member may be. A question mark behind the
// name of a member makes it optional.

const latestInstant = 8.64e15;
const mostBytesOfAName = 1024;
const mostKeys = 1000;

const bytesOf = (text) => Buffer.byteLength(text);
const isText = (value) => typeof value === 'string';
const isWhole = (value) => Number.isSafeInteger(value);
const isAnything = (value) => value !== undefined;
const isOneOf = (...values) => (value) => values.includes(value);
const isListOf = (isElement) => (value) => Array.isArray(value) && value.every(isElement);

const isShortText = (value) => isText(value) && bytesOf(value) <= mostBytesOfAName;
const isName = (value) => isShortText(value) && value !== '';
const isInstant = (value) => isWhole(value) && Math.abs(value) <= latestInstant;
const isLimit = (value) => isWhole(value) && value >= 0;
const isStep = (value) => isWhole(value) && value >= 0 && value < 2 ** 32;
const isActor = (value) => isText(value) && /[^\t\n\v\f\r ]/.test(value) && bytesOf(value) <= 256;

const isCorrelation = (value) =>
  isListOf(isRecord({ namespace: isName, value: isShortText }))(value) && value.length <= mostKeys;

const identity = { source: isName, id: isName };
const isEvent = isRecord({
  ...identity,
  kind: isName,
  correlation: isCorrelation,
  payload: isAnything,
  'by?': isRecord({ actor: isActor, basis: isOneOf('authenticated', 'asserted', 'connected') }),
});
const isIdentityOrEvent = (value) => isRecord(identity)(value) || isEvent(value);

const isWait = isRecord({
  run: isName,
  effect: isName,
  kind: isName,
  correlation: isCorrelation,
  'case?': isName,
  'step?': isStep,
  'phase?': isOneOf('forward', 'compensating'),
  'from?': isName,
  'deadline?': isInstant,
});

const isForgettable = (value) => isListOf(isOneOf('spent', 'dead'))(value) && value.length > 0;
const endOfARun = { run: isName, unanswered: isListOf(isName) };

/** The members of every verb, by its name. */
export const verbs = {
  buffer: { event: isEvent, at: isInstant },
  subscribe: { wait: isWait, at: isInstant },
  claim_for: { wait: isWait, at: isInstant },
  match_waiter: { event: isIdentityOrEvent, at: isInstant },
  deliver_to: { run: isName, event: isEvent, at: isInstant },
  unsubscribe: { run: isName, effect: isName, 'event?': isRecord(identity) },
  unsubscribe_run: endOfARun,
  park_wait: { wait: isWait, at: isInstant },
  parked_waits: { limit: isLimit, 'parked_before?': isInstant },
  erase_payload: identity,
  minter: identity,
  sweep_unclaimed: { older_than: isInstant, reason: isShortText, 'limit?': isLimit },
  dead_letters: { limit: isLimit },
  waiting: { limit: isLimit },
  seal_run: { run: isName, at: isInstant },
  deliver: { event: isEvent, at: isInstant },
  expire_waits: { now: isInstant, limit: isLimit },
  next_deadline: {},
  await: { wait: isWait, at: isInstant },
  conclude_run: { ...endOfARun, at: isInstant },
  requeue: { ...identity, at: isInstant },
  lookup: identity,
  find: { namespace: isName, value: isShortText, limit: isLimit },
  stats: {},
  forget: { older_than: isInstant, states: isForgettable, limit: isLimit },
  forget_seals: { older_than: isInstant, limit: isLimit },
  tenant: {},
};

/** The verb that a command names, if there is such a verb and the command has the shape for it. */
export function verbOf({ do: name, ...members }) {
  const verb = isText(name) && name.startsWith('events.') ? name.slice('events.'.length) : '';
  return Object.hasOwn(verbs, verb) && isRecord(verbs[verb])(members) ? verb : undefined;
}

function isRecord(shape) {
  const needed = Object.keys(shape).filter((member) => !member.endsWith('?'));
  return (value) =>
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    needed.every((member) => Object.hasOwn(value, member)) &&
    Object.entries(value).every(([member, each]) => (shape[member] ?? shape[`${member}?`])?.(each) === true);
}
