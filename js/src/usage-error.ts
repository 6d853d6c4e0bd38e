/** The command line cannot be understood. The usage is shown with it. */
export class UsageError extends Error {}

/** The same behind `events`, which has a usage of its own. */
export class EventsUsageError extends UsageError {}
