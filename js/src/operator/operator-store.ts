import type { Door } from '../door.js';
import { RestanteError, type ErrorCode } from '../errors.js';
import { Answer } from '../scenario/answer.js';
import type { JsonValue } from '../scenario/json-document.js';
import { openCommand, sqlCommand, tenantCommand } from './door-commands.js';
import { shownName } from './shown-text.js';

/** The store that an operator looks at: one that is there already. */
export class OperatorStore {
  readonly path: string;
  /** The name that the door knows the tenant by: without the blanks around it. */
  readonly tenant: string;
  readonly #door: Door;

  /**
   * Opens for reading only. A mistyped path or tenant must not make a new one, so both have to be there. Throws
   * RestanteError.
   */
  constructor(door: Door, path: string, tenant: string) {
    this.#door = door;
    this.path = path;
    this.ask(openCommand(path, tenant, true));
    this.tenant = this.ask(tenantCommand()).decoded();
    this.#refuseUnknownTenant();
  }

  /** Opens the same for writing. */
  allowWriting(): void {
    this.ask(openCommand(this.path, this.tenant, false));
  }

  /** What a command answered that succeeded. Throws RestanteError for one that failed. */
  ask(command: string): JsonValue {
    const { value, error } = new Answer(this.#door.call(command));
    if (error) throw new RestanteError(error.code as ErrorCode, error.message);
    return value!;
  }

  #refuseUnknownTenant(): void {
    const found = this.ask(sqlCommand('SELECT name FROM restante_tenants WHERE name = ?', [this.tenant]));
    if (found.elements().length === 0)
      throw new RestanteError('not_found', `there is no tenant ${shownName(this.tenant)} in ${shownName(this.path)}`);
  }
}
