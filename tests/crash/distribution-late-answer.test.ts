import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { watchFor, until } from '../support/checks/until.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { questions } from './distribution-evidence.ts';

const service = 'NFeDistribuicaoDFe';

let deployment: Deployment;
beforeAll(async () => {
  // New workers: killed ones might have left a question without an end.
  deployment = await openDeployment({ workers: 2, workersWait: true, distributionWaitSeconds: 3 });
});
afterAll(() => deployment?.close());

test('a worker that stood still wakes up when another has fetched what it asked for: nothing is kept twice or goes back', async () => {
  const { taxId, id: company } = deployment.company;
  const [stalled, other] = [deployment.workers[0]!, deployment.workers[1]!];
  await arrive(3);
  await deployment.authority.control('PUT', '/scenario', { service, cnpj: taxId, latencyMs: 15_000, times: 1 });
  const { pid } = await stalled.start();
  await watchFor('its question is heard', async () => (await answers()).length === 1);
  process.kill(pid, 'SIGSTOP');
  try {
    await arrive(2);
    await other.start();
    const kept = await until('the other has the lot', async () => {
      const row = await em().findOneOrFail(Distribution, { company, source: 'NFE' });
      return row.lastNsu === 5n && row;
    });
    process.kill(pid, 'SIGCONT');
    // It may still read the answer, or learn first that its visit was given to another worker: in both cases its call ends.
    const calls = await until('no call is open', async () => {
      const found = await em().find(AuthorityCall, { company, service }, { orderBy: { startedAt: 'asc' } });
      return found.every(({ endedAt }) => endedAt) && found;
    });
    expect(calls.slice(0, 2).map(({ subject }) => subject)).toEqual(Array(2).fill('distribution NFE 0'));
    const row = await em().findOneOrFail(Distribution, { company, source: 'NFE' });
    expect(row).toMatchObject({ lastNsu: 5n, unreadable: 0 });
    expect(row.notBefore >= kept.notBefore).toBe(true);
    expect(await nsus()).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(await em().count(ReceivedDocument, { company })).toBe(5);
  } finally {
    process.kill(pid, 'SIGCONT');
  }

  await arrive(1);
  await until('what is new comes once', async () => (await nsus()).length === 6);
  // A question to ADN may have been under way when the worker was stopped, and arrive when it wakes, together with the other worker's: so
  // only NF-e are checked.
  const asked = (await questions(deployment)).filter(({ source }) => source === 'nfe');
  expect(asked.filter(({ early, cStat }) => early || cStat === 656)).toEqual([]);

  /** The authority's answers that had documents. */
  async function answers() {
    return (await questions(deployment)).filter(({ source, cStat }) => source === 'nfe' && cStat === 138);
  }

  async function nsus(): Promise<bigint[]> {
    const files = await em().find(ReceivedFile, { company, source: 'NFE' }, { orderBy: { nsu: 'asc' } });
    return files.map(({ nsu }) => nsu);
  }

  function arrive(count: number): Promise<unknown> {
    const note = { issuer: { taxId: cnpjOf(33_444_555) }, recipient: { taxId }, count };
    return deployment.authority.control('POST', '/distribution', { notes: [note] });
  }
});

function em() {
  return acrossCompanies(deployment.orm);
}
