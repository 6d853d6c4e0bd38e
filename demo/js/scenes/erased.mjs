import { claimText, outcomeText } from '../stage.mjs';

// A payload is erased, and the retry of its delivery is refused all the same. (The scene in C++, whose store is
// in a file, also looks for the payload in the bytes of the file.)
export async function playErased(stage) {
  stage.begin(2, 'A payload is erased, and its retry is refused all the same');
  const { events } = stage.store;
  const alert = stage.event('dependabot_alert/1');

  const first = await events.deliver(alert, { at: stage.time.next() });
  stage.happens('dependabot_alert/1 comes and tells of a weakness in wolfy1339/pika-pack. No run waits for it.');
  stage.answers(`deliver: ${outcomeText(first)}`);
  await stage.answersAbout(alert);

  stage.time.next();
  const erased = await events.erasePayload(alert);
  stage.happens('The owner of the repository wants no copy to be kept. The content goes; who sent it and when stays.');
  stage.answers(`erase_payload: ${erased}`);
  await stage.answersAbout(alert);

  const second = await events.deliver(alert, { at: stage.time.next() });
  stage.happens('GitHub sends it again. The store still knows it, and takes in nothing of the copy.');
  stage.answers(`deliver: ${outcomeText(second)}`);
  await stage.answersAbout(alert);

  const late = stage.wait('latecomer', alert.kind, { namespace: 'repository', value: 'wolfy1339/pika-pack' });
  const nothing = await events.claimFor(late, { at: stage.time.next() });
  stage.happens('A run asks for it, but what was erased comes back to nobody.');
  stage.answers(`claim_for: ${claimText(nothing)}`);
  stage.end();
}
