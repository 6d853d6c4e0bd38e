#include "flows.h"

#include <stdexcept>

namespace demo {

const std::vector<Flow> flows{
    {"pull-request-closed", "pull_request.opened", "pull_request.closed", "pull_request"},
    {"checks-completed", "check_run.created", "check_run.completed", "commit"},
    {"issue-commented", "issues.opened", "issue_comment.created", "issue"},
    {"deployment-succeeded", "deployment.created", "deployment_status.success", "deployment"},
    {"workflow-completed", "workflow_run.requested", "workflow_run.completed", "workflow_run"},
    {"discussion-answered", "discussion.created", "discussion.answered", "discussion"},
    {"repositories-chosen", "installation.created", "installation_repositories.added", "installation"},
    {"job-queued", "", "workflow_job.queued", "branch"},
    {"review-answered", "", "check_run.requested_action", "check_run"},
};

const std::vector<HandStart> started_by_hand{
    {"issue-commented", "triage of issue 1", "Codertocat/Hello-World#1", std::nullopt},
    {"job-queued", "runner pool", "main", "github/lineville/elastic-machines-testing"},
    {"review-answered", "review lgtm|26764", "1494503112", std::nullopt},
};

const std::vector<std::pair<std::string, std::string>> stories{
    {"pull-request-closed", "The event may come before the wait"},
    {"deployment-succeeded", "Several runs compete for one key: one event each, oldest wait first"},
    {"review-answered", "An addressed event reaches its run and no other, however often it comes"},
    {"job-queued", "A wait with a named sender ignores the same key from anybody else"},
};

const Flow* flow_started_by(const std::string& kind) {
  for (const Flow& flow : flows)
    if (flow.started_by == kind) return &flow;
  return nullptr;
}

const Flow* flow_waiting_for(const std::string& kind) {
  for (const Flow& flow : flows)
    if (flow.waits_for == kind) return &flow;
  return nullptr;
}

const Flow& flow_named(const std::string& name) {
  for (const Flow& flow : flows)
    if (flow.name == name) return flow;
  throw std::logic_error("there is no flow '" + name + "'");
}

}  // namespace demo
