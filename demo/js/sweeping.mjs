import { oneMinute } from './story-time.mjs';

// How long an unclaimed event may wait for its run before the sweep takes it.
export const grace = 60 * oneMinute;
export const sweepReason = 'no run asked for it within an hour';
