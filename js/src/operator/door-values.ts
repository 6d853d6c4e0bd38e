/** The values that the door answers, as far as they are told. Their shape is the door's promise. */
import { shownPair } from './shown-text.js';

export interface EventValue {
  readonly source: string;
  readonly id: string;
  readonly kind: string;
  readonly correlation: readonly { readonly namespace: string; readonly value: string }[];
  readonly payload?: unknown;
}

export interface WaitName {
  readonly run: string;
  readonly effect: string;
}

export interface WaitValue extends WaitName {
  readonly kind: string;
  readonly correlation: EventValue['correlation'];
  readonly from?: string;
  readonly deadline?: number;
}

export interface DeadLetterValue {
  readonly event: EventValue;
  readonly received_at: number;
  readonly reason: string;
}

export interface RecordValue {
  readonly event: EventValue;
  readonly received_at: number;
  readonly state: 'live' | 'held' | 'spent' | 'dead';
  readonly claimed_by?: WaitName;
  readonly reason?: string;
  readonly erased: boolean;
  readonly addressed: boolean;
}

export interface StatsValue {
  readonly live: number;
  readonly held: number;
  readonly spent: number;
  readonly dead: number;
  readonly erased: number;
  readonly waits_open: number;
  readonly waits_parked: number;
  readonly sealed_runs: number;
  readonly oldest_live_at?: number;
  readonly oldest_held_at?: number;
}

export interface ConcludedValue {
  readonly waits: number;
  readonly released: readonly EventValue[];
  readonly matched: readonly WaitValue[];
}

/** A wait and the event it holds are told by two names each. */
export function shownWait({ run, effect }: WaitName): string {
  return shownPair(run, '/', effect);
}

export function shownEvent({ source, id }: { readonly source: string; readonly id: string }): string {
  return shownPair(source, '/', id);
}
