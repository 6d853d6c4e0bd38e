#include "scenes.h"

namespace demo {

const std::set<std::string> kept_for_the_scenes{
    "release/12",                    // scene 1
    "dependabot_alert/1",            // scene 2
    "deployment_review/0",           // scene 3
    "pull_request_review_thread/0",  // scene 4
    "pull_request/22",               // scene 5
    "pull_request_review/1",         // scene 5
};

}  // namespace demo
