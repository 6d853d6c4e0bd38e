// `restante events` of both twins: on the same file the same words, to the byte.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hostArguments, js, run, twins } from './twins.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'restante-test-'));
after(() => rmSync(scratch, { recursive: true }));

const [native, wasm] = twins;
/** `restante events` of both twins, on files. */
const programs = [[...native.command, 'events'], [...wasm.command, 'events', ...hostArguments.flat()]];
const withFiles = { skip: hostArguments.length === 0 && 'better-sqlite3 is not installed' };

let folders = 0;
function newFolder() {
  folders += 1;
  const folder = join(scratch, String(folders));
  mkdirSync(folder);
  return folder;
}

const lines = (commands) => commands.map((command) => `${JSON.stringify(command)}\n`).join('');
const door = async (path, commands) => {
  const { out, err, code } = await run([...native.command, 'exec', path], { input: lines(commands) });
  assert.deepEqual({ err, code }, { err: '', code: 0 });
  return out.split('\n').slice(0, -1);
};

/** A database file that some commands have filled. */
async function storeWith(commands) {
  const path = join(newFolder(), 'shop.db');
  for (const answer of await door(path, commands)) assert.match(answer, /^\{"ok":true,/);
  return path;
}

/** Runs both twins on a copy each of the same file, and answers what both of them printed. */
async function both(path, words) {
  const [one, other] = await Promise.all(
    programs.map(async (program) => {
      const cwd = newFolder();
      if (path !== undefined) copyFileSync(path, join(cwd, 'shop.db'));
      const printed = await run([...program, 'shop.db', ...words], { cwd });
      return { printed, file: join(cwd, 'shop.db') };
    }),
  );
  assert.deepEqual(other.printed, one.printed);
  return { ...one.printed, files: [one.file, other.file] };
}

/** Does the same for each of a list of cases, some at a time. */
async function forAll(cases, work) {
  const rest = [...cases];
  const next = async () => {
    while (rest.length > 0) await work(rest.shift());
  };
  await Promise.all([next(), next(), next()]);
}

async function shows(path, words, expected) {
  const { code, out, err } = await both(path, words);
  assert.deepEqual({ code, err, out }, { code: 0, err: '', out: expected });
}

async function refuses(path, words, sentence) {
  const { code, out, err } = await both(path, words);
  assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `restante: ${sentence}\n` });
}

// What happened in the shop. The first instant is 2026-01-31T09:30:00Z.

const begin = Date.UTC(2026, 0, 31, 9, 30);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const key = (value, namespace = 'order') => ({ namespace, value });
const event = (id, keys, more = {}) => ({ source: 'bank', id, kind: 'paid', correlation: keys, payload: { card: 'secret' }, ...more });
const buffer = (id, keys, at, more) => ({ do: 'events.buffer', event: event(id, keys, more), at });
const subscribe = (run, keys, at, more = {}) =>
  ({ do: 'events.subscribe', wait: { run, effect: 'payment', kind: 'paid', correlation: keys, ...more }, at });
const offered = (id, at) => ({ do: 'events.match_waiter', event: { source: 'bank', id }, at });

const shop = [
  buffer('swept', [key('A-1'), key('7', 'invoice')], begin),
  { do: 'events.sweep_unclaimed', older_than: begin, reason: 'nobody came' },
  buffer('spent', [key('A-2')], begin + second),
  subscribe('r2', [key('A-2')], begin + second),
  offered('spent', begin + second),
  { do: 'events.unsubscribe', run: 'r2', effect: 'payment' },
  buffer('held', [key('A-3')], begin + minute),
  subscribe('r3', [key('A-3')], begin + minute, { from: 'bank', deadline: begin + 24 * hour }),
  offered('held', begin + hour),
  buffer('live', [key('A-4')], begin + 2 * hour, { by: { actor: 'ada', basis: 'asserted' } }),
  subscribe('order A-5', [key('A-5'), key('8', 'invoice')], begin + 3 * hour),
  subscribe('r6', [key('A-6')], begin + 3 * hour),
  { do: 'events.deliver_to', run: 'r6', event: event('addressed', [key('A-6')]), at: begin + 3 * hour },
  { do: 'events.conclude_run', run: 'r6', unanswered: ['payment'], at: begin + 3 * hour },
  buffer('erased', [key('A-7')], begin + 4 * hour),
  { do: 'events.erase_payload', source: 'bank', id: 'erased' },
];
const now = ['--at', '2026-02-03T13:45:00Z'];

describe('looking', withFiles, () => {
  test('stats counts everything, and tells how old the oldest events are', async () => {
    await shows(await storeWith(shop), ['stats', ...now], [
      'WHAT           COUNT  OLDEST RECEIVED           AGE',
      'events live        1  2026-01-31T11:30:00.000Z  3d2h',
      'events held        1  2026-01-31T09:31:00.000Z  3d4h',
      'events spent       1  -                         -',
      'events dead        3  -                         -',
      'events erased      1  -                         -',
      'waits open         1  -                         -',
      'waits parked       1  -                         -',
      'runs sealed        1  -                         -',
      '',
    ].join('\n'));
  });

  test('stats of an empty store has no instants', async () => {
    await shows(await storeWith([]), ['stats'], [
      'WHAT           COUNT',
      'events live        0',
      'events held        0',
      'events spent       0',
      'events dead        0',
      'events erased      0',
      'waits open         0',
      'waits parked       0',
      'runs sealed        0',
      '',
    ].join('\n'));
  });

  test('waiting lists waits, with their state and since when', async () => {
    const path = await storeWith([...shop, { do: 'events.seal_run', run: 'order A-5', at: begin + 4 * hour }, subscribe('r9', [], begin + 4 * hour)]);
    await shows(path, ['waiting', ...now], [
      'RUN          EFFECT   KIND  KEYS                 FROM  STATE   REGISTERED                AGE   DEADLINE',
      'r3           payment  paid  order=A-3            bank  parked  2026-01-31T09:31:00.000Z  3d4h  2026-02-01T09:30:00.000Z',
      '"order A-5"  payment  paid  order=A-5 invoice=8  -     sealed  2026-01-31T12:30:00.000Z  3d1h  -',
      'r9           payment  paid  -                    -     open    2026-01-31T13:30:00.000Z  3d    -',
      '',
    ].join('\n'));
  });

  test('parked lists waits with the event that each holds', async () => {
    const parked = { do: 'events.park_wait', wait: { run: 'r8', effect: 'e', kind: 'paid', correlation: [key('A-8')] }, at: begin + 76 * hour + 14 * minute };
    await shows(await storeWith([...shop, parked]), ['parked', ...now], [
      'RUN  EFFECT   KIND  KEYS       HOLDS      PARKED                    AGE',
      'r3   payment  paid  order=A-3  bank/held  2026-01-31T10:30:00.000Z  3d3h',
      'r8   e        paid  order=A-8  -          2026-02-03T13:44:00.000Z  1m',
      '',
    ].join('\n'));
  });

  test('dead lists dead letters and why they were given up', async () => {
    await shows(await storeWith(shop), ['dead'], [
      'SOURCE  ID         KIND  KEYS                 RECEIVED                  REASON               MARKS',
      'bank    erased     paid  order=A-7            2026-01-31T13:30:00.000Z  erased               erased',
      'bank    addressed  paid  order=A-6            2026-01-31T12:30:00.000Z  addressee concluded  -',
      'bank    swept      paid  order=A-1 invoice=7  2026-01-31T09:30:00.000Z  nobody came          -',
      '',
    ].join('\n'));
  });

  test('find lists all events under a key, whatever became of them', async () => {
    const path = await storeWith([
      ...shop,
      buffer('held-2', [key('A-3')], begin + 5 * hour),
      buffer('odd', [key('a=b', 'a'), key('', 'empty'), key('v', 'a=b')], begin + 5 * hour),
    ]);
    await shows(path, ['find', 'order=A-3'], [
      'SOURCE  ID      KIND  KEYS       RECEIVED                  STATE  CLAIMED BY',
      'bank    held-2  paid  order=A-3  2026-01-31T14:30:00.000Z  live   -',
      'bank    held    paid  order=A-3  2026-01-31T09:31:00.000Z  held   r3/payment',
      '',
    ].join('\n'));
    await shows(path, ['find', 'order=A-6'], [
      'SOURCE  ID         KIND  KEYS       RECEIVED                  STATE  REASON               MARKS',
      'bank    addressed  paid  order=A-6  2026-01-31T12:30:00.000Z  dead   addressee concluded  addressed',
      '',
    ].join('\n'));
    const odd = [
      'SOURCE  ID   KIND  KEYS                    RECEIVED                  STATE',
      'bank    odd  paid  a=a=b empty="" "a=b"=v  2026-01-31T14:30:00.000Z  live',
      '',
    ].join('\n');
    for (const words of [['a=a=b'], ['empty='], ['--namespace', 'a=b', '--value', 'v'], ['--value=', '--namespace=empty']])
      await shows(path, ['find', ...words], odd);
    await shows(path, ['find', 'order=A-9'], 'no event has the key order=A-9\n');
    await shows(path, ['find', 'order='], 'no event has the key order=""\n');
  });

  test('lookup shows one event, and fails if there is none', async () => {
    const path = await storeWith(shop);
    await shows(path, ['lookup', 'bank', 'spent'], [
      'SOURCE  ID     KIND  KEYS       RECEIVED                  STATE  CLAIMED BY',
      'bank    spent  paid  order=A-2  2026-01-31T09:30:01.000Z  spent  r2/payment',
      '',
    ].join('\n'));
    await refuses(path, ['lookup', 'bank', 'none'], 'there is no event bank/none');
    const { code, out, err } = await both(path, ['lookup', 'bank', 'none', '--json']);
    assert.deepEqual({ code, out, err }, { code: 1, out: 'null\n', err: 'restante: there is no event bank/none\n' });
  });

  test('an empty list says so in words', async () => {
    const path = await storeWith([]);
    await shows(path, ['waiting'], 'no wait is registered\n');
    await shows(path, ['parked'], 'no wait is parked\n');
    await shows(path, ['dead'], 'there are no dead letters\n');
  });

  test('a list that is as long as its limit says that there may be more', async () => {
    const path = await storeWith([...shop, subscribe('r10', [key('A-3')], begin + 5 * hour)]);
    for (const words of [['waiting'], ['dead'], ['parked'], ['find', 'order=A-3']]) {
      const { out } = await both(path, [...words, '--limit', '1']);
      assert.match(out, /\n1 shown, which is the limit\. There may be more: --limit N\n$/);
      assert.equal(out.split('\n').length, 4);
      assert.doesNotMatch((await both(path, [...words, '--limit=4'])).out, /limit/);
    }
    const many = await storeWith(Array.from({ length: 101 }, (_, i) => subscribe(`r${i}`, [], begin)));
    const { out } = await both(many, ['waiting']);
    assert.equal(out.split('\n').length, 1 + 100 + 1 + 1);
    assert.match(out, /\n100 shown, which is the limit/);
  });

  test('--json prints what the door answers, to the letter', async () => {
    const odd = { do: 'events.buffer', event: { ...event('odd', [key('A-3')]), payload: 0 }, at: begin };
    const path = await storeWith([...shop, odd]);
    const verbs = [
      [['stats'], { do: 'events.stats' }],
      [['waiting'], { do: 'events.waiting', limit: 100 }],
      [['parked', '--limit', '7'], { do: 'events.parked_waits', limit: 7 }],
      [['dead', '--limit', '2'], { do: 'events.dead_letters', limit: 2 }],
      [['find', 'order=A-3'], { do: 'events.find', ...key('A-3'), limit: 100 }],
      [['lookup', 'bank', 'live'], { do: 'events.lookup', source: 'bank', id: 'live' }],
    ];
    const answers = await door(path, verbs.map(([, command]) => command));
    for (const [index, [words]] of verbs.entries()) {
      const { code, out, err } = await both(path, ['--json', ...words]);
      assert.deepEqual({ code, err }, { code: 0, err: '' });
      assert.equal(`{"ok":true,"value":${out.trimEnd()}}`, answers[index]);
    }
  });

  test('--json stays on one line if a payload does not', async () => {
    const path = await storeWith([]);
    const { default: Database } = await import('better-sqlite3');
    const { betterSqlite3, open, rawJson } = await import('../dist/index.js');
    const database = new Database(path);
    const store = await open(betterSqlite3(database));
    await store.events.buffer({ ...event('1', [key('A')]), payload: rawJson('{\n"a":\n1.0}') }, { at: 1 });
    await store.close();
    database.close();
    const { out } = await both(path, ['find', 'order=A', '--json']);
    assert.ok(out.includes('"payload":{ "a": 1.0}'), out);
    assert.equal(out.indexOf('\n'), out.length - 1);
  });

  test('no table shows a payload', async () => {
    const path = await storeWith(shop);
    for (const words of [['stats'], ['waiting'], ['parked'], ['dead'], ['find', 'order=A-3'], ['lookup', 'bank', 'live']])
      assert.doesNotMatch((await both(path, words)).out, /secret/);
  });

  test('looking changes nothing in the file, and goes on beside a writer', async () => {
    const path = await storeWith(shop);
    const hash = () => createHash('sha256').update(readFileSync(path)).digest('hex');
    const before = hash();
    const { default: Database } = await import('better-sqlite3');
    const writer = new Database(path);
    writer.exec('BEGIN IMMEDIATE; CREATE TABLE mine (a)');
    for (const words of [['stats'], ['waiting'], ['parked'], ['dead'], ['find', 'order=A-3'], ['lookup', 'bank', 'live']]) {
      for (const program of programs)
        assert.equal((await run([...program, path, ...words])).code, 0);
    }
    writer.exec('ROLLBACK');
    assert.equal(hash(), before);
    writer.close();
  });

  test('a tenant sees its own events only', async () => {
    const path = await storeWith(shop);
    await door(':memory:', [{ do: 'open', path, tenant: 'blue' }, buffer('b-1', [key('A-3')], begin)]);
    await shows(path, ['find', 'order=A-3', '--tenant', ' blue '], [
      'SOURCE  ID   KIND  KEYS       RECEIVED                  STATE',
      'bank    b-1  paid  order=A-3  2026-01-31T09:30:00.000Z  live',
      '',
    ].join('\n'));
    await shows(path, ['dead', '--tenant=blue'], 'there are no dead letters\n');
  });
});

describe('instants and ages', withFiles, () => {
  const ages = [
    [0, '0ms'], [999, '999ms'], [1000, '1s'], [61_999, '1m1s'], [hour, '1h'], [hour + 59 * second, '1h'],
    [25 * hour, '1d1h'], [24 * hour + 59 * minute, '1d'], [400 * 24 * hour, '400d'], [-90 * second, 'in 1m30s'],
  ];
  test('ages are told in the two largest units', async () => {
    const path = await storeWith([buffer('1', [], begin)]);
    await forAll(ages, async ([age, shown]) => {
      const { out } = await both(path, ['stats', '--at', String(begin + age)]);
      assert.equal(out.split('\n')[1], `events live        1  2026-01-31T09:30:00.000Z  ${shown}`);
    });
  });

  test('an instant beyond the years of four digits is a plain number', async () => {
    const instants = [
      [8_640_000_000_000_000, '8640000000000000'], [-8_640_000_000_000_000, '-8640000000000000'],
      [253_402_300_799_999, '9999-12-31T23:59:59.999Z'], [253_402_300_800_000, '253402300800000'],
      [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'], [-62_167_219_200_001, '-62167219200001'],
      [0, '1970-01-01T00:00:00.000Z'], [-1, '1969-12-31T23:59:59.999Z'], [951_782_400_001, '2000-02-29T00:00:00.001Z'],
    ];
    const path = await storeWith(instants.map(([at]) => buffer(String(at), [], at)));
    await forAll(instants, async ([at, shown]) => {
      const { out } = await both(path, ['lookup', '--', 'bank', String(at)]);
      assert.ok(out.split('\n')[1].includes(`  ${shown}  live`), out);
    });
  });

  test('--at and --older-than take instants as tables show them, and as numbers', async () => {
    const path = await storeWith([buffer('1', [], begin)]);
    for (const at of ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00Z', String(begin)])
      await shows(path, ['sweep', '--older-than', at, '--reason', ''], 'swept 1 event, received at or before 2026-01-31T09:30:00.000Z: a dead letter now\n');
    for (const duration of ['0ms', '0d', '00s'])
      await shows(path, ['sweep', '--older-than', duration, '--reason', '', '--at', String(begin)], 'swept 1 event, received at or before 2026-01-31T09:30:00.000Z: a dead letter now\n');
    const cutoffs = [
      ['30d', '2026-01-01T09:30:00.000Z'], ['12h', '2026-01-30T21:30:00.000Z'], ['90m', '2026-01-31T08:00:00.000Z'],
      ['1d2h3m4s5ms', '2026-01-30T07:26:55.995Z'], ['1h30m', '2026-01-31T08:00:00.000Z'], ['10s', '2026-01-31T09:29:50.000Z'],
      ['1m1ms', '2026-01-31T09:28:59.999Z'], ['-1', '1969-12-31T23:59:59.999Z'], ['0', '1970-01-01T00:00:00.000Z'],
    ];
    await forAll(cutoffs, ([older, shown]) =>
      shows(path, ['sweep', '--older-than', older, '--reason', 'x', '--at', String(begin)], `swept nothing: no live event was received at or before ${shown}\n`));
  });

  test('what is neither an instant nor a duration is a mistake', async () => {
    const path = await storeWith([]);
    const odd = ['', 'd', '30 d', '30D', '1.5h', '-30d', '1h1d', '1d1d', '1w', '30dd', '1ms1s', '9'.repeat(30) + 'd', '100000001d',
      '2026-02-30T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T09:30:00', '2026-01-31', '2026-01-31T09:60:00Z', '2026-01-31T09:30:60Z',
      '2026-13-01T00:00:00Z', '2026-01-31T09:30:00.1Z', '+2026-01-31T09:30:00Z', '8640000000000001', '-8640000000000001', '1e3', '0x10', '٣٠d'];
    await forAll(odd, async (older) => {
      const { code, out, err } = await both(path, ['sweep', `--older-than=${older}`, '--reason', 'x']);
      assert.deepEqual({ code, out }, { code: 2, out: '' }, older);
      assert.ok(err.startsWith(`restante: --older-than is a duration such as 30d, 12h or 90m, or an instant, not '${older}'\n\nUsage:\n`), err);
    });
    for (const at of ['', '30d', '1.0', 'now', '8640000000000001', '2026-02-29T00:00:00Z']) {
      const { code, err } = await both(path, ['stats', `--at=${at}`]);
      assert.equal(code, 2);
      assert.ok(err.startsWith(`restante: --at is an instant in milliseconds or such as 2026-01-31T09:30:00Z, not '${at}'\n`), err);
    }
    assert.equal((await both(path, ['stats', '--at', '2024-02-29T00:00:00Z'])).code, 0);
  });

  test('a duration that leads out of time is the door to refuse', async () => {
    await refuses(await storeWith([]), ['sweep', '--older-than', '100000000d', '--reason', 'x', '--at', '-1'],
      'invalid_argument: older_than must lie between -8640000000000000 and 8640000000000000');
  });
});

describe('repairing', withFiles, () => {
  const stateOf = async (path, id) => JSON.parse((await door(path, [{ do: 'events.lookup', source: 'bank', id }]))[0]).value;

  test('requeue makes a dead letter live again, and says how to go on', async () => {
    const path = await storeWith(shop);
    const { code, out, err, files } = await both(path, ['requeue', 'bank', 'swept', ...now]);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.equal(out, [
      'requeued bank/swept: it is live again, received at 2026-02-03T13:45:00.000Z',
      'A run that begins to wait for it finds it. To a wait that is there already, offer it:',
      '  restante events shop.db offer bank swept',
      '',
    ].join('\n'));
    for (const file of files) {
      const { state, received_at } = await stateOf(file, 'swept');
      assert.deepEqual({ state, received_at }, { state: 'live', received_at: Date.UTC(2026, 1, 3, 13, 45) });
    }
  });

  test('requeue without --at goes by the clock of the machine', async () => {
    const path = await storeWith(shop);
    for (const program of programs) {
      const copy = join(newFolder(), 'shop.db');
      copyFileSync(path, copy);
      const before = Date.now();
      assert.equal((await run([...program, copy, 'requeue', 'bank', 'swept'])).code, 0);
      const { received_at } = await stateOf(copy, 'swept');
      assert.ok(before <= received_at && received_at <= Date.now());
    }
  });

  test('requeue tells why it did nothing, and fails', async () => {
    const path = await storeWith(shop);
    await refuses(path, ['requeue', 'bank', 'none'], 'bank/none was not requeued: there is no such event');
    await refuses(path, ['requeue', 'bank', 'live'], 'bank/live was not requeued: it is live already');
    await refuses(path, ['requeue', 'bank', 'held'], 'bank/held was not requeued: r3/payment holds it');
    await refuses(path, ['requeue', 'bank', 'spent'], 'bank/spent was not requeued: it was delivered to r2/payment, and its payload is shed');
    await refuses(path, ['requeue', 'bank', 'erased'], 'bank/erased was not requeued: its content was erased');
    await refuses(path, ['requeue', 'bank', 'addressed'], 'bank/addressed was not requeued: it was addressed to one run, and no other may have it');
    const { code, out } = await both(path, ['requeue', 'bank', 'none', '--json']);
    assert.deepEqual({ code, out }, { code: 1, out: 'false\n' });
    assert.equal((await both(path, ['requeue', 'bank', 'swept', '--json'])).out, 'true\n');
  });

  test('the command to offer it again can be typed', async () => {
    const names = [
      ["https://bank.example/a", 'x y', "https://bank.example/a 'x y'"],
      ["it's", '-x', 'SOURCE ID'],
      ['$(x)', '\u0000', "'$(x)' ID"],
      ['bänk', '`', "'bänk' '`'"],
    ];
    const path = await storeWith([
      ...names.map(([source, id]) => buffer(id, [], begin, { source })),
      { do: 'events.sweep_unclaimed', older_than: begin, reason: '' },
    ]);
    await door(':memory:', [{ do: 'open', path, tenant: 'two words' }, buffer('1', [], begin), { do: 'events.sweep_unclaimed', older_than: begin, reason: '' }]);
    for (const [source, id, shown] of names.filter(([, id]) => id !== '\u0000')) {
      const { out } = await both(path, ['requeue', ...now, '--', source, id]);
      assert.equal(out.split('\n')[2], `  restante events shop.db offer ${shown}`);
    }
    const { out } = await both(path, ['requeue', 'bank', '1', '--tenant', 'two words', ...now]);
    assert.equal(out.split('\n')[2], "  restante events shop.db offer bank 1 --tenant 'two words'");
  });

  test('offer gives a live event to a wait, or tells why it does not', async () => {
    const path = await storeWith([...shop, subscribe('r4', [key('A-4')], begin + 3 * hour)]);
    const { code, out, err, files } = await both(path, ['offer', 'bank', 'live', ...now]);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.equal(out, 'offered bank/live: r4/payment holds it now\nThe wait is parked until its program is through with the event.\n');
    for (const file of files) assert.equal((await stateOf(file, 'live')).state, 'held');
    await refuses(files[0], ['offer', 'bank', 'live', ...now], 'bank/live was not offered: r4/payment holds it');
    await refuses(await storeWith(shop), ['offer', 'bank', 'live'], 'bank/live was taken by nobody: no open wait accepts it');
    await refuses(path, ['offer', 'bank', 'swept'], 'bank/swept was not offered: it is a dead letter; requeue it first');
    await refuses(path, ['offer', 'bank', 'erased'], 'bank/erased was not offered: its content was erased');
    await refuses(path, ['offer', 'bank', 'none'], 'bank/none was not offered: there is no such event');
    assert.equal((await both(path, ['offer', 'bank', 'swept', '--json'])).out, 'null\n');
    assert.equal(JSON.parse((await both(path, ['offer', 'bank', 'live', '--json', ...now])).out).run, 'r4');
  });

  test('erase removes the content, and tells what the event was before', async () => {
    const path = await storeWith(shop);
    const erased = (id) => `erased bank/${id}: its content is gone, and copies of it are still refused\n`;
    await shows(path, ['erase', 'bank', 'spent'], erased('spent'));
    await shows(path, ['erase', 'bank', 'swept'], erased('swept'));
    await shows(path, ['erase', 'bank', 'live'], `${erased('live')}It is a dead letter now.\n`);
    await shows(path, ['erase', 'bank', 'held'], `${erased('held')}r3/payment holds it no longer, and goes on waiting.\nIt is a dead letter now.\n`);
    await shows(path, ['erase', 'bank', 'erased'], 'bank/erased was erased before; nothing changed\n');
    await refuses(path, ['erase', 'bank', 'none'], 'bank/none was not erased: there is no such event');
    assert.equal((await both(path, ['erase', 'bank', 'live', '--json'])).out, 'true\n');
  });

  test('what was erased is gone from the file', async () => {
    const path = await storeWith([...shop, buffer('x', [], begin, { payload: { card: 'once-in-a-lifetime' } })]);
    assert.ok(readFileSync(path).includes('once-in-a-lifetime'));
    const { files } = await both(path, ['erase', 'bank', 'x']);
    for (const file of files)
      for (const name of readdirSync(dirname(file)))
        assert.ok(!readFileSync(join(dirname(file), name)).includes('once-in-a-lifetime'), name);
  });

  test('conclude ends a run, and tells who got what it held', async () => {
    const path = await storeWith([...shop, subscribe('other', [key('A-3')], begin + 5 * hour)]);
    const { code, out, err, files } = await both(path, ['conclude', 'r3', '--unanswered', 'payment', '--unanswered=refund', ...now]);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.equal(out, [
      'concluded r3: 1 wait ended, and it can never wait again',
      '1 event went back to live:',
      'SOURCE  ID    KIND  KEYS',
      'bank    held  paid  order=A-3',
      '1 other wait took one at once:',
      'RUN    EFFECT   KIND  KEYS',
      'other  payment  paid  order=A-3',
      '',
    ].join('\n'));
    for (const file of files) assert.deepEqual((await stateOf(file, 'held')).claimed_by, { run: 'other', effect: 'payment' });
  });

  test('conclude without --unanswered sheds what the run holds', async () => {
    const path = await storeWith(shop);
    const { out, files } = await both(path, ['conclude', 'r3', ...now]);
    assert.equal(out, 'concluded r3: 1 wait ended, and it can never wait again\n');
    for (const file of files) assert.equal((await stateOf(file, 'held')).state, 'spent');
    const json = await both(path, ['conclude', 'r3', '--json', ...now]);
    assert.equal(json.out, '{"waits":1,"released":[],"matched":[]}\n');
  });

  test('conclude of a run that nobody knows says so', async () => {
    await shows(await storeWith(shop), ['conclude', 'r 3'],
      'concluded "r 3": 0 waits ended, and it can never wait again\nIt had no waits. If that is a surprise, look at its name again.\n');
  });

  test('sweep makes dead letters of live events, the oldest first', async () => {
    const path = await storeWith([buffer('1', [], begin), buffer('2', [], begin + 1), buffer('3', [], begin + hour)]);
    const at = ['--at', String(begin + hour)];
    const { out, files } = await both(path, ['sweep', '--older-than', '30m', '--reason', 'nobody\u202ecame', ...at]);
    assert.equal(out, 'swept 2 events, received at or before 2026-01-31T10:00:00.000Z: dead letters now\n');
    for (const file of files) assert.equal((await stateOf(file, '1')).reason, 'nobody\u202ecame');
    const limited = await both(path, ['sweep', '--older-than', '30m', '--reason', '', '--limit', '1', ...at]);
    assert.equal(limited.out, 'swept 1 event, received at or before 2026-01-31T10:00:00.000Z: a dead letter now\nThat is the limit. There may be more: sweep again.\n');
    for (const file of limited.files) assert.equal((await stateOf(file, '2')).state, 'live');
    assert.equal((await both(path, ['sweep', '--older-than', '30m', '--reason', '', '--json', ...at])).out, '2\n');
    assert.equal((await both(path, ['sweep', '--older-than', '30d', '--reason', '', '--json', ...at])).out, '0\n');
    await refuses(path, ['sweep', '--older-than', '30m', '--reason', 'x'.repeat(1025), ...at], 'invalid_argument: reason has 1025 bytes; at most 1024 are allowed');
  });
});

describe('texts that somebody else chose', withFiles, () => {
  const invisible = {
    '\u001b[31mred\u001b[0m': '"\\u001b[31mred\\u001b[0m"',
    'a\nb\r\tc': '"a\\nb\\r\\tc"',
    'nul\u0000': '"nul\\u0000"',
    '\u202egnp.exe': '"\\u202egnp.exe"',
    '\u2066x\u2069\u200f\u061c': '"\\u2066x\\u2069\\u200f\\u061c"',
    'zero\u200bwidth\ufeff': '"zero\\u200bwidth\\ufeff"',
    'soft\u00adhyphen': '"soft\\u00adhyphen"',
    'csi\u009b2J\u007f': '"csi\\u009b2J\\u007f"',
    'line\u2028paragraph\u2029': '"line\\u2028paragraph\\u2029"',
    'no\u00a0break\u3000': '"no\\u00a0break\\u3000"',
    'e\u0301': '"e\\u0301"',
    'x\ufe0f': '"x\\ufe0f"',
    'tag\u{e0041}': '"tag\\udb40\\udc41"',
    'private\ue000\u{10ffff}': '"private\\ue000\u{10ffff}"',
    '\u1100\u1161': '"\u1100\\u1161"',
    ' begins': '" begins"',
    'ends ': '"ends "',
    'two words': '"two words"',
    '-': '"-"',
    'quote"': '"quote\\""',
    'back\\slash': '"back\\\\slash"',
    'é': 'é',
    'שלום': 'שלום',
    'นี่': 'นี่',
    '日本': '日本',
    '👍': '👍',
    "it's-fine_$(x)": "it's-fine_$(x)",
  };

  test('what cannot be seen is spelled out, and stays in its column', async () => {
    const names = Object.keys(invisible);
    const path = await storeWith(names.map((id, index) => buffer(id, [], begin + index)));
    const { out } = await both(path, ['sweep', '--older-than', String(begin + names.length), '--reason', 'x']);
    assert.match(out, /^swept/);
    await door(path, [{ do: 'events.sweep_unclaimed', older_than: begin + names.length, reason: 'x' }]);
    const table = await both(path, ['dead']);
    const shown = table.out.split('\n').slice(1, -1).map((line) => line.slice('bank    '.length).replace(/ +paid  2026-.*$/, ''));
    assert.deepEqual(shown, names.map((name) => invisible[name]).reverse());
    assert.doesNotMatch(table.out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
  });

  test('every place that shows a stored text does the same', async () => {
    const evil = '\u001b]0;owned\u0007\n\u202e';
    const shown = '"\\u001b]0;owned\\u0007\\n\\u202e"';
    const source = { source: evil };
    const wait = { kind: evil, effect: evil, from: evil };
    const path = await storeWith([
      buffer(evil, [{ namespace: evil, value: evil }], begin, { ...source, kind: evil }),
      subscribe(evil, [{ namespace: evil, value: evil }], begin, wait),
    ]);
    const matched = await storeWith([
      buffer(evil, [{ namespace: evil, value: evil }], begin, { ...source, kind: evil }),
      subscribe(evil, [{ namespace: evil, value: evil }], begin, wait),
      { do: 'events.match_waiter', event: { ...source, id: evil }, at: begin },
    ]);
    const dead = await storeWith([
      buffer(evil, [{ namespace: evil, value: evil }], begin, { ...source, kind: evil }),
      { do: 'events.sweep_unclaimed', older_than: begin, reason: evil },
    ]);
    const printing = [
      [path, ['waiting', ...now]], [path, ['find', `${evil}=${evil}`]], [path, ['lookup', evil, evil]], [path, ['offer', evil, evil]],
      [matched, ['waiting', ...now]], [matched, ['parked', ...now]], [matched, ['lookup', evil, evil]], [matched, ['requeue', evil, evil]],
      [matched, ['erase', evil, evil]], [matched, ['conclude', evil, '--unanswered', evil]], [matched, ['conclude', evil]],
      [dead, ['dead']], [dead, ['requeue', evil, evil, ...now]], [dead, ['offer', evil, evil]], [dead, ['lookup', evil, `${evil}x`]],
      [dead, ['find', `${evil}=x`]], [dead, ['erase', evil, `${evil}x`]], [dead, ['conclude', `${evil}x`]],
    ];
    await forAll(printing, async ([file, words]) => {
      const { out, err } = await both(file, words);
      assert.doesNotMatch(out + err, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      assert.ok((out + err).includes(shown.slice(0, -1)), out + err);
    });
    await refuses(dead, ['stats', '--tenant', 'x\u202e'], 'not_found: there is no tenant "x\\u202e" in shop.db');
  });

  test('a long text is cut, with an ellipsis', async () => {
    const keys = Array.from({ length: 1000 }, (_, i) => key(`A-${i}`));
    const long = 'x'.repeat(1024);
    const path = await storeWith([
      buffer(long, keys, begin, { source: long }),
      buffer('日'.repeat(300), [], begin + 1, { source: `${'y'.repeat(39)}é` }),
      buffer('日'.repeat(20), [], begin + 2, { source: `a${'日'.repeat(21)}` }),
      { do: 'events.sweep_unclaimed', older_than: begin + 2, reason: 'because '.repeat(128).trim() },
    ]);
    const because = 'because because because because because because because bec…';
    await shows(path, ['dead'], [
      'SOURCE                                    ID                                        KIND  KEYS                                                          RECEIVED                  REASON',
      `a${'日'.repeat(19)}…  ${'日'.repeat(20)}  paid  -                                                             2026-01-31T09:30:00.002Z  ${because}`,
      `${'y'.repeat(39)}é  ${'日'.repeat(19)}…   paid  -                                                             2026-01-31T09:30:00.001Z  ${because}`,
      `${'x'.repeat(39)}…  ${'x'.repeat(39)}…  paid  order=A-0 order=A-1 order=A-2 order=A-3 order=A-4 order=A-5…  2026-01-31T09:30:00.000Z  ${because}`,
      '',
    ].join('\n'));
  });

  test('both twins know the same characters', () => {
    const numbersOf = (path) => [...readFileSync(path, 'utf8').matchAll(/0x[0-9A-F]+/g)].map(([number]) => Number(number));
    const [one, other] = ['../native/cli/operator/character_ranges.h', 'src/operator/character-ranges.ts'].map((path) => numbersOf(join(js, path)));
    assert.ok(one.length > 500);
    assert.deepEqual(other, one);
  });
});

describe('mistakes', withFiles, () => {
  test('a typo prints what is wrong and a short usage, and ends with exit code 2', async () => {
    const path = await storeWith([]);
    const typos = [
      [['stat'], "'events' has no sub-command 'stat'"],
      [[], "the sub-command is missing behind 'shop.db'"],
      [['stats', 'x'], "'stats' takes nothing else"],
      [['waiting', 'x'], "'waiting' takes nothing else"],
      [['sweep', 'x', '--older-than', '1d', '--reason', 'x'], "'sweep' takes nothing else"],
      [['find'], "'find' takes one key, NAMESPACE=VALUE"],
      [['find', 'a=b', 'c=d'], "'find' takes one key, NAMESPACE=VALUE"],
      [['find', 'order'], "'find' takes a key, NAMESPACE=VALUE, not 'order'"],
      [['find', '--namespace', 'a'], "'find' needs the option '--value'"],
      [['find', '--value', 'a'], "'find' needs the option '--namespace'"],
      [['find', 'a=b', '--value', 'a'], "'find' takes either NAMESPACE=VALUE, or --namespace and --value"],
      [['lookup', 'bank'], "'lookup' takes a source and an id"],
      [['requeue', 'bank'], "'requeue' takes a source and an id"],
      [['offer', 'bank', 'a', 'b'], "'offer' takes a source and an id"],
      [['erase'], "'erase' takes a source and an id"],
      [['conclude'], "'conclude' takes one run"],
      [['sweep', '--reason', 'x'], "'sweep' needs the option '--older-than'"],
      [['sweep', '--older-than', '1d'], "'sweep' needs the option '--reason'"],
      [['stats', '--limit', '1'], "'stats' has no option '--limit'"],
      [['erase', 'bank', '1', '--at', '1'], "'erase' has no option '--at'"],
      [['dead', '--reason', 'x'], "'dead' has no option '--reason'"],
      [['dead', '--verbose'], "'events' has no option '--verbose'"],
      [['dead', '--json=1'], "the option '--json' takes no value"],
      [['dead', '--limit'], "the option '--limit' needs a value"],
      ...['0', '-1', '1.5', '1e3', 'all', '', '9007199254740992', '99999999999999999999'].map((limit) =>
        [['dead', '--limit', limit], `--limit is a whole number from 1, not '${limit}'`]),
      [['dead', 'e\u001b[0m'], "'dead' takes nothing else"],
      [['\u001b[0m'], "'events' has no sub-command '\\u001b[0m'"],
    ];
    await forAll(typos, async ([words, sentence]) => {
      const { code, out, err } = await both(path, words);
      assert.deepEqual({ code, out }, { code: 2, out: '' }, sentence);
      assert.ok(err.startsWith(`restante: ${sentence}\n\nUsage:\n  restante events DB stats|`), err);
      assert.ok(err.split('\n').length < 12, 'the mistake is still to be seen above the usage');
    });
  });

  test('the database is missed', async () => {
    for (const { command } of twins) {
      for (const [words, sentence] of [[[], "'events' takes a database and a sub-command"], [['stats'], "the database is missing in front of 'stats'"]]) {
        const { code, err } = await run([...command, 'events', ...words]);
        assert.equal(code, 2);
        assert.ok(err.startsWith(`restante: ${sentence}\n\nUsage:\n`), err);
      }
    }
  });

  const everything = [
    ['stats'], ['waiting'], ['parked'], ['dead'], ['find', 'a=b'], ['lookup', 'a', 'b'], ['requeue', 'a', 'b'], ['offer', 'a', 'b'],
    ['erase', 'a', 'b'], ['conclude', 'r'], ['sweep', '--older-than', '1d', '--reason', 'x'],
  ];

  test('a file that is not there is not made', async () => {
    await forAll(everything, async (words) => {
      const { code, out, err, files } = await both(undefined, words);
      assert.deepEqual({ code, out, err }, { code: 1, out: '', err: 'restante: io: there is no file shop.db\n' });
      for (const file of files) assert.deepEqual(readdirSync(dirname(file)), []);
    });
    for (const program of programs) {
      const at = async (path) => (await run([...program, path, 'stats'], { cwd: scratch })).err;
      assert.equal(await at('no folder/shop.db'), 'restante: io: there is no file "no folder/shop.db"\n');
      assert.equal(await at('.'), 'restante: io: . is a folder\n');
      assert.equal(await at(''), 'restante: invalid_argument: path is empty\n');
    }
  });

  test('a file that is no store is left as it was', async () => {
    const { default: Database } = await import('better-sqlite3');
    const other = join(newFolder(), 'other.db');
    const database = new Database(other);
    database.exec('CREATE TABLE mine (a)');
    database.close();
    const empty = join(newFolder(), 'empty.db');
    writeFileSync(empty, '');
    const noise = join(newFolder(), 'noise.db');
    writeFileSync(noise, 'This is no database, but it is long enough to be taken for one. '.repeat(64));
    for (const [path, message] of [
      [other, 'read_only: the database has no schema or an older one than this version, and a read-only store writes none'],
      [empty, 'read_only: the database has no schema or an older one than this version, and a read-only store writes none'],
      [noise, 'corrupt: the database cannot be understood (file is not a database)'],
    ]) {
      await forAll([['stats'], ['requeue', 'a', 'b'], ['conclude', 'r']], async (words) => {
        const { code, out, err, files } = await both(path, words);
        assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `restante: ${message}\n` });
        for (const file of files) assert.ok(readFileSync(file).equals(readFileSync(path)), words[0]);
      });
    }
  });

  test('a tenant that is not there is not made', async () => {
    const path = await storeWith(shop);
    await forAll(everything, async (words) => {
      const { code, out, err, files } = await both(path, [...words, '--tenant', 'blu']);
      assert.deepEqual({ code, out, err }, { code: 1, out: '', err: 'restante: not_found: there is no tenant blu in shop.db\n' });
      for (const file of files)
        assert.deepEqual(await door(file, [{ do: 'sql', sql: 'SELECT name FROM restante_tenants' }]), ['{"ok":true,"value":[{"name":"default"}]}']);
    });
    await refuses(path, ['stats', '--tenant', 'a/b'], "invalid_argument: tenant must not hold '/' or ':'");
  });

  test('what the door refuses is told with its code', async () => {
    const path = await storeWith([]);
    for (const [words, argument] of [
      [['lookup', '', 'x'], 'source'],
      [['find', '=x'], 'namespace'],
      [['conclude', 'r', '--unanswered', ''], 'unanswered[0]'],
    ]) {
      const { code, out, err } = await both(path, words);
      assert.deepEqual({ code, out }, { code: 1, out: '' });
      assert.ok(err.startsWith('restante: invalid_argument: ') && err.includes(`${argument} is empty`), err);
    }
  });
});

test('words that are not UTF-8 are refused by the twin that sees them', async () => {
  const folder = newFolder();
  const { code, out } = await run(['bash', '-c', `"$1" events shop.db lookup bank $'\\xff' 2>message; echo "$?"; head -1 message`, 'bash', native.command[0]], { cwd: folder });
  assert.equal(code, 0);
  assert.equal(out, "2\nrestante: '\ufffd' is not UTF-8\n");
});

test('the module alone keeps no files, and says so', async () => {
  const folder = newFolder();
  const { code, out, err } = await run([...wasm.command, 'events', 'shop.db', 'stats'], { cwd: folder });
  assert.deepEqual({ code, out }, { code: 1, out: '' });
  assert.match(err, /^restante: unsupported: [^\n]+\n$/);
  assert.ok(!existsSync(join(folder, 'shop.db')));
});

describe('help', () => {
  const helpOf = async ({ command }, words) => {
    const { code, out, err } = await run([...command, 'events', ...words]);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    return out;
  };

  test('is the same of both twins, but for the host that keeps files in Node', async () => {
    const there = await helpOf(wasm, ['--help']);
    const without = there.replace(/ {2}--host better-sqlite3\n {18}[^\n]+\n/, '');
    assert.notEqual(without, there);
    assert.equal(without, await helpOf(native, ['--help']));
  });

  test('comes wherever it is asked for', async () => {
    for (const words of [['-h'], ['shop.db', '--help'], ['shop.db', 'requeue', '--help'], ['shop.db', 'nonsense', '-h']])
      for (const twin of twins) assert.equal(await helpOf(twin, words), await helpOf(twin, ['--help']));
  });

  test('has an example of each sub-command, and each example is understood', async () => {
    const help = await helpOf(native, ['--help']);
    const examples = [...help.matchAll(/^ {2}restante events (shop\.db (\w+).*)$/gm)];
    assert.deepEqual(
      examples.map(([, , name]) => name),
      ['stats', 'waiting', 'parked', 'dead', 'find', 'lookup', 'requeue', 'offer', 'erase', 'conclude', 'sweep'],
    );
    for (const [, words] of examples) {
      const { out } = await run(['bash', '-c', `"$1" events ${words} 2>&1; echo "$?"`, 'bash', native.command[0]], { cwd: scratch });
      assert.equal(out, 'restante: io: there is no file shop.db\n1\n');
    }
    assert.ok(help.split('\n').every((line) => line.length <= 100));
  });

  test('the general usage names it', async () => {
    for (const { command } of twins) assert.match((await run([...command, '--help'])).out, /\n {2}restante events (\[--host better-sqlite3\] )?DB SUB-COMMAND/);
  });
});
