// A failure that the user can mend; it is told in one sentence.
export class Problem extends Error {}
