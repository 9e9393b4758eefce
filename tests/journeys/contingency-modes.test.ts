import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseAccessKey } from '../../domain/access-key.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { enterContingency, leaveContingency } from '../../operations/contingency/by-hand.ts';
import { waitingForAuthority } from '../../operations/contingency/waiting.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';
import { faultsInBooks } from '../support/checks/books.ts';
import { insisted, keepCallSnapshots, sentToShut } from '../support/checks/shut-services.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import { couponSale, noteCouponSale, noteSaleIn, shopIn, type StateOfShop } from '../support/clients/till.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { openServed, type Served } from '../support/servers/served.ts';

type Shop = { company: Company; erp: Erp };
let served: Served;
let shop: Shop;
const shops: Shop[] = [];
beforeAll(async () => {
  served = await openServed({ settings: { LAVRA_AUTHORITY_TIMEOUT_MS: '2000' } });
  await keepCallSnapshots(served.orm);
  shop = await open('SP', 60_000_001);
});
beforeEach(() => until('every service is open', async () => (await standings('SHUT')) === 0));
afterEach(async () => {
  for (const path of ['/scenario', '/lines', '/services', '/state-options']) await control('DELETE', path);
});
afterAll(() => served?.close());

test('an SVC that is being switched off finishes what is under way and gets nothing new; what it has is cancelled there', async () => {
  const patient = await open('SP', 60_000_002, { nfce: 2, nfe: 600 });
  await service('SP', 'PAUSED', { model: '55' });
  await service('SVC-AN', 'OPERATING', { state: 'SP' });
  const first = await sold(patient, noteSaleIn('SP'));
  expect(await authorized(first)).toMatchObject({ contingencyMode: 'SVC' });

  await control('PUT', '/scenario', { service: 'NfeAutorizacao', drop: 'after', times: 1 });
  const underWay = await sold(patient, noteSaleIn('SP'));
  await until('its answer was lost', async () => (await control<object[]>('GET', '/scenario')).length === 0);
  await service('SVC-AN', 'CLOSING', { state: 'SP' });
  await until('the judge knows', async () => (await standings('CLOSING')) === 1);
  expect(await authorized(underWay)).toMatchObject({ contingencyMode: 'SVC', attempt: (await read(underWay)).attempt });
  const later = await sold(patient, noteSaleIn('SP'));
  await waits(later, 'AUTHORITY_PAUSED');
  expect(await read(later)).toMatchObject({ contingencyMode: null });

  const justification = 'Cliente desistiu da compra';
  const { status } = await patient.erp.ask('POST', `/v1/fiscal-documents/${first}/cancel`, { justification });
  expect(status).toBe(200);
  const cancellations = await control<{ authorizer: string }[]>('GET', '/exchanges?service=RecepcaoEvento&cStat=135');
  expect(cancellations.at(-1)?.authorizer).toBe('SVC-AN');

  await control('DELETE', '/services');
  expect(await authorized(later)).toMatchObject({ contingencyMode: null });
});

test('what an SVC has is cancelled there when it is off again, too', async () => {
  await service('SP', 'PAUSED', { model: '55' });
  await service('SVC-AN', 'OPERATING', { state: 'SP' });
  const id = await sold(shop, noteSaleIn('SP'));
  expect(await authorized(id)).toMatchObject({ contingencyMode: 'SVC' });
  await control('DELETE', '/services');
  await until('the judge knows', async () => (await standings('OFF')) > 0);
  const justification = 'Cliente desistiu da compra';
  const { status, body } = await shop.erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification });
  expect({ status, body }).toMatchObject({ status: 200 });
});

test('a correction letter of a note that an SVC has waits for the state', async () => {
  await service('SP', 'PAUSED', { model: '55' });
  await service('SVC-AN', 'OPERATING', { state: 'SP' });
  const id = await sold(shop, noteSaleIn('SP'));
  await authorized(id);
  const correction = 'Endereço de entrega: Rua das Flores, 20';
  const asking = shop.erp.call('POST', `/v1/fiscal-documents/${id}/correction-letter`, { correction });
  const event = (): Promise<DocumentEvent> => em().findOneOrFail(DocumentEvent, { document: id });
  await until('it waits', async () => (await event()).waitingKind === 'AUTHORITY_PAUSED');
  await control('DELETE', '/services');
  await until('it is registered', async () => (await event()).status === 'REGISTERED');
  await asking;
});

test('an NF-e of a state without EPEC waits for its state', async () => {
  const { erp } = await open('PB', 60_000_003);
  await line('SVRS', '55');
  const { id } = await erp.insist(noteSaleIn('PB'));
  await waits(id, 'AUTHORITY_UNREACHABLE');
  await new Promise((resolve) => setTimeout(resolve, 5_000)); // longer than the company waits before it announces by EPEC
  expect(await read(id)).toMatchObject({ status: 'PROCESSING', contingencyMode: null, attempt: 1 });
  await control('DELETE', '/lines');
  await until('its state has answered', async () => (await read(id)).status !== 'PROCESSING');
});

test('a state that refuses offline coupons says so in words (712)', async () => {
  const { erp } = await open('MG', 60_000_004);
  await control('PUT', '/state-options', { offlineConsumerNotes: ['MG'] });
  await line('MG', '65');
  const { id } = await erp.insist(couponSale);
  await isOut(id);
  await control('DELETE', '/lines');
  await until('it is refused', async () => (await read(id)).status === 'REJECTED');
  const { body } = await erp.call('GET', `/v1/fiscal-documents/${id}`);
  expect(body).toMatchObject({ cStat: '712', rejection: { code: '712', cause: expect.any(String) } });
});

test('a coupon that is refused at its transmission is corrected, and keeps the number and the key that the customer holds', async () => {
  await line('SP', '65');
  const id = await sold(shop, couponSale);
  const { number, accessKey } = await isOut(id);
  await control('PUT', '/scenario', { service: 'NfeAutorizacao', answer: { cStat: 778 }, times: 1 });
  await control('DELETE', '/lines');
  await until('it is refused', async () => (await read(id)).status === 'REJECTED');
  const corrected = { additionalInfo: 'Troca em sete dias' };
  const patched = await shop.erp.call('PATCH', `/v1/fiscal-documents/${id}`, corrected);
  expect(patched).toMatchObject({ status: 200 });
  await shop.erp.call('POST', `/v1/fiscal-documents/${id}/emit`);
  expect(await authorized(id)).toMatchObject({ number, accessKey, contingencyMode: 'OFFLINE' });
});

test('an NF-e in a coupon is out at once while its authority does not answer, and is transmitted later under the number and the key that the customer holds', async () => {
  await line('SP', '55');
  const id = await sold(shop, noteCouponSale);
  const { number, accessKey, attempt } = await isOut(id);
  expect(parseAccessKey(accessKey ?? '')).toMatchObject({ model: '55', emissionType: '9' });
  // The coupon may be printed, with its QR code, before the note is authorized.
  const { body } = await shop.erp.call('GET', `/v1/fiscal-documents/${id}`);
  expect(body).toMatchObject({ status: 'PROCESSING', contingency: { mode: 'OFFLINE' }, pdfUrl: expect.any(String) });
  const xml = async (type = ''): Promise<string> =>
    (await shop.erp.download(`/v1/fiscal-documents/${id}/xml${type}`)).content.toString();
  const offline = /<tpImp>6<\/tpImp><tpEmis>9<\/tpEmis>[\s\S]*<dhCont>[\s\S]*<qrCode>/;
  expect(await xml('?type=signed')).toMatch(offline);
  const before = await control<object[]>('GET', `/epec/${shop.company.taxId}`);
  await control('DELETE', '/lines');
  expect(await authorized(id)).toMatchObject({ number, accessKey, attempt, contingencyMode: 'OFFLINE' });
  // Sent to its state alone; no EPEC.
  type Exchange = { chNFe: string | null; cStat: number | null; authorizer: string };
  const sent = await control<Exchange[]>('GET', '/exchanges?service=NfeAutorizacao&cStat=100');
  expect(sent.filter(({ chNFe }) => chNFe === accessKey).map(({ authorizer }) => authorizer)).toEqual(['SP']);
  expect(await control('GET', `/epec/${shop.company.taxId}`)).toEqual(before);
  expect(await xml()).toMatch(offline);
});

test('who enters contingency keeps it until somebody leaves, and then what is out is transmitted', async () => {
  const { company } = shop;
  const place = { company, environment: company.environment, type: 'NFCE' } as const;
  await enterContingency(acrossCompanies(served.orm), place, 'Internet da loja fora do ar desde as 14h');
  const id = await sold(shop, couponSale);
  expect(await isOut(id)).toMatchObject({ contingencyReason: 'Internet da loja fora do ar desde as 14h', attempt: 1 });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect((await read(id)).status).toBe('PROCESSING');
  await leaveContingency(acrossCompanies(served.orm), place);
  for (const one of await waitingForAuthority(em(), place)) {
    await signalMended(served.client, emissionId(one.id, one.attempt));
  }
  await authorized(id);
});

test('after all of it each sale has one note, and each number its fate', async () => {
  const ofBooks = shops.filter(({ company }) => !['PB', 'MG'].includes(String(company.settings?.address.state)));
  const companies = ofBooks.map(({ company }) => company);
  // Each of two tests cancelled one sale on purpose.
  const faults = await faultsInBooks(served, companies);
  expect(faults.filter((fault) => !fault.includes('CANCELLED'))).toEqual([]);
  expect(faults).toHaveLength(2);
  expect(await sentToShut(served.orm)).toEqual([]);
  expect(await insisted(served)).toEqual([]);
});

async function open(state: StateOfShop, root: number, afterSeconds = { nfce: 2, nfe: 3 }): Promise<Shop> {
  const { contingency, ...rest } = shopIn(state, cnpjOf(root));
  const input: Partial<CompanyInput> = { ...rest, contingency: { ...contingency!, afterSeconds } };
  const opened = await served.openCompany(input);
  shops.push(opened);
  return opened;
}

const sold = async ({ erp }: Shop, sale: (id: string) => object): Promise<string> => (await erp.insist(sale)).id;

const control = <Result = unknown>(method: string, path: string, body?: object): Promise<Result> =>
  served.authority.control<Result>(method, path, body);
const line = (authorizer: string, model: string) => control('PUT', `/lines/${authorizer}`, { line: 'REFUSED', model });
const service = (authorizer: string, status: string, of: object) =>
  control('PUT', `/services/${authorizer}`, { status, ...of });

const em = () => acrossCompanies(served.orm);
const read = (id: string): Promise<Document> => em().findOneOrFail(Document, { id });

const authorized = (id: string): Promise<Document> =>
  until('it is authorized', async () => {
    const document = await read(id);
    return document.status === 'AUTHORIZED' && document;
  });

const waits = (id: string, kind: string): Promise<boolean> =>
  until(`it waits for ${kind}`, async () => (await read(id)).waitingKind === kind);

const isOut = (id: string): Promise<Document> =>
  until('the coupon is out', async () => {
    const document = await read(id);
    return document.contingencyMode === 'OFFLINE' && document;
  });

async function standings(standing: string): Promise<number> {
  const [row] = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from authority_standing where standing = ?`,
    [standing],
  );
  return row?.count ?? 0;
}
