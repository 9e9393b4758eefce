import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityManager, Orm } from '../../../config/orm.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { keepCallSnapshots, sentToShut } from '../../support/checks/shut-services.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let companyId: string;
beforeAll(async () => {
  orm = await testOrm();
  companyId = (await createCompany(acrossCompanies(orm), demoCompany)).id;
  await keepCallSnapshots(orm);
});
afterAll(() => orm?.close());

/** A note of SP, model 55. */
const key = '35261112345678000195550010000000011000000011';

test('the check finds a call that saw its service shut, and none that began before anybody could see it', async () => {
  await acrossCompanies(orm).transactional(async (before) => {
    await before.execute('set transaction isolation level repeatable read');
    await before.execute('select 1 from authority_change');
    await change('SHUT');
    // Sent after the judge's commit, but by a statement that does not see it.
    await call(before);
  });
  expect(await sentToShut(orm)).toEqual([]);
  await call(acrossCompanies(orm));
  expect(await sentToShut(orm)).toEqual([expect.stringMatching(/^SP\/55 was shut at .* and got NfeAutorizacao 3526/)]);
  await change('OPEN');
  await call(acrossCompanies(orm));
  expect(await sentToShut(orm)).toHaveLength(1);
});

async function change(standing: string): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into authority_change (id, authorizer, environment, model, state, standing, reason, changed_at)
     values (?, 'SP', 'HOMOLOGATION', '55', '', ?, 'teste', now())`,
    [randomUUID(), standing],
  );
}

async function call(em: EntityManager): Promise<void> {
  await em.execute(
    `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at)
     values (?, ?, '12345678', 'HOMOLOGATION', 'NfeAutorizacao', ?, clock_timestamp())`,
    [randomUUID(), companyId, key],
  );
}
