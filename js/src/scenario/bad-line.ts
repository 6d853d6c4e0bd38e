/** A line of a scenario that cannot be run as it is written. */
export class BadLine extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}
