// The second part of the demo: what can go wrong, a scene each, on deliveries that the first part leaves alone.

export { playCalledOff } from './called-off.mjs';
export { playErased } from './erased.mjs';
export { playTimedOut } from './timed-out.mjs';
export { playWrongKey } from './wrong-key.mjs';
export { playFailingResume } from './failing-resume.mjs';

// The ids of the deliveries that the scenes need.
export const keptForTheScenes = new Set([
  'release/12', // scene 1
  'dependabot_alert/1', // scene 2
  'deployment_review/0', // scene 3
  'pull_request_review_thread/0', // scene 4
  'pull_request/22', // scene 5
  'pull_request_review/1', // scene 5
]);
