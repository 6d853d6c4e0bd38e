import { closeRun } from '../runs.mjs';
import { claimText, outcomeText, runsText } from '../stage.mjs';

// A run that is called off passes its event on.
export async function playCalledOff(stage) {
  stage.begin(1, 'A run that is called off passes its event on');
  const { events } = stage.store;
  const kind = 'release.released';
  const repository = { namespace: 'repository', value: 'Codertocat/Hello-World' };
  const announcer = stage.wait('announcer', kind, repository);
  const standIn = stage.wait('stand-in', kind, repository);
  const released = stage.event('release/12');

  stage.time.next();
  await stage.start(announcer);
  stage.happens("'announcer' waits for the next release of Codertocat/Hello-World.");
  stage.time.next();
  await stage.start(standIn);
  stage.happens("'stand-in' waits for the same, second in line.");
  stage.answers(`waiting for ${kind}: ${await stage.runsWaitingFor(kind)}`);

  const delivery = await events.deliver(released, { at: stage.time.next() });
  stage.happens('release/12 comes. It goes to one run only, the one that has waited longest.');
  stage.answers(`deliver: ${outcomeText(delivery)}`);
  await stage.answersAbout(released);

  const at = stage.time.next();
  const concluded = await stage.store.transact((op) => {
    closeRun(op, announcer.run, 'called off', at);
    return op.events.concludeRun(announcer.run, [announcer.effect], { at });
  });
  stage.happens("'announcer' is called off before it has kept the event. Its end, and the event's way to the next");
  stage.goesOn('in line, are one commit.');
  const ids = concluded.released.map(({ id }) => id).join(', ') || 'none';
  const matched = runsText(concluded.matched);
  stage.answers(`conclude_run: ${concluded.waits} wait ended; released: ${ids}; matched with: ${matched}`);
  await stage.answersAbout(released);

  stage.time.next();
  await stage.finish(concluded.matched[0], concluded.released[0], 'late');
  stage.happens("'stand-in' keeps the payload in its own row and ends its wait, again in one commit.");
  await stage.answersAbout(released);

  const nothing = await events.await(announcer, { at: stage.time.next() });
  stage.happens("'announcer' asks once more. It is over: it gets nothing, and no wait is registered.");
  stage.answers(`await: ${claimText(nothing)}`);
  stage.answers(`waiting for ${kind}: ${await stage.runsWaitingFor(kind)}`);
  stage.end();
}
