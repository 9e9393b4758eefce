import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { askForComparison } from '../../operations/comparison/begin.ts';
import { comparedMonth } from '../../operations/comparison/differences.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { lookedAhead } from '../../activities/comparison/compare.ts';
import { comparisonId } from '../../temporal/names.ts';
import { startComparison } from '../../temporal/start.ts';
import { insist, meet, until } from '../support/checks/until.ts';
import { thisMonth } from '../support/clients/closings.ts';
import { killsFor } from '../support/faults/kills.ts';
import { copies } from '../support/rows/copies.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';

const kills = killsFor(2);
/** One note that the authority has, a gap behind it, and notes that it does not have. */
const gap = { from: 2, to: 4 };
const unknown = { from: 5, count: 40 };
const last = unknown.from + unknown.count - 1;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment?.close());

test('a month is compared to its end while the worker is killed: each number is told once, and each kill asks at most one twice', async () => {
  const { orm, client, workers } = deployment;
  const { company, erp } = await deployment.openCompany({ taxId: cnpjOf(61_000_001), environment: 'PRODUCTION' });
  const { id } = await erp.insist();
  const note = await until('the note is authorized', async () => {
    const document = await acrossCompanies(orm).findOneOrFail(Document, { id });
    return document.status === 'AUTHORIZED' ? document : null;
  });
  await copies(orm, note, unknown);
  const of = { companyId: company.id, month: thisMonth() };
  const asked = await askForComparison(acrossCompanies(orm), of, { everyNote: true, actor: lavraItself });
  const start = { comparisonId: asked.id, companyTaxId: company.taxId, month: 'mês' };
  await insist(() => startComparison(client, start));

  const now = async () => (await comparedMonth(acrossCompanies(orm), { ...of, taxId: company.taxId }))!;
  for (let kill = 1; kill <= kills; kill += 1) {
    const far = Math.floor((kill * last) / (kills + 2));
    await meet(`${far} numbers are compared`, async () => (await now()).comparison.done >= far);
    await workers[0]!.kill();
    expect((await now()).comparison.completedAt).toBeNull();
    await workers[0]!.start();
  }
  await until('it has ended', async () => (await now()).comparison.completedAt !== null);

  expect(await client.workflow.getHandle(comparisonId(asked.id)).result()).toBe('COMPARED');
  const { comparison, differences } = await now();
  expect(comparison).toMatchObject({ done: last, total: last, untold: 0 });
  expect(differences.map(({ kind, startNumber, endNumber }) => [kind, startNumber, endNumber])).toEqual([
    ['GAP', gap.from, gap.to],
    ...Array.from({ length: unknown.count }, (_, at) => ['UNKNOWN_THERE', unknown.from + at, unknown.from + at]),
  ]);
  // Of both models of goods, beyond the last number of the one and from the first of the other.
  const [calls] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(*)::int as count from authority_call where company_id = ? and service = 'NfeConsultaProtocolo'`,
    [company.id],
  );
  expect(calls?.count).toBeLessThanOrEqual(last + 2 * lookedAhead + kills);
});
