// Which stores a sequence is played on, and the models that stand for them. A file is shared by two tenants: whatever
// one of them does, the other must not notice.

import { ModelDoor } from './model-door.mjs';

export const oneTenant = [{ as: 'a', tenant: 'default' }];
export const twoTenants = [...oneTenant, { as: 'b', tenant: 'other' }];

/** The command as one for this store; the store `a` need not be named. */
export function forStore(command, { as }) {
  return as === 'a' ? command : { ...command, as };
}

/** The commands that open all of the stores on one path. They need not be durable: that is the crash test's matter. */
export function openings(stores, path) {
  return stores.map((store) => forStore({ do: 'open', path, tenant: store.tenant, synchronous: 'off' }, store));
}

/** A model for each store. */
export class ModelStores {
  constructor(stores, newModel) {
    this.doors = new Map(stores.map(({ as, tenant }) => [as, new ModelDoor(newModel(tenant))]));
  }

  call({ as = 'a', ...command }) {
    return this.doors.get(as).call(command);
  }
}
