// The flows of the integrator, which flows.md tells about.

// One flow of the integrator: which delivery starts a run, and which event the run then waits for. The run
// waits under the value that its starting delivery has for `key`. Without `startedBy`: started by hand only.
export const flows = [
  {
    name: 'pull-request-closed',
    startedBy: 'pull_request.opened',
    waitsFor: 'pull_request.closed',
    key: 'pull_request',
  },
  {
    name: 'checks-completed',
    startedBy: 'check_run.created',
    waitsFor: 'check_run.completed',
    key: 'commit',
  },
  {
    name: 'issue-commented',
    startedBy: 'issues.opened',
    waitsFor: 'issue_comment.created',
    key: 'issue',
  },
  {
    name: 'deployment-succeeded',
    startedBy: 'deployment.created',
    waitsFor: 'deployment_status.success',
    key: 'deployment',
  },
  {
    name: 'workflow-completed',
    startedBy: 'workflow_run.requested',
    waitsFor: 'workflow_run.completed',
    key: 'workflow_run',
  },
  {
    name: 'discussion-answered',
    startedBy: 'discussion.created',
    waitsFor: 'discussion.answered',
    key: 'discussion',
  },
  {
    name: 'repositories-chosen',
    startedBy: 'installation.created',
    waitsFor: 'installation_repositories.added',
    key: 'installation',
  },
  {
    name: 'job-queued',
    waitsFor: 'workflow_job.queued',
    key: 'branch',
  },
  {
    name: 'review-answered',
    waitsFor: 'check_run.requested_action',
    key: 'check_run',
  },
];

// The runs that somebody starts by hand before the first delivery. `value` is the value of the flow's key,
// and `from` the only sender that the run accepts.
export const startedByHand = [
  { flow: 'issue-commented', run: 'triage of issue 1', value: 'Codertocat/Hello-World#1' },
  {
    flow: 'job-queued',
    run: 'runner pool',
    value: 'main',
    from: 'github/lineville/elastic-machines-testing',
  },
  { flow: 'review-answered', run: 'review lgtm|26764', value: '1494503112' },
];

// The flows whose story is told step by step at the end.
export const stories = [
  {
    flow: 'pull-request-closed',
    title: 'The event may come before the wait',
  },
  {
    flow: 'deployment-succeeded',
    title: 'Several runs compete for one key: one event each, oldest wait first',
  },
  {
    flow: 'review-answered',
    title: 'An addressed event reaches its run and no other, however often it comes',
  },
  {
    flow: 'job-queued',
    title: 'A wait with a named sender ignores the same key from anybody else',
  },
];

export const flowStartedBy = (kind) => flows.find((flow) => flow.startedBy === kind);
export const flowWaitingFor = (kind) => flows.find((flow) => flow.waitsFor === kind);
export const flowNamed = (name) => flows.find((flow) => flow.name === name);
