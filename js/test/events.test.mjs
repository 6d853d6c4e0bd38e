// The verbs of the events face that deliver, end, look up and forget. store.test.mjs has those that hold and match.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { open, rawJson } from '../dist/index.js';
import { allStorages, event, fails, openFile, freshPath, stoppedClock, wait } from './support.mjs';

/** An event or a wait as the store answers it. */
const stored = (id, key, more) => ({ ...event(id, key, more), payloadText: '{"cents":4200}' });
const registered = (run, key, more) => ({ ...wait(run, key), step: 0, phase: 'forward', ...more });
const id = (name) => ({ source: 'bank', id: name });

/** Compares with getters looked into, and with members that are undefined told from absent ones. */
function equal(answer, expected) {
  assert.deepEqual(plain(answer), plain(expected));
}

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

const nothing = { live: 0, held: 0, spent: 0, dead: 0, erased: 0, waitsOpen: 0, waitsParked: 0, sealedRuns: 0 };

for (const [storage, openStore] of Object.entries(allStorages)) {
  describe(`the events face on ${storage}`, () => {
    const withStore = (name, body) =>
      test(name, async () => {
        const clock = stoppedClock(5000);
        const store = await openStore({ clock });
        try {
          await body(store, store.events, clock);
        } finally {
          await store.close();
        }
      });

    withStore('deliver answers the wait, or that the event is kept or known', async (store, events) => {
      equal(await events.deliver(event('1'), { at: 10 }), { outcome: 'buffered' });
      equal(await events.deliver(event('1', 'other'), { at: 20 }), { outcome: 'buffered' });
      await events.subscribe(wait('run', 'A-1', { case: 'c', from: 'bank', deadline: 9000 }), { at: 30 });
      const matched = await events.deliver(event('1', 'other'), { at: 40 });
      equal(matched, {
        outcome: 'matched',
        wait: registered('run', 'A-1', { case: 'c', from: 'bank', deadline: 9000 }),
        event: stored('1'),
        receivedAt: 10,
      });
      equal(await events.deliver(event('1'), { at: 50 }), { outcome: 'duplicate' });
      await events.subscribe(wait('next'), { at: 60 });
      const fresh = await events.deliver(event('2', 'A-1', { payload: rawJson(' {"b": 1.0,"a":[]} '), by: { actor: 'ann', basis: 'asserted' } }), { at: 70 });
      assert.equal(fresh.wait.run, 'next');
      assert.equal(fresh.receivedAt, 70);
      assert.equal(fresh.event.payloadText, '{"b": 1.0,"a":[]}');
      equal(fresh.event.by, { actor: 'ann', basis: 'asserted' });
    });

    withStore('await registers a wait and answers what it holds from then on', async (store, events) => {
      assert.equal(await events.await(wait('run'), { at: 1 }), null);
      equal(await events.waiting({ limit: 9 }), [registered('run')]);
      await events.buffer(event('1'), { at: 2 });
      equal(await events.await(wait('run'), { at: 3 }), { event: stored('1'), receivedAt: 2 });
      equal(await events.await(wait('run', 'another key'), { at: 4 }), { event: stored('1'), receivedAt: 2 });
      equal(await events.waiting({ limit: 9 }), [registered('run')]);
    });

    withStore('parked waits are listed longest parked first, and an instant cuts the list', async (store, events, clock) => {
      await events.subscribe(wait('idle'), { at: 1 });
      await events.parkWait(wait('late', 'B'), { at: 30 });
      await events.parkWait(wait('early', 'C'), { at: 10 });
      assert.equal(await events.parkWait(wait('now', 'D')), undefined);
      const runs = async (options) => (await events.parkedWaits(options)).map(({ run }) => run);
      assert.deepEqual(await runs({ limit: 9 }), ['early', 'late', 'now']);
      assert.deepEqual(await runs({ limit: 2 }), ['early', 'late']);
      assert.deepEqual(await runs({ limit: 9, parkedBefore: clock.now }), ['early', 'late']);
      assert.deepEqual(await runs({ limit: 9, parkedBefore: 10 }), []);
      assert.deepEqual(await runs({ limit: 9, parkedBefore: undefined }), ['early', 'late', 'now']);
      assert.deepEqual(await runs({ limit: 0 }), []);
      equal(await events.parkedWaits({ limit: 1 }), [registered('early', 'C')]);
    });

    withStore('waits that are over are removed and answered; what one holds it keeps', async (store, events, clock) => {
      assert.equal(await events.nextDeadline(), null);
      await events.subscribe(wait('b', 'A-1', { deadline: 300 }), { at: 1 });
      await events.subscribe(wait('a', 'A-2', { deadline: 200 }), { at: 2 });
      await events.subscribe(wait('later', 'A-3', { deadline: clock.now + 1 }), { at: 3 });
      await events.subscribe(wait('holds', 'A-4', { deadline: 100 }), { at: 4 });
      await events.deliver(event('1', 'A-4'), { at: 5 });
      assert.equal(await events.nextDeadline(), 200);
      assert.deepEqual(await events.expireWaits({ now: 199, limit: 9 }), []);
      equal(await events.expireWaits({ now: 200, limit: 9 }), [registered('a', 'A-2', { deadline: 200 })]);
      assert.deepEqual((await events.expireWaits({ limit: 9 })).map(({ run }) => run), ['b']);
      clock.now += 1;
      assert.deepEqual(await events.expireWaits({ limit: 0 }), []);
      assert.deepEqual((await events.expireWaits({ limit: 1 })).map(({ run }) => run), ['later']);
      assert.equal(await events.nextDeadline(), null);
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['holds']);
    });

    withStore('the end of a run releases what it never kept and sheds the rest', async (store, events) => {
      for (const [n, effect] of ['kept', 'second', 'first'].entries()) {
        await events.subscribe({ ...wait('run', `A-${n}`), effect }, { at: n });
        await events.deliver(event(effect, `A-${n}`), { at: 100 - n });
      }
      await events.subscribe({ ...wait('run', 'B'), effect: 'open' }, { at: 9 });
      equal(await events.unsubscribeRun('run', ['second', 'first', 'nobody', 'first']), {
        waits: 4,
        released: [stored('first', 'A-2'), stored('second', 'A-1')],
      });
      equal(await events.unsubscribeRun('run', []), { waits: 0, released: [] });
      equal((await events.lookup(id('kept'))).state, 'spent');
      equal((await events.lookup(id('first'))).receivedAt, 98);
      assert.equal(await events.await(wait('run', 'B'), { at: 10 }), null, 'the run is not sealed');
      equal((await events.stats()).waitsOpen, 1);
    });

    withStore('a sealed run is given nothing any more', async (store, events) => {
      assert.equal(await events.sealRun('run', { at: 1 }), true);
      assert.equal(await events.sealRun('run'), false);
      assert.equal(await events.await(wait('run')), null);
      equal(await events.deliver(event('1')), { outcome: 'buffered' });
      equal(await events.waiting({ limit: 9 }), []);
    });

    withStore('a concluded run hands what it held to those who wait next', async (store, events) => {
      await events.subscribe(wait('run'), { at: 1 });
      await events.subscribe({ ...wait('run', 'B'), effect: 'other' }, { at: 1 });
      await events.deliver(event('1'), { at: 2 });
      await events.deliver(event('2', 'B'), { at: 3 });
      await events.subscribe(wait('heir', 'B'), { at: 4 });
      equal(await events.concludeRun('run', ['payment', 'other'], { at: 5 }), {
        waits: 2,
        released: [stored('1'), stored('2', 'B')],
        matched: [registered('heir', 'B')],
      });
      equal(await events.concludeRun('run', []), { waits: 0, released: [], matched: [] });
      assert.equal(await events.sealRun('run'), false);
      equal((await events.lookup(id('1'))).state, 'live');
      equal((await events.lookup(id('2'))).claimedBy, { run: 'heir', effect: 'payment' });
    });

    withStore('an erased payload is absent from then on, which is not null', async (store, events) => {
      await events.buffer(event('null', 'N', { payload: null }), { at: 1 });
      const kept = (await events.lookup(id('null'))).event;
      assert.equal(kept.payload, null);
      assert.equal(kept.payloadText, 'null');

      await events.subscribe(wait('run'), { at: 2 });
      await events.deliver(event('1', 'A-1', { by: { actor: 'ann', basis: 'connected' } }), { at: 3 });
      assert.equal(await events.erasePayload(id('1')), true);
      assert.equal(await events.erasePayload(event('1')), true);
      assert.equal(await events.erasePayload(id('unknown')), false);
      const { payload, ...rest } = event('1', 'A-1', { by: { actor: 'ann', basis: 'connected' } });
      const record = await events.lookup(id('1'));
      equal(record, { event: rest, receivedAt: 3, state: 'dead', reason: 'erased', erased: true, addressed: false });
      for (const absent of ['payload', 'payloadText']) assert.equal(absent in record.event, false);
      equal(await events.deadLetters({ limit: 9 }), [{ event: rest, receivedAt: 3, reason: 'erased' }]);
      equal(await events.deliver(event('1')), { outcome: 'duplicate' });
      equal((await events.deliver(event('2'))).wait, registered('run'), 'the wait that held it goes on waiting');
      equal(await events.stats(), { ...nothing, live: 1, held: 1, dead: 1, erased: 1, waitsParked: 1, oldestLiveAt: 1, oldestHeldAt: 5000 });
    });

    withStore('a dead letter is made live again, unless it was erased or addressed', async (store, events, clock) => {
      for (const name of ['1', 'erased']) await events.buffer(event(name), { at: 1 });
      await events.sweepUnclaimed({ olderThan: 1, reason: 'late' });
      await events.erasePayload(id('erased'));
      assert.equal(await events.requeue(id('erased')), false);
      assert.equal(await events.requeue(id('unknown')), false);
      assert.equal(await events.requeue(id('1')), true);
      assert.equal(await events.requeue(id('1')), false);
      equal(await events.lookup(id('1')), { event: stored('1'), receivedAt: clock.now, state: 'live', erased: false, addressed: false });
      await events.sweepUnclaimed({ olderThan: clock.now, reason: 'late' });
      assert.equal(await events.requeue(event('1'), { at: 77 }), true);
      assert.equal((await events.lookup(id('1'))).receivedAt, 77);
    });

    withStore('lookup tells all that is known of an event, in every state', async (store, events) => {
      assert.equal(await events.lookup(id('1')), null);
      await events.buffer(event('1'), { at: 1 });
      const known = { event: stored('1'), receivedAt: 1, erased: false, addressed: false };
      equal(await events.lookup(id('1')), { ...known, state: 'live' });
      await events.await(wait('run'), { at: 2 });
      equal(await events.lookup(event('1')), { ...known, state: 'held', claimedBy: { run: 'run', effect: 'payment' } });
      await events.unsubscribe('run', 'payment');
      const { payload, ...rest } = event('1');
      const spent = await events.lookup(id('1'));
      equal(spent, { ...known, event: rest, state: 'spent', claimedBy: { run: 'run', effect: 'payment' } });
      assert.equal('payloadText' in spent.event, false);
      await events.subscribe(wait('two'), { at: 3 });
      await events.deliverTo('two', event('2'), { at: 4 });
      assert.equal((await events.lookup(id('2'))).addressed, true);
      await events.buffer(event('3', 'B'), { at: 5 });
      await events.sweepUnclaimed({ olderThan: 5, reason: '' });
      equal(await events.lookup(id('3')), { ...known, event: stored('3', 'B'), receivedAt: 5, state: 'dead', reason: 'unclaimed' });
    });

    withStore('find answers every event under a key, newest first', async (store, events) => {
      for (const [name, at] of [['a', 20], ['b', 10], ['c', 20]]) await events.buffer(event(name), { at });
      await events.buffer(event('elsewhere', 'B'), { at: 30 });
      await events.claimFor(wait('run'));
      const found = await events.find({ namespace: 'order', value: 'A-1' }, { limit: 9 });
      assert.deepEqual(found.map(({ event: { id }, state }) => [id, state]), [['c', 'live'], ['a', 'live'], ['b', 'held']]);
      equal(found[1], { event: stored('a'), receivedAt: 20, state: 'live', erased: false, addressed: false });
      equal(found[2].claimedBy, { run: 'run', effect: 'payment' });
      assert.deepEqual((await events.find({ namespace: 'order', value: 'A-1' }, { limit: 1 })).length, 1);
      assert.deepEqual(await events.find({ namespace: 'order', value: '' }, { limit: 9 }), []);
    });

    withStore('minter says who minted an event, if it was ever kept', async (store, events) => {
      assert.equal(await events.minter(id('1')), null);
      await events.buffer(event('1'));
      await events.buffer(event('2', 'A-1', { by: { actor: 'ann', basis: 'authenticated' } }));
      equal(await events.minter(id('1')), { minter: 'nobody' });
      await events.erasePayload(id('2'));
      equal(await events.minter(event('2')), { minter: 'operator', actor: 'ann', basis: 'authenticated' });
    });

    withStore('stats counts what there is, and leaves out what there is not', async (store, events) => {
      equal(await events.stats(), nothing);
      await events.buffer(event('live', 'L'), { at: 7 });
      await events.buffer(event('held'), { at: 8 });
      await events.await(wait('run'), { at: 9 });
      await events.subscribe(wait('open', 'O'), { at: 9 });
      await events.sealRun('sealed');
      equal(await events.stats(), { ...nothing, live: 1, held: 1, waitsOpen: 1, waitsParked: 1, sealedRuns: 1, oldestLiveAt: 7, oldestHeldAt: 8 });
    });

    withStore('what is forgotten is as if it had never been', async (store, events) => {
      for (const [name, at] of [['spent', 1], ['dead', 2], ['young', 3], ['live', 4]]) await events.buffer(event(name, name), { at });
      await events.await(wait('run', 'spent'));
      await events.unsubscribe('run', 'payment');
      await events.sweepUnclaimed({ olderThan: 3, reason: 'late' });
      assert.equal(await events.forget({ olderThan: 9, states: ['spent'], limit: 9 }), 1);
      assert.equal(await events.forget({ olderThan: 9, states: ['dead', 'spent', 'dead'], limit: 1 }), 1);
      assert.equal(await events.forget({ olderThan: 2, states: ['dead'], limit: 9 }), 0);
      assert.equal(await events.lookup(id('dead')), null);
      assert.equal((await events.lookup(id('young'))).state, 'dead');
      equal(await events.deliver(event('spent')), { outcome: 'buffered' });

      await events.sealRun('run', { at: 50 });
      await events.sealRun('young', { at: 60 });
      assert.equal(await events.forgetSeals({ olderThan: 49, limit: 9 }), 0);
      assert.equal(await events.forgetSeals({ olderThan: 60, limit: 1 }), 1);
      assert.equal((await events.stats()).sealedRuns, 1);
      assert.equal(await events.sealRun('run', { at: 70 }), true);
    });

    withStore('an instant that is left out comes from the clock of the store', async (store, events, clock) => {
      const options = [[], [{}], [{ at: undefined }]];
      for (const [n, rest] of options.entries()) {
        clock.now = 1000 * (n + 1);
        const key = `K-${n}`;
        await events.deliver(event(`d${n}`, key), ...rest);
        assert.equal((await events.await(wait(`a${n}`, key), ...rest)).receivedAt, clock.now);
        await events.parkWait(wait(`p${n}`, `P-${n}`), ...rest);
        await events.sealRun(`s${n}`, ...rest);
        await events.concludeRun(`c${n}`, [], ...rest);
        await events.buffer(event(`q${n}`, 'Q'), { at: 1 });
        await events.sweepUnclaimed({ olderThan: 1, reason: 'late' });
        await events.requeue(id(`q${n}`), ...rest);
        assert.equal((await events.lookup(id(`q${n}`))).receivedAt, clock.now);
      }
      const parked = await store.sql("SELECT run, parked_at FROM restante_waits WHERE run LIKE 'p%' ORDER BY run");
      equal(parked, [{ run: 'p0', parked_at: 1000 }, { run: 'p1', parked_at: 2000 }, { run: 'p2', parked_at: 3000 }]);
      assert.equal(await events.forgetSeals({ olderThan: 1999, limit: 9 }), 2);
      assert.equal(await events.forgetSeals({ olderThan: 2999, limit: 9 }), 2);
      assert.equal(await events.forgetSeals({ olderThan: 3000, limit: 9 }), 2);
      for (const now of [{}, { now: undefined }]) {
        await events.subscribe(wait('over', 'X', { deadline: clock.now }));
        assert.equal((await events.expireWaits({ limit: 9, ...now })).length, 1);
      }
    });

    withStore('on the op every verb answers at once, and a throw undoes them all', async (store, events, clock) => {
      const work = (op) => {
        const { events } = op;
        equal(events.deliver(event('1')), { outcome: 'buffered' });
        equal(events.await(wait('run')), { event: stored('1'), receivedAt: clock.now });
        events.parkWait(wait('parked', 'P'));
        assert.deepEqual(events.parkedWaits({ limit: 9 }).map(({ run }) => run), ['run', 'parked']);
        events.subscribe(wait('over', 'O', { deadline: clock.now }));
        assert.equal(events.nextDeadline(), clock.now);
        assert.deepEqual(events.expireWaits({ limit: 9 }).map(({ run }) => run), ['over']);
        equal(events.unsubscribeRun('run', ['payment']), { waits: 1, released: [stored('1')] });
        assert.equal(events.sealRun('sealed'), true);
        equal(events.concludeRun('concluded', []), { waits: 0, released: [], matched: [] });
        assert.equal(events.sweepUnclaimed({ olderThan: clock.now, reason: 'late' }), 1);
        assert.equal(events.requeue(id('1')), true);
        assert.equal(events.lookup(id('1')).state, 'live');
        equal(events.minter(id('1')), { minter: 'nobody' });
        assert.equal(events.erasePayload(id('1')), true);
        assert.equal('payload' in events.find({ namespace: 'order', value: 'A-1' }, { limit: 9 })[0].event, false);
        assert.equal(events.stats().erased, 1);
        assert.equal(events.forget({ olderThan: clock.now, states: ['dead'], limit: 9 }), 1);
        assert.equal(events.forgetSeals({ olderThan: clock.now, limit: 9 }), 2);
        assert.deepEqual(events.waiting({ limit: 9 }).map(({ run }) => run), ['parked']);
        return 'done';
      };
      const mine = new Error('mine');
      await assert.rejects(store.transact((op) => (work(op), assert.fail(mine))), (error) => error === mine);
      equal(await events.stats(), nothing);
      assert.equal(await store.transact(work), 'done');
      equal(await events.stats(), { ...nothing, waitsParked: 1 });
    });

    withStore('a time-out and what the caller notes of it are one transaction', async (store, events) => {
      await store.sql('CREATE TABLE timeouts (run TEXT)');
      await events.subscribe(wait('run', 'A-1', { deadline: 10 }), { at: 1 });
      const expire = (then) =>
        store.transact((op) => {
          for (const { run } of op.events.expireWaits({ now: 10, limit: 9 })) op.sql('INSERT INTO timeouts VALUES (?)', [run]);
          then();
        });
      await assert.rejects(expire(() => assert.fail('crash')), /crash/);
      equal((await events.waiting({ limit: 9 })).length, 1);
      await expire(() => {});
      equal(await store.sql('SELECT run FROM timeouts'), [{ run: 'run' }]);
      equal(await events.waiting({ limit: 9 }), []);
    });

    withStore('bad arguments are refused by name, and nothing is written', async (store, events) => {
      const key = { namespace: 'order', value: 'A-1' };
      const withAt = {
        deliver: [event('1')],
        await: [wait('run')],
        parkWait: [wait('run')],
        sealRun: ['run'],
        concludeRun: ['run', []],
        requeue: [id('1')],
        buffer: [event('1')],
        subscribe: [wait('run')],
        claimFor: [wait('run')],
        matchWaiter: [id('1')],
        deliverTo: ['run', event('1')],
      };
      const withOptions = {
        parkedWaits: [[], { limit: 1 }],
        expireWaits: [[], { limit: 1 }],
        find: [[key], { limit: 1 }],
        waiting: [[], { limit: 1 }],
        deadLetters: [[], { limit: 1 }],
        sweepUnclaimed: [[], { olderThan: 1, reason: 'late' }],
        forget: [[], { olderThan: 1, states: ['dead'], limit: 1 }],
        forgetSeals: [[], { olderThan: 1, limit: 1 }],
      };
      const refused = [];
      const add = (verb, args, message) => refused.push([verb, args, message]);
      for (const [verb, args] of Object.entries(withAt)) {
        add(verb, [...args, null], 'options must be an object');
        add(verb, [...args, { when: 1 }], "unknown member 'when'");
        // No option may pass for a member of the command.
        for (const name of ['event', 'wait', 'run', 'unanswered', 'do', 'as', 'odd"\u0000'])
          add(verb, [...args, { [name]: 'x' }], `unknown member '${name === 'odd"\u0000' ? 'odd\\"\\u0000' : name}'`);
        for (const at of [null, 1.5, '1', NaN, 9e15, new Date(5)]) add(verb, [...args, { at }], /^at must /);
        add(verb, [...args, { at: 1n }], 'at must be a number, not a bigint');
        add(verb, [], /must be an object|is missing/);
      }
      for (const [verb, [args, options]] of Object.entries(withOptions)) {
        add(verb, args, 'options must be an object');
        add(verb, [...args, null], 'options must be an object');
        for (const name of ['at', 'do', 'as', 'older_than', 'parked_before', 'value'])
          add(verb, [...args, { ...options, [name]: 1 }], `unknown member '${name}'`);
        for (const name of Object.keys(options)) {
          const { [name]: left, ...rest } = options;
          add(verb, [...args, rest], /is missing$/);
          add(verb, [...args, { ...options, [name]: null }], new RegExp(`^${name === 'olderThan' ? 'older_than' : name} must `));
        }
        if ('limit' in options) add(verb, [...args, { ...options, limit: -1 }], 'limit is negative');
      }
      for (const verb of ['erasePayload', 'requeue', 'lookup', 'minter']) {
        for (const given of [undefined, null, 'bank']) add(verb, [given], 'event must be an object');
        add(verb, [{ source: 'bank' }], /id is missing$/);
        add(verb, [{ source: '', id: '1' }], /source is empty/);
        add(verb, [{ source: 'bank', id: 5 }], /id must /);
        add(verb, [{ source: 'bank', id: '\ud800' }], 'id holds half of a surrogate pair, which has no UTF-8 form');
      }
      for (const verb of ['deliver', 'buffer']) {
        add(verb, [null], 'event must be an object');
        add(verb, [{ ...event('1'), extra: 1 }], "unknown member 'event.extra'");
        add(verb, [{ ...event('1'), payloadText: 5 }], 'event.payloadText must be text');
        add(verb, [{ ...event('1'), payload: undefined }], 'event.payload has no JSON form');
        add(verb, [event('1', 'A-1', { payload: { text: '\ud83d' } })], /event\.payload/);
        add(verb, [event('\udc00')], 'event.id holds half of a surrogate pair, which has no UTF-8 form');
      }
      for (const verb of ['await', 'parkWait']) {
        add(verb, [null], 'wait must be an object');
        add(verb, [{ ...wait('run'), extra: 1 }], "unknown member 'wait.extra'");
        add(verb, [{ ...wait('run'), deadline: null }], /^wait\.deadline must /);
        add(verb, [wait('run', 'A-1', { case: '\ud800' })], 'wait.case holds half of a surrogate pair, which has no UTF-8 form');
      }
      for (const verb of ['unsubscribeRun', 'concludeRun']) {
        add(verb, ['run'], 'unanswered is missing');
        add(verb, ['run', 'payment'], /^unanswered must /);
        add(verb, ['run', null], /^unanswered must /);
        add(verb, ['run', new Set(['payment'])], /^unanswered must /);
        add(verb, ['run', ['ok', 5]], /^unanswered\[1\] must /);
        add(verb, ['run', ['']], /^unanswered\[0\] is empty/);
        add(verb, ['run', ['\ud800']], 'unanswered[0] holds half of a surrogate pair, which has no UTF-8 form');
        add(verb, ['', []], /^run is empty/);
        add(verb, [undefined, []], 'run is missing');
      }
      add('sealRun', [5], /^run must /);
      add('sealRun', ['\ud800'], 'run holds half of a surrogate pair, which has no UTF-8 form');
      add('unsubscribe', ['run', 'payment', null], 'options must be an object');
      add('unsubscribe', ['run', 'payment', { event: null }], 'event must be an object');
      for (const name of ['at', 'run', 'effect', 'do']) add('unsubscribe', ['run', 'payment', { [name]: 'x' }], `unknown member '${name}'`);
      add('parkedWaits', [{ limit: 1, parkedBefore: 1.5 }], /^parked_before must /);
      add('parkedWaits', [{ limit: 1, parkedBefore: null }], /^parked_before must /);
      add('expireWaits', [{ limit: 1, now: null }], /^now must /);
      add('find', [null, { limit: 1 }], 'key must be an object');
      add('find', [undefined, { limit: 1 }], 'key must be an object');
      add('find', [{ ...key, extra: 1 }, { limit: 1 }], "unknown member 'key.extra'");
      add('find', [{ namespace: 'order' }, { limit: 1 }], 'value is missing');
      add('find', [{ namespace: '', value: '' }, { limit: 1 }], /^namespace is empty/);
      add('find', [{ namespace: 'order', value: '\ud800' }, { limit: 1 }], 'value holds half of a surrogate pair, which has no UTF-8 form');
      for (const states of [[], ['live'], ['held', 'dead'], 'dead', [5], ['Dead']])
        add('forget', [{ olderThan: 1, states, limit: 1 }], /^states/);

      for (const [verb, args, message] of refused) {
        const about = `${verb}(${args.map(String)})`;
        for (const call of [() => events[verb](...args), () => store.transact((op) => op.events[verb](...args))]) {
          const error = await fails(call, 'invalid_argument');
          if (message instanceof RegExp) assert.match(error.message, message, about);
          else assert.equal(error.message, message, about);
        }
      }
      equal(await events.stats(), nothing);
    });

    withStore('listeners are told of each commit, and of nothing else', async (store, events) => {
      let told = 0;
      const stop = store.onCommit(() => (told += 1));
      const tells = async (work, times) => {
        told = 0;
        await work().catch(() => {});
        assert.equal(told, times);
      };
      await tells(() => events.deliver(event('1')), 1);
      await tells(() => events.stats(), 0);
      await tells(() => events.lookup(id('1')), 0);
      await tells(() => events.deliver(null), 0);
      await tells(() => store.sql('CREATE TABLE mine (n)'), 1);
      await tells(() => store.transact((op) => [op.events.deliver(event('2')), op.sql('INSERT INTO mine VALUES (1)')].length), 1);
      await tells(() => store.transact((op) => (op.events.deliver(event('3')), assert.fail())), 0);
      await tells(() => store.transact((op) => (assert.equal((op.events.deliver(event('4')), told), 0), 'told later')), 1);
      stop();
      stop();
      await tells(() => events.deliver(event('5')), 0);
    });
  });
}

test('listeners come and go by themselves, one by one', async () => {
  const store = await open(':memory:');
  const told = [];
  const listener = () => told.push('same');
  const stopOne = store.onCommit(listener);
  store.onCommit(listener);
  const stopSelf = store.onCommit(() => {
    told.push('once');
    stopSelf();
  });
  await store.events.buffer(event('1'));
  stopOne();
  await store.events.buffer(event('2'));
  assert.deepEqual(told, ['same', 'same', 'once', 'same']);
  for (const bad of [undefined, null, 5, {}]) await fails(() => store.onCommit(bad), 'invalid_argument');
  await store.close();
  assert.equal(told.length, 4);
});

test('a commit of another connection is not told, and is there to be seen', async () => {
  const path = freshPath();
  const [one, two] = [await openFile(path), await openFile(path)];
  let told = 0;
  one.onCommit(() => (told += 1));
  await two.events.deliver(event('1'));
  assert.equal(told, 0);
  assert.equal((await one.events.lookup(id('1'))).state, 'live');
  await one.close();
  await two.close();
});
