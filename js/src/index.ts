export { open, Store, type OpenOptions, type Op, type Promised, type Verbs } from './store.js';
export { RestanteError, type ErrorCode } from './errors.js';
export { rawJson, type RawJson } from './payload.js';
export {
  Events,
  type AddressedDelivery,
  type At,
  type ClaimedEvent,
  type ConcludedRun,
  type CorrelationKey,
  type DeadLetter,
  type Delivery,
  type EndedRun,
  type Event,
  type EventId,
  type EventRecord,
  type EventStats,
  type MintedBy,
  type Minter,
  type StoredEvent,
  type StoredWait,
  type Wait,
} from './events.js';
export type { SqlParameter, SqlRow, SqlValue } from './sql.js';
export { openDoor, type Door, type DoorOptions } from './door.js';
export { HostFailure, type HostDatabase, type HostRows, type HostValue } from './host/database.js';
export { betterSqlite3, type BetterSqlite3Database } from './host/better-sqlite3.js';
export {
  Correlator,
  type CorrelatorOptions,
  type ResumeContext,
  type ResumeInTransactionContext,
  type ResumeOptions,
  type Tick,
  type TransactionalResumeOptions,
  type WaitForOptions,
} from './correlator/correlator.js';
export type { FailingWait } from './correlator/machine.js';
