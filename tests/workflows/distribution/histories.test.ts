import { afterAll, beforeAll, expect, test } from 'vitest';
import { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { distributionId } from '../../../temporal/names.ts';
import { openServed, type Served } from '../../support/servers/served.ts';
import { quietRuntime } from '../../support/servers/quiet-runtime.ts';
import { recordHistory } from '../../support/checks/recorder.ts';
import { until } from '../../support/checks/until.ts';

quietRuntime();
let served: Served;
beforeAll(async () => {
  served = await openServed({ distributionWaitSeconds: 2 });
});
afterAll(() => served?.close());

test('an actor that asked three times, found nothing more each time, and ended with its company', async () => {
  const { client, company, erp, orm } = served;
  const { body } = await until('a sync that is taken', async () => {
    const answer = await erp.call('POST', '/v1/received-documents/sync');
    return answer.status === 202 && answer;
  });
  // Both sources, without one whose actor is asking at this moment.
  expect([['NFE', 'NFSE'], ['NFE'], ['NFSE']]).toContainEqual((body['sources'] as string[]).toSorted());
  const { taxId, environment } = company;
  const workflowId = distributionId({ source: 'NFE', environment, taxId });
  await until('three questions', async () => {
    const where = { company: company.id, service: 'NFeDistribuicaoDFe', cStat: { $ne: null } };
    return (await acrossCompanies(orm).count(AuthorityCall, where)) >= 3;
  });
  await acrossCompanies(orm).nativeUpdate(Company, { id: company.id }, { isActive: false });
  await client.workflow.getHandle(workflowId).result();
  await recordHistory(client, { workflowId }, 'distribution');

  const questions = await served.authority.control<{ early?: boolean; cStat: string }[]>(
    'GET',
    `/distribution/questions?taxId=${taxId}`,
  );
  expect(questions.length).toBeGreaterThanOrEqual(4); // of both sources
  expect(questions.filter(({ cStat }) => cStat === '656')).toEqual([]);
});
