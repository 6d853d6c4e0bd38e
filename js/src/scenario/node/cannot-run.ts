/** The command line is understood, but what it names cannot be used. */
export class CannotRun extends Error {}
