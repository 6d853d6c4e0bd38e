// Correlator and waitFor: what they do around the machine, which has tests of its own.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, mock, test } from 'node:test';
import Database from 'better-sqlite3';
import { betterSqlite3, Correlator, HostFailure, open } from '../dist/index.js';
import { after as later } from '../dist/correlator/timer.js';
import { Waiters } from '../dist/correlator/waiters.js';
import { allStorages, event, fails, freshPath, openFile, stoppedClock, wait } from './support.mjs';

const kind = 'payment.settled';
const key = (value) => [{ namespace: 'order', value }];
const id = (name) => ({ source: 'bank', id: name });

/** A promise that the test settles. */
function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

/** Lets everything that is due, timers of up to a millisecond included, happen some times over. */
async function turns(count = 10) {
  for (let i = 0; i < count; i += 1) {
    await new Promise((done) => setTimeout(done, 2));
    await new Promise((done) => setImmediate(done));
  }
}

/** A promise of the first time that `calls` has an entry like this. */
function heard() {
  const calls = [];
  const waiting = [];
  return {
    calls,
    add(entry) {
      calls.push(entry);
      for (const { matches, resolve } of waiting) if (matches(entry)) resolve(entry);
    },
    until: (matches = () => true) => {
      const found = calls.find(matches);
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ matches, resolve }));
    },
  };
}

/**
 * A correlator whose callbacks note what they are told; `resume` and `expired`, if given, run after the note.
 */
async function correlatorOn(t, store, { resume = () => {}, expired = () => {}, ...options } = {}) {
  const seen = { resumed: heard(), expired: heard(), errors: heard() };
  const correlator = await Correlator.open(store, {
    resume: (wait, event, context) => {
      seen.resumed.add({ run: wait.run, id: event.id, attempt: context.attempt });
      return resume(wait, event, context);
    },
    expired: (wait) => {
      seen.expired.add(wait.run);
      return expired(wait);
    },
    onError: (error, wait) => seen.errors.add({ error, run: wait?.run }),
    ...options,
  });
  t.after(async () => {
    await correlator.close();
    await store.close();
  });
  const runs = () => seen.resumed.calls.map(({ run }) => run);
  return { store, events: store.events, correlator, ...seen, runs };
}

async function begin(t, openStore, options = {}) {
  const clock = stoppedClock();
  const store = await openStore({ clock });
  return { clock, ...(await correlatorOn(t, store, options)) };
}

/** A database of the host whose transactions can be made to fail. */
function unreliable(database) {
  const below = betterSqlite3(database);
  const host = {
    /** How many of the next transactions fail, after their work and before they are committed. */
    failures: 0,
    before: () => {},
    run: (sql, parameters, wantNames) => below.run(sql, parameters, wantNames),
    transaction(body) {
      host.before();
      below.transaction(() => {
        body();
        if (host.failures === 0) return;
        host.failures -= 1;
        throw new HostFailure('io', 'no luck');
      });
    },
    close: () => {},
  };
  return host;
}

for (const [storage, openStore] of Object.entries(allStorages)) {
  describe(`a correlator on ${storage}`, () => {
    test('an event resumes the run that waits for it, and the wait is ended', async (t) => {
      const contexts = [];
      const { correlator, events, resumed, clock } = await begin(t, openStore, {
        resume: (wait, event, context) => void contexts.push({ wait, event, context }),
      });
      assert.equal(await correlator.expect(wait('run', 'A-1', { deadline: clock.now + 5, case: 'c' })), undefined);
      assert.deepEqual(await correlator.deliver(event('1')), { outcome: 'matched' });
      await correlator.idle();
      assert.deepEqual(resumed.calls, [{ run: 'run', id: '1', attempt: 1 }]);
      const [{ wait: told, event: brought, context }] = contexts;
      assert.deepEqual(told, { ...wait('run', 'A-1', { deadline: clock.now + 5, case: 'c' }), step: 0, phase: 'forward' });
      assert.deepEqual({ ...brought }, { ...event('1'), payloadText: '{"cents":4200}' });
      assert.deepEqual(Object.keys(context).sort(), ['attempt', 'receivedAt', 'signal']);
      assert.equal(context.receivedAt, clock.now);
      assert.ok(context.signal instanceof AbortSignal && !context.signal.aborted);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.equal((await events.lookup(id('1'))).state, 'spent');
      assert.deepEqual(await correlator.deliver(event('1')), { outcome: 'duplicate' });
      assert.deepEqual(await correlator.deliver(event('2')), { outcome: 'buffered' });
      await correlator.idle();
      assert.equal(resumed.calls.length, 1);
    });

    test('a run that comes later is resumed with the event that was kept', async (t) => {
      const { correlator, events, resumed } = await begin(t, openStore);
      await correlator.deliver(event('1'), { at: 77 });
      assert.equal((await events.lookup(id('1'))).receivedAt, 77);
      await correlator.expect(wait('run'), { at: 78 });
      await correlator.idle();
      assert.deepEqual(resumed.calls, [{ run: 'run', id: '1', attempt: 1 }]);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    for (const [how, fail] of [
      ['throws', () => { throw new Error('the run is locked'); }],
      ['rejects', async () => { throw new Error('the run is locked'); }],
    ])
      test(`a resume that ${how} is left alone for its back-off, and succeeds in the end`, async (t) => {
        let broken = true;
        const { correlator, events, resumed, errors, clock } = await begin(t, openStore, { resume: () => broken && fail() });
        const at = clock.now;
        await correlator.expect(wait('run'));
        await correlator.deliver(event('1'));
        await correlator.idle();
        assert.deepEqual(correlator.failing(), [{ run: 'run', effect: 'payment', attempt: 1, retryAt: at + 1000, error: 'the run is locked' }]);
        assert.equal((await events.parkedWaits({ limit: 9 })).length, 1);
        assert.deepEqual(errors.calls.map(({ error, run }) => [error.message, run]), [['the run is locked', 'run']]);
        for (const [ms, attempts] of [[999, 1], [1000, 2], [2999, 2], [3000, 3], [6999, 3]]) {
          clock.now = at + ms;
          await correlator.idle();
          assert.equal(resumed.calls.length, attempts, `${ms} ms`);
        }
        broken = false;
        clock.now = at + 7000;
        await correlator.idle();
        assert.deepEqual(resumed.calls.map(({ attempt }) => attempt), [1, 2, 3, 4]);
        assert.deepEqual(correlator.failing(), []);
        assert.deepEqual(await events.waiting({ limit: 9 }), []);
        assert.equal(errors.calls.length, 3);
      });

    test('delays are bounded, and another event of a wait begins anew', async (t) => {
      const { correlator, events, clock } = await begin(t, openStore, {
        resume: () => { throw new Error('no'); },
        baseDelayMs: 10,
        maxDelayMs: 25,
      });
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      for (const delay of [10, 20, 25, 25]) {
        assert.equal(correlator.failing()[0].retryAt - clock.now, delay);
        clock.now += delay;
        await correlator.idle();
      }
      await events.erasePayload(id('1'));
      await correlator.deliver(event('2'));
      await correlator.idle();
      assert.deepEqual(correlator.failing().map(({ attempt }) => attempt), [1]);
    });

    test('a resume that never returns counts as failed, and does not hold up the others', async (t) => {
      const hangs = deferred();
      const signals = [];
      const { correlator, events, resumed, errors, clock } = await begin(t, openStore, {
        resumeTimeoutMs: 5,
        resume: (wait, event, { signal }) => {
          signals.push(signal);
          return wait.run === 'hangs' && signals.length === 1 ? hangs.promise : undefined;
        },
      });
      await correlator.expect(wait('hangs', 'H'));
      await correlator.expect(wait('other', 'O'));
      await correlator.deliver(event('1', 'H'));
      await correlator.deliver(event('2', 'O'));
      await correlator.idle();
      assert.deepEqual(resumed.calls.map(({ run }) => run), ['hangs', 'other']);
      assert.equal(signals[0].aborted, true);
      assert.equal(signals[0].reason.name, 'TimeoutError');
      assert.equal(signals[1].aborted, false);
      assert.equal(errors.calls[0].error, signals[0].reason);
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['hangs']);
      // What it does now comes too late, and is no harm.
      hangs.resolve();
      await correlator.idle();
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['hangs']);
      clock.now += 1000;
      await correlator.idle();
      assert.deepEqual(resumed.calls.at(-1), { run: 'hangs', id: '1', attempt: 2 });
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('a failure after the time is up is nobody\'s unhandled rejection', async (t) => {
      const hangs = deferred();
      const { correlator, errors } = await begin(t, openStore, { resumeTimeoutMs: 1, resume: () => hangs.promise });
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      hangs.reject(new Error('too late'));
      await turns(2);
      assert.deepEqual(errors.calls.map(({ error }) => error.name), ['TimeoutError']);
    });

    test('whatever is thrown is a failure like any other', async (t) => {
      const odd = { message: 5 };
      Object.setPrototypeOf(odd, Error.prototype);
      const shy = new Error();
      Object.defineProperty(shy, 'message', { get: () => { throw new Error('SECRET'); } });
      const thrown = [undefined, null, 'text', Symbol('s'), Object.create(null), odd, shy, new Error('half \ud800 of it'), new Error('')];
      const { correlator, runs, errors } = await begin(t, openStore, {
        resume: ({ step }) => { if (step < thrown.length) throw thrown[step]; },
      });
      for (let step = 0; step <= thrown.length; step += 1) {
        await correlator.expect(wait(`run ${step}`, `K-${step}`, { step }));
        await correlator.deliver(event(`${step}`, `K-${step}`));
      }
      await correlator.idle();
      assert.equal(runs().length, thrown.length + 1);
      const said = Object.fromEntries(correlator.failing().map(({ run, error }) => [run, error]));
      assert.deepEqual(thrown.map((_, step) => said[`run ${step}`]), [
        'undefined', 'null', 'text', 'Symbol(s)', 'it failed without a word', '5', 'it failed without a word', 'half \ufffd of it', '',
      ]);
      assert.deepEqual(errors.calls.map(({ error }) => error), thrown);
    });

    test('what resume and expired do to their arguments matters to nobody', async (t) => {
      const spoil = (wait) => void Object.assign(wait, { run: 'x', effect: 'y' });
      const { correlator, events, clock } = await begin(t, openStore, {
        resume: (wait, event, { attempt }) => {
          spoil(wait);
          spoil(event);
          if (attempt === 1) throw new Error('once');
        },
        expired: spoil,
      });
      await correlator.expect(wait('over', 'O', { deadline: clock.now }));
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      clock.now += 1000;
      await correlator.idle();
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('a wait that is over is told, and a callback that fails or hangs holds up nothing', async (t) => {
      const { correlator, events, expired, errors, clock, runs } = await begin(t, openStore, {
        resumeTimeoutMs: 5,
        expired: ({ run }) => {
          if (run === 'throws') throw new Error('no');
          if (run === 'rejects') return Promise.reject(new Error('never'));
          if (run === 'hangs') return new Promise(() => {});
        },
      });
      for (const [n, run] of ['throws', 'rejects', 'hangs', 'fine'].entries())
        await correlator.expect(wait(run, run, { deadline: clock.now + 1 + n }));
      await correlator.expect(wait('holds', 'H', { deadline: clock.now + 1 }));
      await correlator.deliver(event('1', 'H'));
      await correlator.idle();
      assert.deepEqual([runs(), expired.calls], [['holds'], []]);
      clock.now += 9;
      await correlator.idle();
      assert.deepEqual(expired.calls, ['throws', 'rejects', 'hangs', 'fine']);
      assert.deepEqual(errors.calls.map(({ error, run }) => [error.name === 'TimeoutError' || error.message, run]), [
        ['no', 'throws'],
        ['never', 'rejects'],
        [true, 'hangs'],
      ]);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('what nobody calls for is swept after the grace', async (t) => {
      const { correlator, events, clock } = await begin(t, openStore, { graceMs: 100 });
      await correlator.deliver(event('1'));
      clock.now += 99;
      await correlator.deliver(event('2'));
      assert.deepEqual(await correlator.tick(), { resumed: 0, failed: 0, expired: 0, swept: 0, full: false });
      clock.now += 1;
      assert.deepEqual(await correlator.tick(), { resumed: 0, failed: 0, expired: 0, swept: 1, full: false });
      assert.deepEqual((await events.deadLetters({ limit: 9 })).map(({ event, reason }) => [event.id, reason]), [['1', 'unclaimed']]);
    });

    test('without a grace, and with one too large to subtract, nothing is swept', async (t) => {
      for (const options of [{}, { graceMs: Number.MAX_SAFE_INTEGER }]) {
        const { correlator, events } = await begin(t, openStore, options);
        await correlator.deliver(event('1'), { at: -8.64e15 });
        assert.equal((await correlator.tick()).swept, 0);
        assert.equal((await events.stats()).live, 1);
      }
    });

    test('a thousand parked waits are served in one pass, whatever the one that always fails does', async (t) => {
      const clock = stoppedClock();
      const store = await openStore({ clock });
      const count = 1000;
      await store.transact((op) => {
        for (let n = 0; n < count; n += 1) {
          op.events.await(wait(`run ${n}`, `K-${n}`));
          op.events.deliver(event(`${n}`, `K-${n}`), { at: clock.now - count + n });
        }
      });
      clock.now += 30_000;
      const { correlator, resumed, events } = await correlatorOn(t, store, {
        page: 16,
        resume: ({ run }) => { if (run === 'run 0') throw new Error('always'); },
      });
      await correlator.idle();
      assert.equal(resumed.calls.length, count);
      assert.deepEqual(new Set(resumed.calls.map(({ run }) => run)).size, count);
      assert.equal(resumed.calls[0].run, 'run 0');
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['run 0']);
    });

    test('ticks go through the parked waits by the page, and past the one that always fails', async (t) => {
      const clock = stoppedClock();
      const store = await openStore({ clock });
      await store.transact((op) => {
        for (let n = 0; n < 100; n += 1) {
          op.events.await(wait(`run ${n}`, `K-${n}`));
          op.events.deliver(event(`${n}`, `K-${n}`));
        }
      });
      const { correlator, resumed } = await correlatorOn(t, store, {
        page: 16,
        baseDelayMs: 0,
        resume: ({ run }) => { if (run === 'run 3') throw new Error('always'); },
      });
      assert.deepEqual(await correlator.tick(clock.now + 29_999), { resumed: 0, failed: 0, expired: 0, swept: 0, full: false });
      assert.equal(resumed.calls.length, 0);
      const others = () => new Set(resumed.calls.map(({ run }) => run)).size;
      let ticks = 0;
      for (; others() < 100; ticks += 1) {
        const tick = await correlator.tick(clock.now + 30_000);
        assert.equal(tick.full, true);
        assert.equal(tick.resumed + tick.failed, 16);
      }
      assert.ok(ticks <= 12, `${ticks} ticks`);
    });

    test('a tick answers what it did, and whether a page was full', async (t) => {
      const { correlator, events, clock } = await begin(t, openStore, {
        page: 3,
        graceMs: 100_000,
        resume: ({ run }) => { if (run === 'fails') throw new Error('no'); },
      });
      const park = async (...runs) => {
        for (const run of runs) await store_(run);
      };
      const store_ = async (run) => {
        await events.await(wait(run, run));
        await events.deliver(event(run, run));
      };
      await park('a', 'fails');
      await events.subscribe(wait('over', 'X', { deadline: clock.now }));
      assert.deepEqual(await correlator.tick(clock.now + 30_000), { resumed: 1, failed: 1, expired: 1, swept: 0, full: false });
      await park('b', 'c', 'd', 'e');
      assert.deepEqual(await correlator.tick(clock.now + 30_500), { resumed: 3, failed: 0, expired: 0, swept: 0, full: true });
      assert.deepEqual(await correlator.tick(clock.now + 30_500), { resumed: 1, failed: 0, expired: 0, swept: 0, full: false });
      for (const run of ['1', '2', '3']) await events.subscribe(wait(run, run, { deadline: clock.now }));
      const expiry = await correlator.tick(clock.now + 30_500);
      assert.deepEqual([expiry.expired, expiry.full], [3, true]);
      for (const name of ['x', 'y', 'z']) await events.buffer(event(name, 'nobody'));
      const sweep = await correlator.tick(clock.now + 100_000);
      assert.deepEqual([sweep.swept, sweep.full], [3, true]);
      assert.deepEqual(await correlator.tick(clock.now + 100_001), { resumed: 0, failed: 0, expired: 0, swept: 0, full: false });
      for (const now of [null, 1.5, 'now', NaN, 9e15]) await fails(() => correlator.tick(now), 'invalid_argument');
      await fails(() => correlator.tick(1n), 'invalid_argument');
    });

    test('a parked wait that holds nothing is ended and registered again', async (t) => {
      const { correlator, events, runs, clock } = await begin(t, openStore);
      await events.parkWait(wait('run'));
      await events.buffer(event('1'));
      clock.now += 30_000;
      await correlator.tick();
      assert.deepEqual(runs(), ['run']);
    });

    test('transactional: what resume does and the end of its wait are one', async (t) => {
      const contexts = [];
      let broken = true;
      const { correlator, store, events, clock } = await begin(t, openStore, {
        transactional: true,
        resume: ({ run }, event, context) => {
          contexts.push(Object.keys(context).sort());
          context.op.sql('INSERT INTO runs VALUES (?, ?, ?)', [run, event.payload.cents, context.receivedAt]);
          if (broken) throw new Error('after the insert');
        },
      });
      await store.sql('CREATE TABLE runs (run TEXT, cents INTEGER, received_at INTEGER)');
      const rows = async () => (await store.sql('SELECT * FROM runs')).map((row) => ({ ...row }));
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      assert.deepEqual(await rows(), []);
      assert.equal((await events.lookup(id('1'))).state, 'held');
      assert.equal((await events.parkedWaits({ limit: 9 })).length, 1);
      broken = false;
      clock.now += 1000;
      await correlator.idle();
      assert.deepEqual(await rows(), [{ run: 'run', cents: 4200, received_at: clock.now - 1000 }]);
      assert.equal((await events.lookup(id('1'))).state, 'spent');
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.deepEqual(contexts, [['attempt', 'op', 'receivedAt'], ['attempt', 'op', 'receivedAt']]);
    });

    test('transactional: a failure that resume swallows, and a promise, undo it', async (t) => {
      const bodies = {
        swallows: (op) => {
          try {
            op.events.waiting({ limit: -1 });
          } catch {}
        },
        promises: async () => {},
        rejects: async () => { throw new Error('unseen'); },
      };
      const { correlator, store, events, errors } = await begin(t, openStore, {
        transactional: true,
        resume: ({ run }, event, { op }) => {
          op.sql('INSERT INTO runs VALUES (?)', [run]);
          return bodies[run](op);
        },
      });
      await store.sql('CREATE TABLE runs (run TEXT)');
      for (const run of Object.keys(bodies)) {
        await correlator.expect(wait(run, run));
        await correlator.deliver(event(run, run));
      }
      await correlator.idle();
      assert.deepEqual(errors.calls.map(({ error, run }) => [error.code, run]), Object.keys(bodies).map((run) => ['invalid_argument', run]));
      assert.match(errors.calls[1].error.message, /promise/);
      assert.deepEqual(await store.sql('SELECT * FROM runs'), []);
      assert.equal((await events.stats()).held, 3);
      assert.equal(correlator.failing().length, 3);
    });

    test('transactional: a run may wait for its next event under the same effect', async (t) => {
      const { correlator, events, resumed } = await begin(t, openStore, {
        transactional: true,
        resume: ({ run }, event, { op }) => { if (event.id !== '3') op.events.subscribe(wait(run)); },
      });
      await correlator.expect(wait('run'));
      for (const name of ['1', '2', '3']) {
        await correlator.deliver(event(name));
        await correlator.idle();
      }
      assert.deepEqual(resumed.calls, ['1', '2', '3'].map((name) => ({ run: 'run', id: name, attempt: 1 })));
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.equal((await events.stats()).spent, 3);
    });

    test('transactional: an event that the new wait claims at once comes round by redelivery', async (t) => {
      const { correlator, events, resumed, clock } = await begin(t, openStore, {
        transactional: true,
        resume: ({ run }, event, { op }) => { if (event.id === '1') op.events.await(wait(run)); },
      });
      await correlator.deliver(event('1'));
      await correlator.deliver(event('2'));
      await correlator.expect(wait('run'));
      await correlator.idle();
      clock.now += 30_000;
      await correlator.idle();
      assert.deepEqual(resumed.calls, [{ run: 'run', id: '1', attempt: 1 }, { run: 'run', id: '2', attempt: 1 }]);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('transactional: waitFor is answered as ever', async (t) => {
      const { correlator, events, runs } = await begin(t, openStore, { transactional: true });
      const promise = correlator.waitFor({ kind, correlation: key('A-1') });
      await correlator.deliver(event('1'));
      assert.equal((await promise).id, '1');
      assert.equal((await events.lookup(id('1'))).state, 'spent');
      assert.deepEqual([runs(), await events.waiting({ limit: 9 })], [[], []]);
    });

    test('a match is resumed at whatever moment it comes', async (t) => {
      const { correlator, runs } = await begin(t, openStore);
      for (let moment = 0; moment < 40; moment += 1) {
        for (const run of ['first', 'second']) await correlator.expect(wait(`${run} ${moment}`, `${run} ${moment}`));
        await correlator.idle();
        void correlator.deliver(event(`${moment}`, `first ${moment}`));
        for (let n = 0; n < moment; n += 1) await null;
        void correlator.deliver(event(`${moment}, too`, `second ${moment}`));
        await turns(1);
        assert.deepEqual(runs().slice(-2), [`first ${moment}`, `second ${moment}`]);
      }
    });

    test('resume may use the store and the correlator', async (t) => {
      const { correlator, events, runs } = await begin(t, openStore, {
        resume: async ({ run }, { id }) => {
          if (run !== 'first') return;
          await events.buffer(event('note', 'N'));
          await correlator.expect(wait('second', 'B'));
          assert.deepEqual(await correlator.deliver(event('2', 'B')), { outcome: 'matched' });
        },
      });
      await correlator.expect(wait('first'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      assert.deepEqual(runs(), ['first', 'second']);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('started, it wakes on commits of its store, without a poll', async (t) => {
      const { correlator, events, resumed } = await begin(t, openStore, { redeliverAfterMs: 0, pollMs: 1e9, resumeTimeoutMs: 1000 });
      correlator.start();
      correlator.start();
      await events.subscribe(wait('run'));
      await correlator.idle();
      await events.deliver(event('1'));
      assert.deepEqual(await resumed.until(), { run: 'run', id: '1', attempt: 1 });
    });

    test('not started, it leaves commits of others alone until the next tick', async (t) => {
      const { correlator, events, resumed } = await begin(t, openStore, { redeliverAfterMs: 0, pollMs: 1 });
      await events.subscribe(wait('run'));
      await events.deliver(event('1'));
      await turns(3);
      assert.equal(resumed.calls.length, 0);
      assert.equal((await correlator.tick()).resumed, 1);
    });

    test('started, it sees to time-outs, back-offs and sweeps in time', async (t) => {
      const store = await openStore();
      let attempts = 0;
      const { correlator, events, expired, resumed } = await correlatorOn(t, store, {
        pollMs: 1e9,
        baseDelayMs: 10,
        graceMs: 10,
        resume: () => { if ((attempts += 1) === 1) throw new Error('once'); },
      });
      correlator.start();
      await correlator.expect(wait('over', 'O', { deadline: store.now() + 20 }));
      await correlator.expect(wait('run', 'R'));
      await correlator.deliver(event('1', 'R'));
      await correlator.deliver(event('2', 'nobody'));
      assert.equal(await expired.until(), 'over');
      assert.equal((await resumed.until(({ attempt }) => attempt === 2)).run, 'run');
      while ((await events.stats()).dead === 0) await turns(1);
    });

    test('started, it sleeps while nothing is due', async (t) => {
      let asked = 0;
      const store = await openStore({ clock: () => ((asked += 1), 1_000_000) });
      const { correlator, events, errors } = await correlatorOn(t, store, {
        pollMs: 1e9,
        graceMs: 1e6,
        baseDelayMs: 1e6,
        resume: ({ run }) => { if (run === 'fails') throw new Error('no'); },
      });
      correlator.start();
      await correlator.expect(wait('fails', 'F'));
      await correlator.deliver(event('1', 'F'));
      await correlator.expect(wait('fine', 'G'));
      await correlator.deliver(event('2', 'G'));
      await correlator.expect(wait('later', 'L', { deadline: 2_000_000 }));
      await events.deliver(event('live', 'nobody'));
      await events.await(wait('parked elsewhere', 'P'));
      await events.deliver(event('3', 'P'));
      await events.subscribe(wait('sealed', 'S', { deadline: 999_999 }), { at: 1 });
      await events.sealRun('sealed');
      await events.subscribe(wait('holds', 'D', { deadline: 1_000_001 }));
      await events.deliver(event('4', 'D'));
      await events.concludeRun('nobody', []);
      const controller = new AbortController();
      const aborted = assert.rejects(correlator.waitFor({ kind, correlation: key('A-1'), signal: controller.signal }));
      controller.abort();
      await aborted;
      await correlator.idle();
      const calls = [];
      const { command } = store;
      store.command = (given) => (calls.push(given.do), command.call(store, given));
      asked = 0;
      await turns(20);
      assert.deepEqual([asked, calls], [0, []]);
      assert.equal(errors.calls.length, 1);
      // Commits that concern nobody cost a look each, and no more.
      await events.buffer(event('5', 'nobody'));
      await turns(20);
      assert.deepEqual(calls, ['correlator.next']);
    });

    test('a wait that fails again and again with no delay leaves the process its turn', async (t) => {
      let attempts = 0;
      const { correlator, resumed } = await begin(t, openStore, {
        baseDelayMs: 0,
        resume: () => {
          attempts += 1;
          throw new Error('always');
        },
        onError: () => {},
      });
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await resumed.until();
      await turns(2);
      assert.ok(attempts > 1);
      await correlator.close();
      const before = attempts;
      await turns(2);
      assert.equal(attempts, before);
    });

    test('close waits for the resume under way, tells it, and keeps what it did', async (t) => {
      const release = deferred();
      const { correlator, events, runs, resumed } = await begin(t, openStore, {
        resume: async (wait, event, { signal }) => {
          if (wait.run !== 'slow') return;
          signal.addEventListener('abort', () => resumed.add({ told: signal.reason.code }));
          await release.promise;
        },
      });
      for (const run of ['slow', 'next']) {
        await correlator.expect(wait(run, run));
        await correlator.deliver(event(run, run));
      }
      await resumed.until(({ run }) => run === 'slow');
      let closed = false;
      const closing = correlator.close().then(() => (closed = true));
      assert.deepEqual(resumed.calls.at(-1), { told: 'closed' });
      await turns(2);
      assert.equal(closed, false);
      release.resolve();
      await closing;
      assert.equal((await events.lookup(id('slow'))).state, 'spent');
      assert.equal((await events.lookup(id('next'))).state, 'held');
      assert.deepEqual(runs(), ['slow', undefined]);
    });

    test('close leaves parked what a resume gives up or never ends', async (t) => {
      for (const [how, options] of [
        ['gives up', { resume: (wait, event, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) }],
        ['hangs', { resume: () => new Promise(() => {}), resumeTimeoutMs: 20 }],
      ]) {
        const { correlator, events, resumed, errors } = await begin(t, openStore, options);
        await correlator.expect(wait('run'));
        await correlator.deliver(event('1'));
        await resumed.until();
        await correlator.close();
        assert.equal((await events.parkedWaits({ limit: 9 })).length, 1, how);
        assert.deepEqual(errors.calls.map(({ error }) => error.name), how === 'hangs' ? ['TimeoutError'] : []);
      }
    });

    test('the signal of a resume that has returned stays as it is', async (t) => {
      const signals = [];
      const { correlator } = await begin(t, openStore, { resume: (wait, event, { signal }) => void signals.push(signal) });
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      await correlator.close();
      assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
    });

    test('close leaves neither timer nor listener behind', async (t) => {
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      const store = await openStore({ clock: stoppedClock() });
      let listening = 0;
      const { onCommit } = store;
      store.onCommit = (listener) => {
        const stop = onCommit.call(store, listener);
        listening += 1;
        return () => ((listening -= 1), stop());
      };
      const { correlator } = await correlatorOn(t, store, { pollMs: 1e9 });
      const before = timers();
      correlator.start();
      correlator.start();
      const promise = correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 1e8 });
      await correlator.idle();
      assert.deepEqual([timers(), listening], [before + 2, 1]);
      await correlator.deliver(event('1'));
      await promise;
      await correlator.idle();
      assert.equal(timers(), before + 1);
      await correlator.close();
      assert.deepEqual([timers(), listening], [before, 0]);

      const { correlator: next } = await correlatorOn(t, store);
      const rejected = fails(() => next.waitFor({ kind, correlation: key('A-1'), timeoutMs: 1e8 }), 'closed');
      await next.close();
      await rejected;
      assert.equal(timers(), before);
    });

    test('close is idempotent, and everything after it is closed', async (t) => {
      const { correlator, events, runs, store } = await begin(t, openStore, { redeliverAfterMs: 0, pollMs: 1 });
      correlator.start();
      await correlator.expect(wait('run'));
      await Promise.all([correlator.close(), correlator.close()]);
      await correlator.close();
      await correlator[Symbol.asyncDispose]();
      for (const work of [
        () => correlator.deliver(event('1')),
        () => correlator.expect(wait('other')),
        () => correlator.waitFor({ kind, correlation: key('A-1') }),
        () => correlator.tick(),
        () => correlator.start(),
        () => correlator.failing(),
      ])
        assert.match((await fails(work, 'closed')).message, /correlator/);
      await correlator.idle();
      await events.deliver(event('1'));
      await turns(3);
      assert.deepEqual(runs(), []);
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['run']);
      assert.equal(await store.events.tenant(), 'default');
    });

    test('close stops a tick under way, and one in line is told', async (t) => {
      const release = deferred();
      const { correlator, events, resumed, clock } = await begin(t, openStore, { resume: () => release.promise });
      for (const run of ['a', 'b']) {
        await events.await(wait(run, run));
        await events.deliver(event(run, run));
      }
      clock.now += 30_000;
      const ticks = [correlator.tick(), correlator.tick()];
      const second = fails(() => ticks[1], 'closed');
      await resumed.until();
      const closing = correlator.close();
      release.resolve();
      await closing;
      assert.equal((await ticks[0]).resumed, 1);
      await second;
      assert.equal((await events.stats()).held, 1);
    });

    test('a store has one correlator at a time', async (t) => {
      const { correlator, store } = await begin(t, openStore);
      const options = { resume: () => {} };
      const error = await fails(() => Correlator.open(store, options), 'invalid_argument');
      assert.match(error.message, /close it first/);
      await fails(() => Correlator.open(store, { ...options, page: 0 }), 'invalid_argument');
      await correlator.close();
      await fails(() => Correlator.open(store, { ...options, page: 0 }), 'invalid_argument');
      const next = await Correlator.open(store, options);
      await correlator.close();
      await fails(() => Correlator.open(store, options), 'invalid_argument');
      await next.close();
      await (await Correlator.open(store, options)).close();
    });

    test('a correlator that follows another begins with what that one left', async (t) => {
      const { correlator, store, clock } = await begin(t, openStore, { resume: () => { throw new Error('no'); } });
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await correlator.idle();
      await correlator.close();
      const resumed = [];
      const next = await Correlator.open(store, { resume: ({ run }, event, { attempt }) => resumed.push([run, attempt]) });
      t.after(() => next.close());
      await next.idle();
      assert.deepEqual(resumed, []);
      clock.now += 30_000;
      await next.idle();
      assert.deepEqual(resumed, [['run', 1]]);
    });

    test('a store that is closed under it takes the correlator along', async (t) => {
      const { correlator, store, errors } = await begin(t, openStore, { pollMs: 1 });
      correlator.start();
      const promise = fails(() => correlator.waitFor({ kind, correlation: key('A-1') }), 'closed');
      await correlator.idle();
      await store.close();
      assert.equal((await errors.until()).error.code, 'closed');
      await promise;
      await turns(5);
      assert.equal(errors.calls.length, 1);
      await fails(() => correlator.tick(), 'closed');
      await correlator.idle();
      await correlator.close();
    });

    test('a store that is closed while a run is resumed is no unhandled rejection', async (t) => {
      const release = deferred();
      const { correlator, store, errors, resumed } = await begin(t, openStore, { pollMs: 1, resume: () => release.promise });
      correlator.start();
      await correlator.expect(wait('run'));
      await correlator.deliver(event('1'));
      await resumed.until();
      await store.close();
      release.resolve();
      assert.equal((await errors.until()).error.code, 'closed');
      await turns(5);
      assert.equal(errors.calls.length, 1);
      assert.equal(resumed.calls.length, 1);
    });

    test('a correlator that is closed after its store is silent', async (t) => {
      const { correlator, store, errors } = await begin(t, openStore);
      const promise = fails(() => correlator.waitFor({ kind, correlation: key('A-1') }), 'closed');
      await store.close();
      await correlator.close();
      await promise;
      assert.deepEqual(errors.calls, []);
    });

    test('a clock that fails is reported at each poll, and work goes on when it recovers', async (t) => {
      let broken = false;
      const store = await openStore({
        clock: () => {
          if (broken) throw new Error('stopped');
          return 5;
        },
      });
      const { correlator, events, errors, resumed } = await correlatorOn(t, store, { redeliverAfterMs: 0, pollMs: 1, resumeTimeoutMs: 1000 });
      correlator.start();
      await correlator.idle();
      broken = true;
      await events.subscribe(wait('run'), { at: 5 });
      await events.deliver(event('1'), { at: 5 });
      assert.equal((await errors.until()).error.message, 'stopped');
      broken = false;
      assert.equal((await resumed.until()).run, 'run');
    });

    test('waitFor answers the event, whichever comes first', async (t) => {
      const { correlator, events, runs, expired } = await begin(t, openStore);
      await correlator.deliver(event('1'));
      const first = await correlator.waitFor({ kind, correlation: key('A-1') });
      assert.deepEqual({ ...first }, { ...event('1'), payloadText: '{"cents":4200}' });
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      const second = correlator.waitFor({ kind, correlation: key('A-1') });
      assert.equal((await events.waiting({ limit: 9 })).length, 1);
      assert.deepEqual(await correlator.deliver(event('2')), { outcome: 'matched' });
      assert.equal((await second).id, '2');
      assert.equal((await events.stats()).spent, 2);
      assert.deepEqual([runs(), expired.calls], [[], []]);
    });

    test('an event answers one waitFor, the oldest', async (t) => {
      const { correlator } = await begin(t, openStore);
      const settled = [];
      const one = correlator.waitFor({ kind, correlation: key('A-1') }).then(({ id }) => settled.push(['one', id]));
      const two = correlator.waitFor({ kind, correlation: key('A-1') }).then(({ id }) => settled.push(['two', id]));
      await correlator.deliver(event('1'));
      await correlator.idle();
      assert.deepEqual(settled, [['one', '1']]);
      await correlator.deliver(event('2'));
      await Promise.all([one, two]);
      assert.deepEqual(settled, [['one', '1'], ['two', '2']]);
    });

    test('waitFor takes events of the sender it names, under any of its keys', async (t) => {
      const { correlator } = await begin(t, openStore);
      const promise = correlator.waitFor({ kind, correlation: [...key('A-1'), ...key('B')], from: 'bank' });
      await correlator.deliver({ ...event('1'), source: 'stranger' });
      await correlator.deliver({ ...event('2'), kind: 'other' });
      await correlator.deliver(event('3', 'B'));
      assert.equal((await promise).id, '3');
    });

    test('waitFor answers on commits by others once started', async (t) => {
      const { correlator, events } = await begin(t, openStore, { redeliverAfterMs: 0, pollMs: 1e9, resumeTimeoutMs: 1000 });
      correlator.start();
      const promise = correlator.waitFor({ kind, correlation: key('A-1') });
      await events.deliver(event('1'));
      assert.equal((await promise).id, '1');
    });

    test('waitFor rejects when its time is up, by the timer or by the clock of the store', async (t) => {
      const { correlator, events, clock, expired } = await begin(t, openStore);
      const timedOut = (promise) => assert.rejects(promise, { name: 'TimeoutError' });
      await timedOut(correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 5 }));
      assert.deepEqual(await events.waiting({ limit: 9 }), []);

      const promise = correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 60_000 });
      assert.equal(await events.nextDeadline(), clock.now + 60_000);
      assert.equal((await correlator.tick(clock.now + 59_999)).expired, 0);
      assert.equal((await correlator.tick(clock.now + 60_000)).expired, 1);
      await timedOut(promise);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);

      await correlator.deliver(event('1'));
      await timedOut(correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 0 }));
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.equal((await events.stats()).live, 1);
      assert.deepEqual(expired.calls, []);
    });

    test('a long timeoutMs is a long time', async (t) => {
      const { correlator, events } = await begin(t, openStore);
      for (const timeoutMs of [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, 8.64e15, Number.MAX_SAFE_INTEGER]) {
        const promise = correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs });
        await turns(1);
        await correlator.deliver(event(`${timeoutMs}`));
        assert.equal((await promise).id, `${timeoutMs}`);
      }
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('an abort before waitFor leaves no trace', async (t) => {
      const { correlator, events } = await begin(t, openStore);
      const reason = { mine: true };
      await assert.rejects(
        correlator.waitFor({ kind, correlation: key('A-1'), signal: AbortSignal.abort(reason) }),
        (error) => error === reason,
      );
      assert.equal((await events.stats()).sealedRuns, 0);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('an abort ends the wait, with the reason unchanged', async (t) => {
      const { correlator, events } = await begin(t, openStore);
      const controller = new AbortController();
      const promise = correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 1e6, signal: controller.signal });
      const reason = new Error('mine');
      controller.abort(reason);
      await assert.rejects(promise, (error) => error === reason);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.deepEqual(await correlator.deliver(event('1')), { outcome: 'buffered' });
    });

    test('a settled waitFor leaves no listener behind', async (t) => {
      const { correlator } = await begin(t, openStore);
      const controller = new AbortController();
      const { signal } = controller;
      const promise = correlator.waitFor({ kind, correlation: key('A-1'), signal });
      assert.equal(getEventListeners(signal, 'abort').length, 1);
      await correlator.deliver(event('1'));
      await promise;
      await assert.rejects(correlator.waitFor({ kind, correlation: key('A-1'), signal, timeoutMs: 1 }), { name: 'TimeoutError' });
      await fails(() => correlator.waitFor({ kind: '', correlation: [], signal }), 'invalid_argument');
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      controller.abort();
    });

    for (const [who, expectNext] of [
      ['a run', async ({ correlator, resumed }) => {
        await correlator.expect(wait('heir'));
        return async () => assert.equal((await resumed.until(({ run }) => run === 'heir')).id, '1');
      }],
      ['another waitFor', async ({ correlator }) => {
        const promise = correlator.waitFor({ kind, correlation: key('A-1') });
        return async () => assert.equal((await promise).id, '1');
      }],
    ])
      test(`an event that was held at the abort goes to ${who} that waits next`, async (t) => {
        const release = deferred();
        const all = await begin(t, openStore, { resume: ({ run }) => (run === 'slow' ? release.promise : undefined) });
        const { correlator, resumed, events } = all;
        await correlator.expect(wait('slow', 'S'));
        await correlator.deliver(event('slow', 'S'));
        await resumed.until();
        const controller = new AbortController();
        const aborted = assert.rejects(correlator.waitFor({ kind, correlation: key('A-1'), signal: controller.signal }), { name: 'AbortError' });
        const heir = await expectNext(all);
        await correlator.deliver(event('1'));
        assert.match((await events.lookup(id('1'))).claimedBy.run, /^restante\.waitFor\//);
        controller.abort();
        await aborted;
        const { claimedBy } = await events.lookup(id('1'));
        release.resolve();
        await heir();
        await correlator.idle();
        assert.deepEqual((await events.lookup(id('1'))).claimedBy, claimedBy);
        assert.deepEqual(await events.waiting({ limit: 9 }), []);
      });

    test('an abort within transact is seen to after it', async (t) => {
      const { correlator, store, events, errors } = await begin(t, openStore);
      const controller = new AbortController();
      const aborted = assert.rejects(correlator.waitFor({ kind, correlation: key('A-1'), signal: controller.signal }), { name: 'AbortError' });
      await correlator.idle();
      await store.transact(() => controller.abort());
      await aborted;
      await turns(1);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
      assert.deepEqual(errors.calls, []);
    });

    test('close rejects what waitFor promised, and an event it held goes on', async (t) => {
      const release = deferred();
      const { correlator, events, resumed } = await begin(t, openStore, { resume: () => release.promise });
      await correlator.expect(wait('slow', 'S'));
      await correlator.deliver(event('slow', 'S'));
      await resumed.until();
      const holding = fails(() => correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 1e6 }), 'closed');
      const waiting = fails(() => correlator.waitFor({ kind, correlation: key('B') }), 'closed');
      await correlator.deliver(event('1'));
      await correlator.expect(wait('heir'));
      const closing = correlator.close();
      await Promise.all([holding, waiting]);
      release.resolve();
      await closing;
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['heir']);
      assert.equal((await events.lookup(id('1'))).claimedBy.run, 'heir');
    });

    test('waitFor refuses bad arguments by name', async (t) => {
      const { correlator, events } = await begin(t, openStore);
      const good = { kind, correlation: key('A-1') };
      const messages = [
        [undefined, 'options must be an object'],
        [null, 'options must be an object'],
        [{}, 'wait.kind is missing'],
        [{ kind }, 'wait.correlation is missing'],
        [{ ...good, kind: '\ud800' }, 'wait.kind holds half of a surrogate pair, which has no UTF-8 form'],
        [{ ...good, correlation: 'A-1' }, /^wait\.correlation must /],
        [{ ...good, from: null }, /^wait\.from must /],
        [{ ...good, from: '' }, /^wait\.from is empty/],
        [{ ...good, signal: null }, 'signal must be an AbortSignal'],
        [{ ...good, signal: {} }, 'signal must be an AbortSignal'],
        ...[null, -1, 0.5, NaN, Infinity, '5', 2 ** 53].map((timeoutMs) => [
          { ...good, timeoutMs },
          'timeoutMs must be a whole number of milliseconds, 0 or more',
        ]),
        ...['run', 'effect', 'deadline', 'case', 'step', 'timeout'].map((name) => [{ ...good, [name]: 1 }, `unknown member '${name}'`]),
      ];
      for (const [options, message] of messages) {
        const error = await fails(() => correlator.waitFor(options), 'invalid_argument');
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
      }
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('runs of waitFor have the names they are given, which must differ', async (t) => {
      const names = ['a', 'a', 'b'];
      const { correlator, events } = await begin(t, openStore, { newRun: () => names.shift() });
      const first = correlator.waitFor({ kind, correlation: key('A-1') });
      await fails(() => correlator.waitFor({ kind, correlation: key('A-1') }), 'invalid_argument');
      const second = correlator.waitFor({ kind, correlation: key('A-1') });
      assert.deepEqual((await events.waiting({ limit: 9 })).map(({ run }) => run), ['restante.waitFor/a', 'restante.waitFor/b']);
      await correlator.deliver(event('1'));
      await correlator.deliver(event('2'));
      assert.deepEqual([(await first).id, (await second).id], ['1', '2']);
    });

    test('deliver and expect refuse what the verbs refuse', async (t) => {
      const { correlator, events } = await begin(t, openStore);
      for (const [work, message] of [
        [() => correlator.deliver(null), 'event must be an object'],
        [() => correlator.deliver(event('')), 'event.id is empty; a name has 1 to 1024 bytes'],
        [() => correlator.deliver(event('\ud800')), /half of a surrogate pair/],
        [() => correlator.deliver(event('1'), null), 'options must be an object'],
        [() => correlator.deliver(event('1'), { when: 1 }), "unknown member 'when'"],
        [() => correlator.deliver(event('1'), { at: null }), /^at must /],
        [() => correlator.deliver(event('1'), { at: 1.5 }), /^at must /],
        [() => correlator.expect(null), 'wait must be an object'],
        [() => correlator.expect(wait('')), /^wait\.run is empty/],
        [() => correlator.expect(wait('run'), null), 'options must be an object'],
        [() => correlator.expect(wait('run'), { when: 1 }), "unknown member 'when'"],
        [() => correlator.expect(wait('run'), { at: null }), /^at must /],
      ]) {
        const error = await fails(work, 'invalid_argument');
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
      }
      assert.equal((await events.stats()).live, 0);
      assert.deepEqual(await events.waiting({ limit: 9 }), []);
    });

    test('whatever fails in between, each event resumes one run, once to the end', async (t) => {
      const seed = Number(process.env.RESTANTE_SEED ?? (Math.random() * 2 ** 31) >>> 0);
      t.diagnostic(`seed ${seed}`);
      let state = seed;
      const below = (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
      };
      const done = [];
      const { correlator, events, clock } = await begin(t, openStore, {
        page: 1 + below(5),
        resume: async ({ run, correlation: [{ value }] }, { id, correlation: [{ value: same }] }) => {
          if (below(4) === 0) throw new Error('now and then');
          if (below(3) === 0) await null;
          if (below(4) === 0) throw new Error('now and then, later');
          assert.equal(value, same);
          done.push([run, id]);
        },
        onError: () => {},
      });
      const counts = {};
      for (let n = 0; n < 200; n += 1) {
        const name = `K-${below(8)}`;
        counts[name] ??= { events: 0, waits: 0 };
        clock.now += below(2000);
        const choice = below(6);
        if (choice < 2) (counts[name].events += 1), await correlator.deliver(event(`${n}`, name));
        else if (choice < 4) (counts[name].waits += 1), await correlator.expect(wait(`${n}`, name));
        else if (choice === 4) await correlator.tick();
        else await correlator.idle();
      }
      for (let n = 0; n < 50 && (await correlator.idle(), (await events.stats()).held > 0); n += 1) clock.now += 3_600_000;
      const pairs = Object.values(counts).reduce((sum, { events, waits }) => sum + Math.min(events, waits), 0);
      assert.equal(done.length, pairs);
      assert.equal(new Set(done.map(([run]) => run)).size, pairs);
      assert.equal(new Set(done.map(([, id]) => id)).size, pairs);
      assert.equal((await events.stats()).spent, pairs);
    });
  });
}

test('options are checked by name', async () => {
  const store = await open(':memory:');
  const resume = () => {};
  const messages = [
    [undefined, 'options must be an object'],
    [null, 'options must be an object'],
    [{}, 'resume must be a function'],
    [{ resume, expired: 5 }, 'expired must be a function'],
    [{ resume, onError: null }, 'onError must be a function'],
    [{ resume, newRun: 'x' }, 'newRun must be a function'],
    [{ resume, transactional: 'yes' }, 'transactional must be true or false'],
    [{ resume, resumeTimeoutMs: -1 }, 'resumeTimeoutMs must be a whole number of milliseconds, 0 or more'],
    [{ resume, resumeTimeoutMs: null }, 'resumeTimeoutMs must be a whole number of milliseconds, 0 or more'],
    [{ resume, pollMs: 0 }, 'pollMs must be a whole number of milliseconds, 1 or more'],
    [{ resume, page: 0 }, /^page must /],
    [{ resume, page: null }, /^page must /],
    [{ resume, redeliverAfterMs: -1 }, /^redeliver_?after_?ms must /i],
    [{ resume, graceMs: 0.5 }, /^grace_?ms must /i],
    [{ resume, baseDelayMs: '1' }, /^base_?delay_?ms must /i],
    [{ resume, maxDelayMs: 2 ** 53 }, /^max_?delay_?ms must /i],
    [{ resume, polMs: 5 }, "unknown member 'polMs'"],
    [{ resume, redeliver_after_ms: 5 }, "unknown member 'redeliver_after_ms'"],
    [{ resume, do: 'events.tenant' }, "unknown member 'do'"],
  ];
  for (const [options, message] of messages) {
    const error = await fails(() => Correlator.open(store, options), 'invalid_argument');
    if (message instanceof RegExp) assert.match(error.message, message);
    else assert.equal(error.message, message);
  }
  for (const bad of [undefined, null, {}, 'x'])
    assert.equal((await fails(() => Correlator.open(bad, { resume }), 'invalid_argument')).message, 'store must be a store');
  const correlator = await Correlator.open(store, { resume, transactional: undefined, expired: undefined, page: undefined });
  await correlator.close();
  await store.close();
  await fails(() => Correlator.open(store, { resume }), 'closed');
});

test('a read-only store has no correlator', async () => {
  const path = freshPath();
  await (await openFile(path)).close();
  const store = await open(betterSqlite3(new Database(path, { readonly: true })), { readOnly: true });
  await fails(() => Correlator.open(store, { resume: () => {} }), 'read_only');
  await store.close();
});

test('without onError the console has the kind of an error, and nothing of its text', async (t) => {
  const lines = [];
  t.mock.method(console, 'error', (line) => lines.push(line));
  const store = await open(':memory:', { clock: stoppedClock() });
  const correlator = await Correlator.open(store, { resume: () => { throw new TypeError('SECRET'); } });
  await correlator.expect(wait('run'));
  await correlator.deliver(event('1'));
  await correlator.idle();
  await correlator.close();
  await store.close();
  assert.equal(lines.length, 1);
  assert.match(lines[0], /TypeError/);
  assert.doesNotMatch(lines[0], /SECRET/);
});

test('an onError that fails is told on the console, and stops nothing', async (t) => {
  const lines = [];
  t.mock.method(console, 'error', (line) => lines.push(line));
  for (const onError of [() => { throw new RangeError('SECRET'); }, async () => { throw new RangeError('SECRET'); }]) {
    const store = await open(':memory:', { clock: stoppedClock() });
    const correlator = await Correlator.open(store, { onError, resume: () => { throw new Error('no'); } });
    for (const run of ['a', 'b']) {
      await correlator.expect(wait(run, run));
      await correlator.deliver(event(run, run));
    }
    await correlator.idle();
    assert.equal(correlator.failing().length, 2);
    await correlator.close();
    await store.close();
  }
  assert.equal(lines.length, 4);
  for (const line of lines) assert.match(line, /RangeError(?!.*SECRET)/);
});

describe('timers', () => {
  test('a delay beyond what setTimeout takes is waited for in parts', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const asked = [];
      const { setTimeout: set } = globalThis;
      mock.method(globalThis, 'setTimeout', (work, ms) => (asked.push(ms), set(work, ms)));
      let done = 0;
      later(2 ** 32, () => (done += 1));
      for (const ms of [2 ** 31 - 1, 2 ** 31 - 1, 1]) mock.timers.tick(ms);
      assert.equal(done, 0);
      mock.timers.tick(1);
      assert.equal(done, 1);
      assert.deepEqual(asked, [2 ** 31 - 1, 2 ** 31 - 1, 2]);
      const callOff = later(2 ** 31 + 5, () => (done += 1));
      mock.timers.tick(2 ** 31 - 1);
      callOff();
      mock.timers.tick(100);
      later(-5, () => (done += 1));
      assert.equal(asked.at(-1), 0);
      mock.timers.tick(0);
      assert.equal(done, 2);
    } finally {
      mock.restoreAll();
      mock.timers.reset();
    }
  });
});

describe('processes that share a file', () => {
  /** Each with a connection, a store and a correlator of its own, on one clock. */
  async function processes(t, count, options = {}) {
    const path = freshPath();
    const clock = stoppedClock();
    const all = [];
    for (let n = 0; n < count; n += 1) {
      const store = await openFile(path, { clock });
      all.push(await correlatorOn(t, store, options));
    }
    return { clock, all };
  }

  test('what one left between resume and the end of the wait another takes over, after its time', async (t) => {
    const { clock, all: [one, two] } = await processes(t, 2);
    const crashed = deferred();
    await one.correlator.close();
    const dying = await correlatorOn(t, one.store, { resumeTimeoutMs: 1e9, resume: () => crashed.promise });
    t.after(() => crashed.resolve());
    await dying.correlator.expect(wait('run'));
    await dying.correlator.deliver(event('1'));
    await dying.resumed.until();
    clock.now += 29_999;
    assert.equal((await two.correlator.tick()).resumed, 0);
    clock.now += 1;
    assert.equal((await two.correlator.tick()).resumed, 1);
    assert.deepEqual(two.resumed.calls, [{ run: 'run', id: '1', attempt: 1 }]);
    assert.equal((await two.events.lookup(id('1'))).state, 'spent');
    // The first was not dead after all: what it ends now is ended already.
    crashed.resolve();
    await dying.correlator.idle();
    assert.deepEqual(dying.errors.calls, []);
    assert.equal((await two.events.stats()).spent, 1);
  });

  test('a run that was resumed and whose wait could not be ended is resumed again by another', async (t) => {
    const path = freshPath();
    const clock = stoppedClock();
    const host = unreliable(new Database(path));
    const one = await correlatorOn(t, await open(host, { clock }), { resume: () => void (host.failures = 1) });
    const two = await correlatorOn(t, await openFile(path, { clock }));
    await one.correlator.expect(wait('run'));
    await one.correlator.deliver(event('1'));
    await one.correlator.idle();
    assert.deepEqual([one.runs(), one.errors.calls.map(({ error }) => error.code)], [['run'], ['io']]);
    clock.now += 30_000;
    await two.correlator.idle();
    assert.deepEqual(two.runs(), ['run']);
    await one.correlator.idle();
    assert.deepEqual(one.runs(), ['run']);
    assert.deepEqual(await one.events.waiting({ limit: 9 }), []);
    assert.equal((await one.events.stats()).spent, 1);
  });

  test('started, it finds what another has committed by its poll', async (t) => {
    const { all: [one, two] } = await processes(t, 2, { redeliverAfterMs: 0, pollMs: 2, resumeTimeoutMs: 1000 });
    await one.correlator.expect(wait('later', 'L', { deadline: 8.64e15 }));
    one.correlator.start();
    await one.correlator.idle();
    await two.events.subscribe(wait('run'));
    await two.events.deliver(event('1'));
    assert.equal((await one.resumed.until()).run, 'run');
    await one.correlator.idle();
    assert.equal((await two.events.lookup(id('1'))).state, 'spent');
  });

  test('transactional: a wait that another process has just ended is let be', async (t) => {
    const path = freshPath();
    const clock = stoppedClock();
    const other = await openFile(path, { clock });
    const host = unreliable(new Database(path));
    const store = await open(host, { clock });
    const { correlator, resumed, events, errors } = await correlatorOn(t, store, { transactional: true });
    t.after(() => other.close());
    await events.subscribe(wait('run'));
    await events.deliver(event('1'));
    clock.now += 30_000;
    // The transaction of the resume is the next one: only reads come before it.
    host.before = () => {
      host.before = () => {};
      void other.events.unsubscribe('run', 'payment', { event: id('1') });
    };
    await correlator.tick();
    assert.deepEqual([resumed.calls, errors.calls], [[], []]);
    assert.equal((await events.lookup(id('1'))).state, 'spent');
    assert.equal((await correlator.tick()).full, false);
    assert.deepEqual(correlator.failing(), []);
  });

  test('waits of waitFor that a dead process left pass their events on after twice the time', async (t) => {
    const { clock, all: [dead, alive] } = await processes(t, 2);
    const lost = dead.correlator.waitFor({ kind, correlation: key('A-1') });
    lost.catch(() => {});
    await alive.correlator.expect(wait('heir'));
    assert.deepEqual(await alive.correlator.deliver(event('1')), { outcome: 'matched' });
    await alive.correlator.idle();
    assert.match((await alive.events.lookup(id('1'))).claimedBy.run, /^restante\.waitFor\//);
    assert.deepEqual(alive.correlator.failing().map(({ error }) => error), ['the run waits in another process']);
    const begun = clock.now;
    for (const ms of [1000, 3000, 7000, 15_000, 31_000, 59_999]) {
      clock.now = begun + ms;
      await alive.correlator.idle();
      assert.deepEqual(alive.runs(), [], `${ms} ms`);
    }
    clock.now = begun + 63_000;
    await alive.correlator.idle();
    assert.deepEqual(alive.runs(), ['heir']);
    // To wait for another process is no failure that anybody need hear of.
    assert.deepEqual(alive.errors.calls, []);
    assert.deepEqual(alive.correlator.failing(), []);
    assert.deepEqual(await alive.events.waiting({ limit: 9 }), []);
    assert.equal(await alive.events.sealRun((await alive.events.lookup(id('1'))).claimedBy.run), true);
  });

  test('a waitFor of a living process is answered by that process', async (t) => {
    const { clock, all: [waiting, other] } = await processes(t, 2);
    const promise = waiting.correlator.waitFor({ kind, correlation: key('A-1') });
    await other.correlator.deliver(event('1'));
    await other.correlator.idle();
    clock.now += 30_000;
    await other.correlator.tick();
    await waiting.correlator.tick();
    assert.equal((await promise).id, '1');
    clock.now += 300_000;
    await other.correlator.tick();
    assert.deepEqual(other.correlator.failing(), []);
    assert.equal((await other.events.lookup(id('1'))).state, 'spent');
  });

  test('the time-out of a waitFor elsewhere is not told as an expired wait of ours', async (t) => {
    const { clock, all: [waiting, other] } = await processes(t, 2);
    const promise = waiting.correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 100 });
    const timedOut = assert.rejects(promise, { name: 'TimeoutError' });
    await waiting.correlator.idle();
    clock.now += 100;
    assert.equal((await other.correlator.tick()).expired, 1);
    assert.deepEqual(other.expired.calls, []);
    await timedOut;
  });

  test('runs of other processes that have found their event are forgotten in time, and no others', () => {
    const waiters = new Waiters(() => 'x', 1000);
    const meet = (run, now) => waiters.isDead(run, now, () => ['failing']);
    for (const run of ['failing', 'answered']) assert.equal(meet(run, 0), false);
    for (let n = 0; n < 64; n += 1) meet(`run ${n}`, 500);
    assert.equal(meet('failing', 1000), true);
    assert.equal(meet('answered', 1000), false);
    assert.equal(meet('answered', 2000), true);
  });
});

describe('a storage that fails now and then', () => {
  async function onUnreliable(t, options) {
    const clock = stoppedClock();
    const host = unreliable(new Database(':memory:'));
    const store = await open(host, { clock });
    return { clock, host, ...(await correlatorOn(t, store, options)) };
  }

  test('when a wait cannot be ended only its end is repeated', async (t) => {
    let host;
    const all = await onUnreliable(t, { resume: ({ run }) => { if (run === 'run') host.failures = 2; } });
    host = all.host;
    const { correlator, events, errors, runs } = all;
    await correlator.expect(wait('run'));
    await correlator.expect(wait('next', 'N'));
    await correlator.deliver(event('1'));
    await correlator.idle();
    assert.deepEqual(errors.calls.map(({ error, run }) => [error.code, run]), [['io', undefined]]);
    assert.equal((await events.lookup(id('1'))).state, 'held');
    await fails(() => correlator.tick(), 'io');
    await correlator.deliver(event('2', 'N'));
    await correlator.idle();
    assert.deepEqual(runs(), ['run', 'next']);
    assert.equal((await events.lookup(id('1'))).state, 'spent');
    assert.deepEqual(await events.waiting({ limit: 9 }), []);
  });

  test('started, it tries again at its poll', async (t) => {
    let host;
    const all = await onUnreliable(t, { pollMs: 1, resume: () => void (host.failures = 3) });
    host = all.host;
    const { correlator, events, errors, runs } = all;
    correlator.start();
    await correlator.expect(wait('run'));
    await correlator.deliver(event('1'));
    await errors.until(() => errors.calls.length === 3);
    while ((await events.stats()).held > 0) await turns(1);
    assert.deepEqual(runs(), ['run']);
    assert.deepEqual(errors.calls.map(({ error }) => error.code), ['io', 'io', 'io']);
  });

  test('close makes the last attempt to end a wait', async (t) => {
    let host;
    const all = await onUnreliable(t, { resume: () => void (host.failures = 1) });
    host = all.host;
    const { correlator, events } = all;
    await correlator.expect(wait('run'));
    await correlator.deliver(event('1'));
    await correlator.idle();
    await correlator.close();
    assert.equal((await events.lookup(id('1'))).state, 'spent');
  });

  test('what waitFor has answered is not answered again, only its end is repeated', async (t) => {
    const { correlator, events, host, errors } = await onUnreliable(t);
    const promise = correlator.waitFor({ kind, correlation: key('A-1') });
    // The delivery comes first; the end of the wait is the transaction after it.
    host.before = () => {
      host.before = () => void (host.failures = 1);
    };
    await correlator.deliver(event('1'));
    assert.equal((await promise).id, '1');
    host.before = () => {};
    await correlator.idle();
    await correlator.idle();
    assert.deepEqual(errors.calls.map(({ error }) => error.code), ['io']);
    assert.equal((await events.lookup(id('1'))).state, 'spent');
  });

  test('a waitFor that cannot be registered is rejected, and one that cannot be ended is ended later', async (t) => {
    const { correlator, events, host, errors } = await onUnreliable(t);
    host.failures = 1;
    await fails(() => correlator.waitFor({ kind, correlation: key('A-1'), timeoutMs: 1e6 }), 'io');
    const controller = new AbortController();
    const promise = correlator.waitFor({ kind, correlation: key('A-1'), signal: controller.signal });
    host.failures = 2;
    controller.abort();
    await assert.rejects(promise, { name: 'AbortError' });
    await correlator.idle();
    assert.deepEqual(errors.calls.map(({ error }) => error.code), ['io']);
    await correlator.idle();
    assert.deepEqual(await events.waiting({ limit: 9 }), []);
  });

  test('transactional: a commit that fails is a resume that failed', async (t) => {
    let host;
    const all = await onUnreliable(t, {
      transactional: true,
      resume: ({ run }, event, { op, attempt }) => {
        op.sql('INSERT INTO runs VALUES (?)', [run]);
        if (attempt === 1) host.failures = 1;
      },
    });
    host = all.host;
    const { correlator, store, events, clock, errors } = all;
    await store.sql('CREATE TABLE runs (run TEXT)');
    await correlator.expect(wait('run'));
    await correlator.deliver(event('1'));
    await correlator.idle();
    assert.deepEqual(errors.calls.map(({ error, run }) => [error.code, run]), [['io', 'run']]);
    assert.deepEqual(await store.sql('SELECT * FROM runs'), []);
    assert.equal((await events.lookup(id('1'))).state, 'held');
    clock.now += 1000;
    await correlator.idle();
    assert.equal((await store.sql('SELECT * FROM runs')).length, 1);
    assert.equal((await events.lookup(id('1'))).state, 'spent');
  });
});
