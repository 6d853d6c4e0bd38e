import { closeRun } from '../runs.mjs';
import { claimText, outcomeText, runsText } from '../stage.mjs';
import { oneMinute, timeText } from '../story-time.mjs';

const deadlineText = (deadline) => (deadline === null ? 'none' : timeText(deadline));

// A wait times out, and the event that comes too late goes to the next one who asks.
export async function playTimedOut(stage) {
  stage.begin(3, 'An event that comes after the time-out goes to the next one who asks');
  const { store, time } = stage;
  const kind = 'deployment_review.requested';
  const workflow = { namespace: 'workflow_run', value: '5453085689' };
  const request = stage.event('deployment_review/0');
  const gate = stage.wait('rollout gate', kind, workflow);
  const secondLook = stage.wait('second look', kind, workflow);

  gate.deadline = time.next() + 30 * oneMinute;
  await stage.start(gate);
  stage.happens("'rollout gate' gives workflow run 5453085689 half an hour to request a review.");
  stage.answers(`next_deadline: ${deadlineText(await store.events.nextDeadline())}`);

  time.waitUntil(gate.deadline);
  const expired = await store.transact((op) => {
    const waits = op.events.expireWaits({ now: time.now, limit: Number.MAX_SAFE_INTEGER });
    for (const { run } of waits) closeRun(op, run, 'timed out', time.now);
    return waits;
  });
  stage.happens("No request has come. The wait ends, and the run's row says so, in one commit.");
  stage.answers(`expire_waits: ${runsText(expired)}`);
  stage.answers(`next_deadline: ${deadlineText(await store.events.nextDeadline())}`);

  time.waitUntil(time.now + 5 * oneMinute);
  const delivery = await store.events.deliver(request, { at: time.now });
  stage.happens('deployment_review/0 comes after all. A wait that has timed out swallows nothing.');
  stage.answers(`deliver: ${outcomeText(delivery)}`);
  await stage.answersAbout(request);

  time.waitUntil(time.now + 10 * oneMinute);
  const claimed = await stage.start(secondLook);
  stage.happens("'second look' asks for the same, and finds it.");
  stage.answers(`await: ${claimText(claimed)}`);
  await stage.answersAbout(request);

  time.next();
  await stage.finish(secondLook, claimed.event, 'early');
  stage.happens("'second look' keeps the payload and ends its wait.");
  await stage.answersAbout(request);
  stage.end();
}
