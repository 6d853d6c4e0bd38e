import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { open, openDoor, rawJson, RestanteError } from '../dist/index.js';
import { event, fails, storages, wait } from './support.mjs';

for (const [storage, openStore] of Object.entries(storages)) {
  describe(`a store on ${storage}`, () => {
    test('an event that comes first is held until its run calls for it', async () => {
      const store = await openStore();
      assert.equal(await store.events.buffer(event('1'), { at: 1000 }), true);
      assert.equal(await store.events.buffer(event('1', 'other'), { at: 2000 }), false);
      assert.equal(await store.events.subscribe(wait('run')), undefined);
      const claimed = await store.events.claimFor(wait('run'));
      assert.equal(claimed.receivedAt, 1000);
      assert.deepEqual(claimed.event.payload, { cents: 4200 });
      assert.deepEqual({ ...claimed.event }, { ...event('1'), payloadText: '{"cents":4200}' });
      await store.events.unsubscribe('run', 'payment');
      assert.equal(await store.events.claimFor(wait('run')), null);
      await store.close();
    });

    test('a run that waits first is found by its event', async () => {
      const store = await openStore();
      const full = { ...wait('run'), case: 'c', step: 4, phase: 'compensating', from: 'bank', deadline: 9000 };
      await store.events.subscribe(full, { at: 1 });
      await store.events.buffer(event('1'), { at: 2 });
      assert.deepEqual(await store.events.matchWaiter({ source: 'bank', id: '1' }, { at: 3 }), full);
      assert.equal(await store.events.matchWaiter(event('1'), { at: 3 }), null);
      assert.deepEqual(await store.events.waiting({ limit: 5 }), [full]);
      await store.close();
    });

    test('an addressed event reaches its run, and unclaimed ones become dead letters', async () => {
      const store = await openStore();
      assert.deepEqual(await store.events.deliverTo('run', event('1')), { outcome: 'not_waiting' });
      await store.events.subscribe(wait('run'));
      assert.equal((await store.events.deliverTo('run', event('1'))).outcome, 'matched');
      assert.equal((await store.events.deliverTo('other', event('1'))).outcome, 'duplicate');
      await store.events.buffer(event('2', 'nobody', { by: { actor: 'ann', basis: 'asserted' } }), { at: 5 });
      assert.equal(await store.events.sweepUnclaimed({ olderThan: 5, reason: 'late' }), 1);
      const [letter] = await store.events.deadLetters({ limit: 5 });
      assert.equal(letter.reason, 'late');
      assert.equal(letter.receivedAt, 5);
      assert.deepEqual(letter.event.by, { actor: 'ann', basis: 'asserted' });
      await store.close();
    });

    test('a payload comes back to the letter, and is parsed on first access', async () => {
      const store = await openStore();
      const texts = ['{"a": 1.0, "a":2, "__proto__":{"x":1}}', '1e400', '12345678901234567890', '"\\u0000\\ud83d\\ude00"', 'null', '-0'];
      for (const [i, text] of texts.entries()) {
        await store.events.buffer(event(`${i}`, `key ${i}`, { payload: rawJson(`\n ${text} `) }));
        const { event: stored } = await store.events.claimFor(wait(`run ${i}`, `key ${i}`));
        assert.equal(stored.payloadText, text);
        assert.deepEqual(stored.payload, JSON.parse(text));
        assert.equal(stored.payload, stored.payload);
      }
      const { event: first } = await store.events.claimFor(wait('run 0', 'key 0'));
      assert.ok(Object.hasOwn(first.payload, '__proto__'));
      await store.close();
    });

    test('odd text is kept byte for byte', async () => {
      const store = await openStore();
      for (const odd of ['\u0000', 'a\u0000b', '\u001f', '\u{10ffff}', '👩‍👩‍👧', 'e\u0301', '\u00e9', '__proto__', "'; DROP TABLE x; --"]) {
        const odder = { source: odd, id: odd, kind: odd, correlation: [{ namespace: odd, value: odd }], payload: { [odd]: odd } };
        assert.equal(await store.events.buffer(odder), true, JSON.stringify(odd));
        const claimed = await store.events.claimFor({ run: odd, effect: odd, kind: odd, correlation: odder.correlation });
        assert.equal(claimed.event.source, odd);
        assert.deepEqual(claimed.event.correlation, odder.correlation);
        assert.ok(Object.hasOwn(claimed.event.payload, odd));
      }
      await store.close();
    });

    test('half of a surrogate pair is refused and never replaced', async () => {
      const store = await openStore();
      for (const bad of [
        event('\ud800'),
        event('1', '\udfff'),
        event('1', 'A-1', { payload: { text: '\ud83d' } }),
        event('1', 'A-1', { payload: rawJson('"\ud83d"') }),
        event('1', 'A-1', { payload: rawJson('"\\ud83d"') }),
        event('1', 'A-1', { by: { actor: 'x\ud800', basis: 'asserted' } }),
      ])
        await fails(() => store.events.buffer(bad), 'invalid_argument');
      await fails(() => store.sql('SELECT ?', ['\ud800']), 'invalid_argument');
      assert.equal((await store.sql('SELECT count(*) AS n FROM restante_events'))[0].n, 0);
      await store.close();
    });

    test('bad input is a sentence that names the member, and nothing is written', async () => {
      const store = await openStore();
      const messages = [
        [() => store.events.buffer(event('')), 'event.id is empty; a name has 1 to 1024 bytes'],
        [() => store.events.buffer({ ...event('1'), extra: 1 }), "unknown member 'event.extra'"],
        [() => store.events.buffer({ ...event('1'), correlation: [{ namespace: 'a' }] }), 'event.correlation[0].value is missing'],
        [() => store.events.buffer(event('1'), { at: 1.5 }), 'at must be a whole number, and one of 64 bits'],
        [() => store.events.buffer(event('1'), { at: 1n }), 'at must be a number, not a bigint'],
        [() => store.events.buffer(event('1'), 5), 'options must be an object'],
        [() => store.events.buffer(event('1'), null), 'options must be an object'],
        [() => store.events.buffer(event('\ud800')), 'event.id holds half of a surrogate pair, which has no UTF-8 form'],
        [() => store.events.buffer(event('1', '\ud800')), 'event.correlation[0].value holds half of a surrogate pair, which has no UTF-8 form'],
        [() => store.events.buffer({ ...event('1'), payload: { x: rawJson('1.0') } }), 'rawJson stands for a whole payload only, not for a part of one'],
        [() => store.events.buffer({ ...event('1'), payload: { toJSON() { throw new Error('SECRET'); } } }), 'event.payload has no JSON form'],
        [() => store.events.buffer({ ...event('1'), '\u0000odd': 1 }), "unknown member 'event.\\u0000odd'"],
        [() => store.sql('SELECT ?', [{}]), 'params[0] must be null, text, a number, true or false'],
        [() => store.sql('SELECT ?', [new Date(0)]), 'params[0] must be null, text, a number, true or false'],
        [() => store.sql('SELECT 1', null), 'params must be a list'],
        [() => store.sql('SELECT 1', { length: 1, 0: 1 }), 'params must be a list'],
        [() => store.events.buffer(event('1'), { when: 1 }), "unknown member 'when'"],
        [() => store.events.buffer({ ...event('1'), payload: undefined }), 'event.payload has no JSON form'],
        [() => store.events.buffer({ ...event('1'), payload: rawJson('{} {}') }), 'event.payload is not valid JSON: something follows the value at byte 3'],
        [() => store.events.buffer({ ...event('1'), payload: rawJson('1,"by":2') }), 'event.payload is not valid JSON: something follows the value at byte 1'],
        [() => store.events.subscribe({ ...wait('r'), step: -1 }), 'wait.step must lie between 0 and 4294967295'],
        [() => store.events.waiting({ limit: -1 }), 'limit is negative'],
        [() => store.events.waiting({}), 'limit is missing'],
        [() => store.events.buffer(null), /event/],
        [() => store.events.buffer(), /event/],
        [() => store.sql('SELECT ?', [NaN]), 'params[0] is not a finite number'],
        [() => store.sql(5), 'sql must be text'],
      ];
      for (const [work, message] of messages) {
        const error = await fails(work, 'invalid_argument');
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
      }
      assert.equal((await store.sql('SELECT count(*) AS n FROM restante_events'))[0].n, 0);
      await store.close();
    });

    test('transact commits verbs and SQL together, or nothing', async () => {
      const store = await openStore();
      await store.sql('CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)');
      const answer = await store.transact((op) => {
        op.events.buffer(event('1'));
        op.sql('INSERT INTO orders VALUES (?, ?)', ['A-1', true]);
        return op.sql('SELECT id, paid FROM orders');
      });
      assert.deepEqual(answer, [{ id: 'A-1', paid: 1 }]);

      const mine = new TypeError('mine');
      await assert.rejects(
        store.transact((op) => {
          op.events.buffer(event('2'));
          throw mine;
        }),
        (error) => error === mine,
      );
      const sqlError = await fails(() => store.transact((op) => op.sql("INSERT INTO orders VALUES ('A-1', 0)")), 'sql_error');
      assert.equal(sqlError.extendedCode, 1555);
      assert.equal(await store.events.buffer(event('2')), true);
      await store.close();
    });

    test('a failure that the body swallows still undoes everything', async () => {
      const store = await openStore();
      const error = await fails(
        () =>
          store.transact((op) => {
            op.events.buffer(event('1'));
            assert.throws(() => op.events.waiting({ limit: -1 }), { code: 'invalid_argument' });
            assert.throws(() => op.events.buffer(event('2')), { message: 'limit is negative' });
          }),
        'invalid_argument',
      );
      assert.equal(error.message, 'limit is negative');
      assert.equal(await store.events.buffer(event('1')), true);
      await store.close();
    });

    test('a refusal that never reached the core poisons the op as well', async () => {
      const store = await openStore();
      const cyclic = {};
      cyclic.self = cyclic;
      for (const refused of [
        (op) => op.events.buffer(event('x', 'A-1', { payload: () => 1 })),
        (op) => op.events.buffer(event('x', 'A-1', { payload: cyclic })),
        (op) => op.events.buffer(event('x'), { at: 1n }),
        (op) => op.events.buffer(null),
        (op) => op.sql('SELECT ?', [NaN]),
        (op) => op.sql('SELECT 1', null),
      ])
        await fails(
          () =>
            store.transact((op) => {
              op.events.buffer(event('1'));
              assert.throws(() => refused(op), { name: 'RestanteError' });
            }),
          'invalid_argument',
        );
      assert.equal(await store.events.buffer(event('1')), true);
      await store.close();
    });

    test('an event that the store answered goes back as it is', async () => {
      const store = await openStore();
      await store.events.buffer(event('1', 'A-1', { payload: rawJson('{"a": 1.0}') }));
      const { event: claimed } = await store.events.claimFor(wait('run'));
      assert.equal(await store.events.buffer(claimed), false);
      assert.equal(await store.events.matchWaiter(claimed), null);
      await store.events.unsubscribe('run', 'payment', { event: claimed });
      const other = await openStore();
      await other.events.buffer(claimed);
      assert.equal((await other.events.claimFor(wait('run'))).event.payloadText, '{"a": 1.0}');
      await store.close();
      await other.close();
    });

    test('a body that answers a promise, or anything with a then, is refused and undone', async () => {
      const store = await openStore();
      for (const body of [
        async (op) => op.events.buffer(event('1')),
        (op) => (op.events.buffer(event('1')), { then() {} }),
        (op) => (op.events.buffer(event('1')), Promise.reject(new Error('unseen'))),
      ])
        await fails(() => store.transact(body), 'invalid_argument');
      assert.equal(await store.events.buffer(event('1')), true);
      await store.close();
    });

    test('a second writer inside transact is refused, and so is the op afterwards', async () => {
      const store = await openStore();
      let kept;
      const attempts = [];
      await store.transact((op) => {
        kept = op;
        attempts.push(fails(() => store.events.buffer(event('1')), 'transaction_open'));
        attempts.push(fails(() => store.transact(() => {}), 'transaction_open'));
        attempts.push(fails(() => store.close(), 'transaction_open'));
        op.events.buffer(event('2'));
      });
      assert.equal((await Promise.all(attempts)).length, 3);
      await fails(() => kept.events.buffer(event('3')), 'invalid_argument');
      await fails(() => kept.sql('SELECT 1'), 'invalid_argument');
      assert.equal(await store.events.buffer(event('2')), false);
      await store.close();
    });

    test('a closed store answers closed, and closing twice is fine', async () => {
      const store = await openStore();
      await store.close();
      await store.close();
      await store[Symbol.asyncDispose]();
      await fails(() => store.events.tenant(), 'closed');
      await fails(() => store.sql('SELECT 1'), 'closed');
      await fails(() => store.transact(() => {}), 'closed');
    });

    test('values that outgrow the memory in mid-call come through whole', async () => {
      const store = await openStore({ maxPayloadBytes: 20_000_000 });
      const large = 'ä'.repeat(4_000_000);
      await store.events.buffer(event('1', 'A-1', { payload: large }));
      const { event: stored } = await store.events.claimFor(wait('run'));
      assert.equal(stored.payload, large);
      await store.sql('CREATE TABLE notes (text TEXT)');
      await store.transact((op) => {
        op.sql('INSERT INTO notes VALUES (?)', [large]);
        assert.equal(op.sql('SELECT text FROM notes')[0].text, large);
      });
      assert.equal(await store.events.tenant(), 'default');
      await store.close();
    });

    test('columns of any name and integers of any size come back', async () => {
      const store = await openStore();
      const [row] = await store.sql('SELECT 1 AS "__proto__", \'x\' AS "a b", NULL AS n, 0.5 AS r, 9007199254740991 AS i');
      assert.deepEqual(Object.entries(row), [['__proto__', 1], ['a b', 'x'], ['n', null], ['r', 0.5], ['i', 9007199254740991]]);
      await fails(() => store.sql("SELECT x'00' AS b"), 'invalid_argument');
      await fails(() => store.sql('SELECT 1 AS a, 2 AS a'), 'invalid_argument');
      await store.close();
    });
  });
}

test('the clock is injected and asked only when an instant is left out', async () => {
  let asked = 0;
  const store = await open(':memory:', { clock: () => ((asked += 1), 1234) });
  await store.events.buffer(event('1'), { at: 5 });
  assert.equal(asked, 0);
  await store.events.buffer(event('2'));
  assert.equal(asked, 1);
  await store.events.sweepUnclaimed({ olderThan: 1234, reason: '' });
  assert.deepEqual((await store.events.deadLetters({ limit: 9 })).map((letter) => [letter.receivedAt, letter.reason]), [
    [1234, 'unclaimed'],
    [5, 'unclaimed'],
  ]);
  await store.close();
});

test('integers beyond 2^53 are bigints in both directions', async () => {
  const store = await open(':memory:');
  const [row] = await store.sql('SELECT ? AS big, -9223372036854775808 AS least, 5 AS small', [9223372036854775807n]);
  assert.deepEqual({ ...row }, { big: 9223372036854775807n, least: -9223372036854775808n, small: 5 });
  await fails(() => store.sql('SELECT ?', [2n ** 63n]), 'invalid_argument');
  await store.close();
});

test('options are checked by name, and a file says what this runtime can do', async () => {
  await fails(() => open(':memory:', { tenent: 'x' }), 'invalid_argument');
  await fails(() => open(':memory:', { tenant: 'a/b' }), 'invalid_argument');
  await fails(() => open(':memory:', { synchronous: 'sometimes' }), 'invalid_argument');
  await fails(() => open(':memory:', { busyTimeoutMs: 1.5 }), 'invalid_argument');
  await fails(() => open(':memory:', { clock: 5 }), 'invalid_argument');
  await fails(() => open('orders.db'), 'unsupported');
  await fails(() => open(''), 'invalid_argument');
  await fails(() => open('a\u0000b'), 'invalid_argument');
  await fails(() => open(':memory:', null), 'invalid_argument');
  await fails(() => open(undefined), 'invalid_argument');
  await fails(() => open({}), 'invalid_argument');
  const store = await open(':memory:', { tenant: ' blue\t', maxPayloadBytes: 3 });
  assert.equal(await store.events.tenant(), 'blue');
  await fails(() => store.events.buffer(event('1')), 'payload_too_large');
  await store.close();
});

test('a door runs commands as they are written, failures included', async () => {
  const door = await openDoor();
  assert.equal(door.call('{"do":"open","path":":memory:"}'), '{"ok":true,"value":null}');
  assert.match(door.call('{"do":"open","path":"x.db","as":"b"}'), /"code":"unsupported"/);
  assert.match(door.call('nonsense'), /"code":"invalid_argument"/);
  const half = '{"do":"events.buffer","event":{"source":"\ud800","id":"1","kind":"k","correlation":[],"payload":1},"at":1}';
  assert.match(door.call(half), /"code":"invalid_argument","message":"the command holds half/);
  door.dispose();
  assert.match(door.call('{"do":"events.tenant"}'), /"code":"closed"/);
});

test('an error is an Error with a code from the list', () => {
  const error = new RestanteError('busy', 'locked', { extendedCode: 5 });
  assert.ok(error instanceof Error);
  assert.equal(error.extendedCode, 5);
  assert.equal(String(error), 'RestanteError: locked');
});
