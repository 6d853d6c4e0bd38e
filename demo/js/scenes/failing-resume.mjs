import { Correlator } from '../../../js/dist/index.js';
import { keepAnswer } from '../runs.mjs';
import { oneMinute, timeText } from '../story-time.mjs';

// What 'preview' needs for its work; nobody else does.
class PreviewServer {
  answers = false;

  build(run) {
    if (run === 'preview' && !this.answers) throw new Error('the preview server does not answer');
  }
}

// A correlator that takes its time from the store, whose clock is the story's. It resumes in the background, so
// what it does is written down in `steps`. The run's own work and the end of its wait are one transaction: if
// `resume` throws, neither has happened.
async function openCorrelator(stage, server, steps) {
  const correlator = await Correlator.open(stage.store, {
    baseDelayMs: 2 * oneMinute,
    transactional: true,
    resume: (wait, event, { op, attempt }) => {
      steps.push({ what: `resume '${wait.run}' with ${event.id}, attempt ${attempt}`, result: 'done' });
      keepAnswer(op, wait.run, event, 'late', stage.time.now);
      server.build(wait.run);
    },
    onError: ({ message }, { run }) => {
      const { retryAt } = correlator.failing().find((failing) => failing.run === run);
      steps.at(-1).result = `${message}; retry at ${timeText(retryAt)}`;
    },
  });
  return correlator;
}

// Does what is due at this instant, and tells of it.
async function serve(stage, correlator, steps) {
  await correlator.tick();
  for (const { what, result } of steps.splice(0)) stage.answers(`${what}: ${result}`);
  const [next] = correlator.failing(); // the first that is tried again; nothing else in this scene is due later
  stage.answers(next ? `idle until ${timeText(next.retryAt)}` : 'idle until a commit brings news');
}

async function deliver(stage, correlator, event) {
  const { outcome } = await correlator.deliver(event);
  stage.answers(outcome === 'matched' ? 'deliver: matched' : 'deliver: not matched');
}

async function expect(stage, correlator, wait) {
  await stage.store.transact((op) => stage.addRun(op, wait));
  await correlator.expect(wait);
}

// A run cannot be resumed twice, and then it can.
export async function playFailingResume(stage) {
  stage.begin(5, 'A run that cannot be resumed is tried again, later and later, and holds up nobody');
  const { time } = stage;
  const pullRequest = { namespace: 'pull_request', value: 'Codertocat/Hello-World#2' };
  const pushed = stage.event('pull_request/22');
  const dismissed = stage.event('pull_request_review/1');
  const server = new PreviewServer();
  const steps = [];
  const correlator = await openCorrelator(stage, server, steps);

  time.next();
  await expect(stage, correlator, stage.wait('preview', pushed.kind, pullRequest));
  await expect(stage, correlator, stage.wait('review desk', dismissed.kind, pullRequest));
  stage.happens("A correlator sees to two runs: 'preview' waits for a push to pull request 2, and 'review desk' for a");
  stage.goesOn('dismissed review there.');
  await serve(stage, correlator, steps);

  time.next();
  stage.happens("pull_request/22 comes. 'preview' is to build a preview, but the preview server does not answer.");
  await deliver(stage, correlator, pushed);
  await serve(stage, correlator, steps);
  await stage.answersAbout(pushed);

  time.next();
  stage.happens("pull_request_review/1 comes. 'review desk' gets it at once, whatever becomes of 'preview'.");
  await deliver(stage, correlator, dismissed);
  await serve(stage, correlator, steps);

  time.next();
  stage.happens("Two minutes after the first failure 'preview' is tried again, in vain. Now the wait is twice as long.");
  await serve(stage, correlator, steps);

  time.next();
  stage.happens('Nothing is due yet.');
  await serve(stage, correlator, steps);

  server.answers = true;
  time.waitUntil(time.now + 3 * oneMinute);
  stage.happens('Four minutes after the second failure the server is back. The payload has been kept for the run.');
  await serve(stage, correlator, steps);
  await stage.answersAbout(pushed);
  await correlator.close();
  stage.end();
}
