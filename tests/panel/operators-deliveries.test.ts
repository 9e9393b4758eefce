import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { failedDelivery } from '../support/rows/failed-delivery.ts';
import { newOffice } from '../support/rows/office.ts';
import { type Operated, startOperated } from './operators-fixture.ts';

let panel: Operated['panel'];
let one: Operated['one'];
let other: Operated['other'];
let office: Awaited<ReturnType<typeof newOffice>>['office'];
let operator: Operated['operator'];
let reader: Operated['reader'];
let administrator: Operated['administrator'];
let entriesOf: Operated['entriesOf'];
let byOperator: Operated['byOperator'];

beforeAll(async () => {
  ({ panel, one, other, operator, reader, administrator, entriesOf, byOperator } = await startOperated());
  ({ office } = await newOffice(panel.orm));
});
afterAll(() => panel.close());

const em = () => acrossCompanies(panel.orm);

/** Expects 404 for an operator who may only read, and for an administrator of a company. */
async function shut(path: string, fields: Record<string, string> = {}): Promise<void> {
  for (const person of [reader, administrator]) expect((await person.post(path, fields)).status).toBe(404);
}

const failed = (owner: { company: Company; office?: { id: string } }, endpoint: string) =>
  failedDelivery(panel.orm, owner, endpoint);
const statusOf = async (id: string) => (await em().findOneOrFail(WebhookDelivery, { id })).status;

test('those of companies and offices are in one list, by owner too, and are delivered again for whose they are', async () => {
  const ofCompany = await newEndpoint(panel.orm, { company: one }, { url: 'https://erp.example.com/h?s=segredo' });
  const ofOffice = await newEndpoint(panel.orm, { office }, { url: 'https://contabil.example.com/h' });
  const [mine, theirs] = [
    await failed({ company: one }, ofCompany.id),
    await failed({ company: other, office }, ofOffice.id),
  ];
  const all = (await operator.get('/o/entregas')).text;
  for (const words of [mine, theirs, office.name, one.name, 'erp.example.com']) expect(all).toContain(words);
  expect(all).not.toContain('segredo');
  const narrowed = (await operator.get(`/o/entregas?de-quem=${office.taxId}`)).text;
  expect([narrowed.includes(theirs), narrowed.includes(mine)]).toEqual([true, false]);
  expect((await operator.get('/o/entregas?de-quem=11111111111111')).status).toBe(400);
  const [ofTheirs, ofMine] = [await reader.get(`/o/entregas/${theirs}`), await reader.get(`/o/entregas/${mine}`)];
  expect(ofTheirs.text).not.toContain('Reenviar agora');
  // The body as it is posted: an office's names office and company, a company's neither.
  for (const words of [`officeId&quot;: &quot;${office.id}`, `companyId&quot;: &quot;${other.id}`])
    expect([ofTheirs.text.includes(words), ofMine.text.includes(words)]).toEqual([true, false]);
  expect((await administrator.get(`/o/entregas/${mine}`)).status).toBe(404);

  await shut(`/o/entregas/${theirs}/reenviar`);
  const resent = await operator.post(`/o/entregas/${theirs}/reenviar`);
  expect([resent.status, resent.location]).toEqual([303, `/o/entregas/${theirs}?feito=reenviada`]);
  expect(await statusOf(theirs)).toBe('PENDING');
  expect(await entriesOf(office)).toContainEqual(byOperator('WEBHOOK_REDELIVERY_REQUESTED'));
  expect(await statusOf(mine)).toBe('FAILED');
});

test('the failures of a filter are counted, and then delivered again, each owner’s in its own name', async () => {
  const ofCompany = await newEndpoint(panel.orm, { company: other });
  const ofOffice = await newEndpoint(panel.orm, { office });
  const ids = [
    await failed({ company: other }, ofCompany.id),
    await failed({ company: one, office }, ofOffice.id),
    await failed({ company: other, office }, ofOffice.id),
  ];
  const asked = (await operator.get('/o/entregas/reenviar?situacao=erro')).text;
  const [, total = ''] = /name="quantas" value="(\d+)"/.exec(asked) ?? [];
  expect(Number(total)).toBeGreaterThanOrEqual(3);
  await shut('/o/entregas/reenviar', { situacao: 'erro', quantas: total });
  expect((await reader.get('/o/entregas/reenviar')).status).toBe(404);
  expect((await operator.post('/o/entregas/reenviar', { situacao: 'erro', quantas: '1' })).status).toBe(400);
  expect((await operator.post('/o/entregas/reenviar', { situacao: 'erro', quantas: total })).status).toBe(303);
  for (const id of ids) expect(await statusOf(id)).toBe('PENDING');
  expect(await entriesOf(other)).toContainEqual(byOperator('WEBHOOK_REDELIVERY_REQUESTED'));
});
