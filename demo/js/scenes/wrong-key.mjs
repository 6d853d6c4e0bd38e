import { valueOfKey } from '../deliveries.mjs';
import { correctKey } from '../runs.mjs';
import { outcomeText, stateText } from '../stage.mjs';
import { grace, sweepReason } from '../sweeping.mjs';

async function find(stage, key) {
  const found = await stage.store.events.find(key, { limit: Number.MAX_SAFE_INTEGER });
  const records = found.map((record) => `${record.event.id} (${stateText(record)})`).join(', ');
  stage.answers(`find ${key.namespace} ${key.value}: ${records || 'nothing'}`);
}

// A wait is registered under a mistyped key, and somebody puts that right.
export async function playWrongKey(stage) {
  stage.begin(4, 'A wrong key is found and corrected, and the dead letter reaches its run');
  const { store, time } = stage;
  const kind = 'pull_request_review_thread.resolved';
  const typed = { namespace: 'pull_request', value: 'octo-org/octo-repo#181' };
  const meant = { namespace: 'pull_request', value: 'octo-org/octo-repo#118' };
  const resolved = stage.event('pull_request_review_thread/0');
  const wrong = stage.wait('merge when resolved', kind, typed);
  const right = stage.wait('merge when resolved', kind, meant);

  time.next();
  await stage.start(wrong);
  stage.happens("'merge when resolved' is to wait for pull request 118 of octo-org/octo-repo. Somebody types 181.");
  stage.answers(`waiting for ${kind}: ${await stage.runsWaitingFor(kind)}`);

  const delivery = await store.events.deliver(resolved, { at: time.next() });
  stage.happens('pull_request_review_thread/0 comes, for pull request 118. Nobody waits under that key.');
  stage.answers(`deliver: ${outcomeText(delivery)}`);

  time.waitUntil(time.now + grace);
  const swept = await store.events.sweepUnclaimed({ olderThan: time.now - grace, reason: sweepReason });
  stage.happens('An hour later it is swept, with all else that nobody has asked for.');
  stage.answers(`sweep_unclaimed: ${swept} events`);
  await stage.answersAbout(resolved);

  time.next();
  const [newest] = await store.events.deadLetters({ limit: 1 });
  stage.happens('The operator wonders why the run still waits, and looks up its key, the newest dead letter, and that');
  stage.goesOn("one's key.");
  await find(stage, typed);
  const key = `${meant.namespace} ${valueOfKey(newest.event, meant.namespace)}`;
  stage.answers(`dead_letters: ${newest.event.id} under ${key}`);
  await find(stage, meant);

  const at = time.next();
  let requeued = false;
  const matched = await store.transact((op) => {
    correctKey(op, right.run, meant.value);
    op.events.unsubscribe(wrong.run, wrong.effect);
    op.events.subscribe(right, { at });
    requeued = op.events.requeue(resolved, { at });
    return op.events.matchWaiter({ source: resolved.source, id: resolved.id }, { at });
  });
  stage.happens('She registers the wait anew under the right key, requeues the event and offers it: one commit.');
  stage.answers(`requeue: ${requeued}`);
  stage.answers(`match_waiter: ${matched ? `'${matched.run}'` : 'nobody'}`);
  await stage.answersAbout(resolved);

  time.next();
  await stage.finish(matched, resolved, 'late');
  stage.happens("'merge when resolved' keeps the payload and ends its wait.");
  await stage.answersAbout(resolved);
  stage.end();
}
