import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { approveGiveUp } from '../../operations/contingency/give-up.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { authorityId, emissionId, replacedId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import { couponSale, noteSaleIn, shopIn } from '../support/clients/till.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { openServed, type Served } from '../support/servers/served.ts';
import { quietRuntime } from '../support/servers/quiet-runtime.ts';

quietRuntime();
type Shop = { company: Company; erp: Erp };
let served: Served;
let shop: Shop;
let cautious: Shop;
beforeAll(async () => {
  served = await openServed({ settings: { LAVRA_AUTHORITY_TIMEOUT_MS: '2000' } });
  const [usual, other] = [shopIn('SP', cnpjOf(50_000_001)), shopIn('SP', cnpjOf(50_000_002))];
  shop = await served.openCompany(usual);
  cautious = await served.openCompany({ ...other, contingency: { ...other.contingency!, giveUp: 'PROPOSED' } });
});
beforeEach(() => until('every service is open', async () => (await shutServices()) === 0));
afterEach(async () => {
  for (const path of ['/scenario', '/lines', '/services']) await served.authority.control('DELETE', path);
});
afterAll(() => served?.close());

test('a coupon whose answer is lost is issued anew offline, transmitted, and the first one is cancelled', async () => {
  await loseAnswerAndLine();
  const { id } = await shop.erp.insist(couponSale);
  const replaced = await replacedOf(id);
  await record(emissionId(id, 1), 'REISSUED', 'emission-reissued');
  await back();
  await record(emissionId(id, 2), 'AUTHORIZED', 'emission-offline');
  await record(replacedId(replaced.id), 'CANCELLED', 'replaced-cancelled');
});

test('a number that never arrived is given up', async () => {
  await line('RESET', '65');
  const { id } = await shop.erp.insist(couponSale);
  const replaced = await replacedOf(id);
  await back();
  await record(replacedId(replaced.id), 'GIVEN_UP', 'replaced-given-up');
});

test('a number that never arrived is proposed to a person, and given up once that one has seen it', async () => {
  await line('RESET', '65');
  const { id } = await cautious.erp.insist(couponSale);
  const { id: replaced } = await replacedOf(id);
  await back();
  await until('it is proposed', async () => (await replacedOf(id)).status === 'PROPOSED');
  await approveGiveUp(served.orm, cautious.company, replaced);
  await signalMended(served.client, replacedId(replaced));
  await record(replacedId(replaced), 'GIVEN_UP', 'replaced-proposed');
});

test('an NF-e that goes to the SVC', async () => {
  await service('SP', 'PAUSED', { model: '55' });
  await service('SVC-AN', 'OPERATING', { state: 'SP' });
  const { id } = await shop.erp.insist(noteSaleIn('SP'));
  const { attempt } = await authorized(id);
  await record(emissionId(id, attempt), 'AUTHORIZED', 'emission-svc');
});

test('an NF-e that is announced by EPEC', async () => {
  await line('REFUSED', '55');
  const { id } = await shop.erp.insist(noteSaleIn('SP'));
  await until('it is announced', async () => (await read(id)).contingencyTransmitBy);
  await back();
  const { attempt } = await authorized(id);
  await record(emissionId(id, attempt), 'AUTHORIZED', 'emission-announced');
});

test('a judge that had a service open, shut and open again', async () => {
  const workflowId = authorityId({ authorizer: 'SP', environment: 'HOMOLOGATION', model: '65' });
  await until('its run is over', async () => !(await isRunning(workflowId)));
  await line('REFUSED', '65');
  const { id } = await shop.erp.insist(couponSale);
  await until('the coupon is out', async () => (await read(id)).contingencyMode === 'OFFLINE');
  await back();
  await authorized(id);
  await until('its run is over', async () => !(await isRunning(workflowId)));
  await recordHistory(served.client, { workflowId }, 'authority');
});

async function record(workflowId: string, end: string, name: string): Promise<void> {
  const result: unknown = await until<unknown>('the end of the run', () =>
    served.client.workflow.getHandle(workflowId).result(),
  );
  expect(result).toBe(end);
  await recordHistory(served.client, { workflowId }, name);
}

/** The authority accepts one more note whose answer is lost, and then nothing answers any more. */
async function loseAnswerAndLine(): Promise<void> {
  await served.authority.control('PUT', '/scenario', [
    { service: 'NfeAutorizacao', drop: 'after', times: 1 },
    { service: 'NfeStatusServico', reset: true },
    { service: 'NfeConsultaProtocolo', reset: true },
  ]);
}

async function back(): Promise<void> {
  for (const path of ['/scenario', '/lines']) await served.authority.control('DELETE', path);
}

const line = (state: 'REFUSED' | 'RESET', model: string) =>
  served.authority.control('PUT', '/lines/SP', { line: state, model });
const service = (authorizer: string, status: string, of: object) =>
  served.authority.control('PUT', `/services/${authorizer}`, { status, ...of });

const em = () => acrossCompanies(served.orm);
const read = (id: string) => em().findOneOrFail(Document, { id });
const authorized = (id: string) =>
  until('it is authorized', async () => {
    const document = await read(id);
    return document.status === 'AUTHORIZED' && document;
  });
const replacedOf = (document: string) => until('a note is replaced', () => em().findOne(ReplacedNote, { document }));

async function isRunning(workflowId: string): Promise<boolean> {
  return (await served.client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
}

async function shutServices(): Promise<number> {
  const [row] = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from authority_standing where standing = 'SHUT'`,
  );
  return row?.count ?? 0;
}
