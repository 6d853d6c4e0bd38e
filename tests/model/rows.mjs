// What the tables hold and no verb tells: instants of registration, parking and sealing, and the orders that decide
// ties. docs/file-format.md describes the tables.

const ofTenant = (tenant) => `tenant = (SELECT tenant FROM restante_tenants WHERE name = '${tenant}')`;

const questions = [
  {
    sql: (tenant) =>
      'SELECT source, id, state, run, effect, reason, erased, addressed, received_at FROM restante_events ' +
      `WHERE ${ofTenant(tenant)} ORDER BY arrival`,
    rows: ({ events }) =>
      events.map(({ source, id, state, run, effect, reason, erased, addressed, receivedAt }) => ({
        ...{ source, id, state, run: run ?? null, effect: effect ?? null, reason: reason ?? null },
        ...{ erased: Number(erased), addressed: Number(addressed), received_at: receivedAt },
      })),
  },
  {
    sql: (tenant) =>
      'SELECT run, effect, registered_at, parked_at FROM restante_waits ' +
      `WHERE ${ofTenant(tenant)} ORDER BY registration`,
    rows: ({ waits }) =>
      waits.map(({ run, effect, registeredAt, parkedAt }) => ({
        ...{ run, effect, registered_at: registeredAt, parked_at: parkedAt ?? null },
      })),
  },
  {
    sql: (tenant) => `SELECT run, sealed_at FROM restante_sealed_runs WHERE ${ofTenant(tenant)} ORDER BY run`,
    rows: ({ seals }) =>
      [...seals]
        .sort((one, other) => Buffer.compare(Buffer.from(one.run), Buffer.from(other.run)))
        .map(({ run, sealedAt }) => ({ run, sealed_at: sealedAt })),
  },
];

/** The commands that read a tenant's rows. */
export function tableReads(tenant) {
  return questions.map(({ sql }) => ({ do: 'sql', sql: sql(tenant) }));
}

/** The rows that one of these commands finds if the store is as the model; undefined for other SQL. */
export function rowsAsked(model, sql) {
  return questions.find((question) => question.sql(model.tenantName) === sql)?.rows(model);
}
