// Real webhook deliveries, read from the npm package @octokit/webhooks-examples and made into events.

import { readFileSync } from 'node:fs';

import { Problem } from './problem.mjs';

// Where in a payload the correlation keys stand.
const keyPlaces = [
  { namespace: 'repository', place: '/repository/full_name' },
  { namespace: 'commit', place: '/check_run/head_sha' },
  { namespace: 'commit', place: '/check_suite/head_sha' },
  { namespace: 'commit', place: '/workflow_run/head_sha' },
  { namespace: 'commit', place: '/workflow_job/head_sha' },
  { namespace: 'commit', place: '/pull_request/head/sha' },
  { namespace: 'commit', place: '/deployment/sha' },
  { namespace: 'commit', place: '/sha' },
  { namespace: 'commit', place: '/after' },
  { namespace: 'branch', place: '/workflow_run/head_branch' },
  { namespace: 'branch', place: '/workflow_job/head_branch' },
  { namespace: 'check_run', place: '/check_run/id' },
  { namespace: 'workflow_run', place: '/workflow_run/id' },
  { namespace: 'deployment', place: '/deployment/id' },
  { namespace: 'installation', place: '/installation/id' },
];

// A number means something within its repository only, so these keys are made of both: "owner/repository#2".
// One key in common is enough for a match, so a key of the bare number would match in any repository.
const numberedPlaces = [
  { namespace: 'pull_request', place: '/pull_request/number' },
  { namespace: 'issue', place: '/issue/number' },
  { namespace: 'discussion', place: '/discussion/number' },
];

function readFile(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Problem(`cannot read the deliveries in '${path}'`);
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Payloads go into the store as the very text of the input file. Parsing and printing them again would change
// them, and differently in each language, so they are cut out of the text. These three functions find out
// where; they may trust the text, for it was parsed before.
function endOfString(text, begin) {
  let i = begin + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function endOfValue(text, begin) {
  if (text[begin] === '"') return endOfString(text, begin);
  let i = begin;
  if (text[begin] !== '{' && text[begin] !== '[') {
    while (!',]} \t\r\n'.includes(text[i])) ++i;
    return i;
  }
  let depth = 0;
  do {
    if (text[i] === '{' || text[i] === '[') ++depth;
    if (text[i] === '}' || text[i] === ']') --depth;
    i = text[i] === '"' ? endOfString(text, i) : i + 1;
  } while (depth > 0);
  return i;
}

// The extents of everything directly inside a list (its items) or an object (names and values in turn).
function itemsInside(text, begin) {
  const items = [];
  let i = begin + 1;
  for (;;) {
    while (' \t\r\n,:'.includes(text[i])) ++i;
    if (text[i] === '}' || text[i] === ']') return items;
    items.push({ begin: i, end: endOfValue(text, i) });
    i = items.at(-1).end;
  }
}

// The texts of all payloads: the items of every member "examples", in the order of the file.
function cutPayloads(text) {
  const payloads = [];
  for (const entry of itemsInside(text, text.indexOf('['))) {
    const members = itemsInside(text, entry.begin);
    for (let i = 0; i + 1 < members.length; i += 2) {
      if (text.slice(members[i].begin, members[i].end) !== '"examples"') continue;
      for (const payload of itemsInside(text, members[i + 1].begin))
        payloads.push(text.slice(payload.begin, payload.end));
    }
  }
  return payloads;
}

// A text, or a whole number as text, at a place in the payload.
function textAt(payload, place) {
  let value = payload;
  for (const name of place.split('/').slice(1)) value = value?.[name];
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : undefined;
}

// Who sent it: the repository, or else the account, that the webhook belongs to.
function sourceOf(payload) {
  for (const place of ['/repository/full_name', '/organization/login', '/installation/account/login']) {
    const owner = textAt(payload, place);
    if (owner !== undefined) return `github/${owner}`;
  }
  return 'github';
}

// The name of the event and its action. The action of every deployment status is "created"; what a run wants
// to know is the status itself, so that one stands in its place.
function kindOf(name, payload) {
  const place = name === 'deployment_status' ? '/deployment_status/state' : '/action';
  const action = textAt(payload, place);
  return action === undefined ? name : `${name}.${action}`;
}

function correlationOf(id, payload) {
  const keys = [{ namespace: 'delivery', value: id }];
  for (const { namespace, place } of keyPlaces) {
    const value = textAt(payload, place);
    if (value !== undefined) keys.push({ namespace, value });
  }
  const repository = textAt(payload, '/repository/full_name');
  for (const { namespace, place } of numberedPlaces) {
    const number = textAt(payload, place);
    if (number !== undefined && repository !== undefined)
      keys.push({ namespace, value: `${repository}#${number}` });
  }
  return keys;
}

// The button of a check run carries a name that the integrator gave it, and GitHub sends it back. So the
// integrator can say there which run the answer is for.
function addresseeOf(payload) {
  const button = textAt(payload, '/requested_action/identifier');
  return button === undefined ? undefined : `review ${button}`;
}

// A delivery is an event that is ready for the store, and the run that it names, if any. With `payloadText`, as in
// the events that the store answers, the payload goes in as that very text.
export function readDeliveries(path) {
  const text = readFile(path);
  const document = parseJson(text);
  if (!Array.isArray(document) || document.length === 0)
    throw new Problem(`'${path}' is not a JSON list of webhook examples`);
  if (!document.every((entry) => typeof entry?.name === 'string' && Array.isArray(entry.examples)))
    throw new Problem(`'${path}' has an entry without a name or without examples`);
  const deliveries = [];
  const payloads = cutPayloads(text);
  for (const { name, examples } of document) {
    for (const [number, payload] of examples.entries()) {
      // GitHub gives each delivery an id in a header; the package has none, so its place there is the id.
      const id = `${name}/${number}`;
      const event = {
        source: sourceOf(payload),
        id,
        kind: kindOf(name, payload),
        correlation: correlationOf(id, payload),
        payloadText: payloads[deliveries.length],
      };
      deliveries.push({ event, addressee: addresseeOf(payload) });
    }
  }
  return deliveries;
}

// The value of the event's first key with this namespace.
export function valueOfKey(event, namespace) {
  const key = event.correlation.find((key) => key.namespace === namespace);
  if (!key) throw new Problem(`the delivery ${event.id} has no key '${namespace}'`);
  return key.value;
}
