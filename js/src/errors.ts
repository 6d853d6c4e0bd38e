/** The closed list of error codes (ground rules, "Errors"). */
export type ErrorCode =
  | 'invalid_argument'
  | 'payload_too_large'
  | 'version_conflict'
  | 'duplicate_id'
  | 'lane_mismatch'
  | 'subscriber_busy'
  | 'not_owner'
  | 'not_found'
  | 'busy'
  | 'transaction_open'
  | 'sql_error'
  | 'closed'
  | 'corrupt'
  | 'schema_too_new'
  | 'read_only'
  | 'disk_full'
  | 'io'
  | 'unsupported';

/** Further facts that travel with an error, such as `index` or `extendedCode`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** Every failure of the product: a stable `code`, and a message that names the offending argument and holds no secret. */
export class RestanteError extends Error {
  override readonly name = 'RestanteError';
  readonly code: ErrorCode;
  /** SQLite's extended result code of a `sql_error`. */
  declare readonly extendedCode?: number;
  /** The place of the failing command in a `transact` at the command door. */
  declare readonly index?: number;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    Object.assign(this, details);
  }
}
