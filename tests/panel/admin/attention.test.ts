import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { masterKey } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { callUrl } from '../../api/call.ts';
import { newCompany } from '../../api/fixture.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { failedDelivery } from '../../support/rows/failed-delivery.ts';
import { monthDocument, newClosing } from '../../support/rows/closing.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { startPanel } from '../panel-fixture.ts';
import { operatorKey } from './operator.ts';

const sealing = masterKey(Buffer.alloc(32, 7)); // the key of `startPanel`
let panel: Awaited<ReturnType<typeof startPanel>>;
let receiver: Receiver;
let key: string;
let bound: string;
let own: Company;
let other: Company;
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true });
  receiver = await openReceiver();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
  ({ key } = await operatorKey(panel.orm));
  bound = (await operatorKey(panel.orm, { companies: [own.id] })).key;
});
afterAll(async () => {
  receiver.close();
  await panel.close();
});

const em = () => acrossCompanies(panel.orm);

type Item = { id: string; company: { id: string } | null; remedy: Record<string, unknown> };
type Answer = { data: Item[]; [field: string]: unknown };
async function ask(method: string, path: string, body?: unknown, { by = key, once = '' } = {}) {
  const headers: Record<string, string> = once ? { 'idempotency-key': once } : {};
  const options = { key: by, headers, ...(body === undefined ? {} : { body }) };
  const answer = await callUrl(`${panel.url}/admin/v1${path}`, method, options);
  return { ...answer, body: answer.body as Answer };
}

let numbers = 0;
async function waiting(of: Company, waitingKind: WaitKind, waitingFor: string): Promise<string> {
  const { id } = await processingDocument(panel.orm, of);
  const waitingSince = new Date(Date.now() - 600_000);
  const number = (numbers += 1);
  await em().nativeUpdate(Document, { id }, { waitingKind, waitingFor, waitingSince, series: 1, number });
  return id;
}

test('what waits of all companies is listed with its company and what helps, and of a bound key’s companies alone', async () => {
  const stopped = await waiting(own, 'PERSON', 'A SEFAZ tem outra nota.');
  const ours = await waiting(other, 'OURS', 'Falha interna.');
  const { body } = await ask('GET', '/attention?what=document');
  expect(body).toMatchObject({ total: expect.any(Number), totals: { document: 2, webhook: 0 } });
  expect(body.data).toMatchObject([
    {
      id: stopped,
      kind: 'PERSON',
      company: { id: own.id, taxId: own.taxId },
      remedy: { kind: 'RESOLVE', id: stopped },
    },
    { id: ours, company: { id: other.id }, remedy: { kind: 'RETRY', what: 'document', id: ours, isDoneHere: true } },
  ]);
  expect(body.data[0]!.remedy['command']).toBe(`lavra documents resolve ${stopped}`);
  const mine = await ask('GET', '/attention?what=document', undefined, { by: bound });
  expect(mine.body.data.map(({ id }) => id)).toEqual([stopped]);
  expect((await ask('GET', `/attention?companyId=${own.id}&limit=1`)).body.data).toHaveLength(1);
  expect((await ask('GET', `/attention?companyId=${other.id}`, undefined, { by: bound })).status).toBe(404);
});

test('an endpoint is reactivated and gets what it missed, once for one Idempotency-Key', async () => {
  const { id } = await newEndpoint(panel.orm, { company: own }, { url: receiver.url, isActive: false }, sealing);
  const delivery = await failedDelivery(panel.orm, { company: own }, id);
  const base = `/companies/${own.id}/remedies`;
  const inactive = await ask('POST', base, { kind: 'REDELIVER_FAILED', id });
  expect(inactive.body).toMatchObject({ outcome: 'REDELIVERED', count: 0 });
  const reactivated = await ask('POST', base, { kind: 'REACTIVATE_ENDPOINT', id }, { by: bound, once: 'on' });
  expect(reactivated.body).toMatchObject({ kind: 'REACTIVATE_ENDPOINT', outcome: 'REACTIVATED' });
  expect((await em().findOneOrFail(WebhookEndpoint, { id })).isActive).toBe(true);
  const pings = receiver.arrivals.length;
  const again = await ask('POST', base, { kind: 'REACTIVATE_ENDPOINT', id }, { by: bound, once: 'on' });
  expect([again.body, receiver.arrivals.length]).toEqual([reactivated.body, pings]);
  const redelivered = await ask('POST', base, { kind: 'REDELIVER_FAILED', id });
  expect(redelivered.body).toMatchObject({ outcome: 'REDELIVERED', count: 1 });
  expect((await em().findOneOrFail(WebhookDelivery, { id: delivery })).status).toBe('PENDING');
  const foreign = await ask('POST', `/companies/${other.id}/remedies`, { kind: 'REACTIVATE_ENDPOINT', id });
  expect(foreign.status).toBe(404);
});

test('a remedy says what it needs, what waits no more, and that nobody could be told', async () => {
  const base = `/companies/${own.id}/remedies`;
  const id = await waiting(own, 'OURS', 'Falha interna.');
  expect(await ask('POST', base, { kind: 'RETRY', what: 'document', id })).toMatchObject({
    status: 503, // this test has no queue
    body: { code: 'service_unavailable' },
  });
  expect(await ask('POST', base, { kind: 'RETRY', what: 'document', id: randomUUID() })).toMatchObject({
    status: 422,
    body: { code: 'invalid_state' },
  });
  for (const [body, path] of [
    [{ kind: 'RETRY', id }, 'what'],
    [{ kind: 'RETRY', what: 'document' }, 'id'],
    [{ kind: 'RESOLVE', id }, 'decision'],
    [{ kind: 'RESOLVE', id, decision: 'ADOPT' }, 'accessKey'],
    [{ kind: 'ANSWER_INVITATION', id, decision: 'ADOPT' }, 'decision'],
    [{ kind: 'CLOSE_AGAIN' }, 'id'],
    [{ kind: 'SET_NSU', nsu: '1' }, 'source'],
    [{ kind: 'SET_NSU', source: 'NFE', nsu: '1a' }, 'nsu'],
  ] as const)
    expect(await ask('POST', base, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  expect((await ask('POST', base, { kind: 'RESOLVE', id, decision: 'REJECT' })).body['code']).toBe('invalid_state');
  expect((await ask('POST', base, { kind: 'SYNC' })).body['code']).toBe('service_unavailable');
  for (const kind of ['GIVE_UP_REPLACED', 'CLOSE_AGAIN'] as const)
    expect((await ask('POST', base, { kind, id: randomUUID() })).status).toBe(404);
  const { company: silent } = await newCompany(panel.orm);
  const nsu = { kind: 'SET_NSU', source: 'NFSE', nsu: '1' };
  expect((await ask('POST', `/companies/${silent.id}/remedies`, nsu)).status).toBe(404);
  const unknown = { kind: 'ANSWER_INVITATION', id: randomUUID(), decision: 'REFUSE' };
  expect((await ask('POST', base, unknown)).status).toBe(404);
});

test('an office is answered only by a key that may link offices', async () => {
  const [{ company }, { office }] = [await newCompany(panel.orm), await newOffice(panel.orm)];
  await linkOf(panel.orm, office, company, { status: 'PENDING' });
  const { key: watching } = await operatorKey(panel.orm, { scopes: ['attention:read', 'attention:write'] });
  const answer = { kind: 'ANSWER_INVITATION', id: office.id, decision: 'ACCEPT', issuingAllowed: true };
  const refused = await ask('POST', `/companies/${company.id}/remedies`, answer, { by: watching });
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect((await ask('POST', `/companies/${company.id}/remedies`, answer)).body).toMatchObject({ outcome: 'ANSWERED' });
});

test('a closing that failed and a source that wants another NSU are listed as the remedies that take them on', async () => {
  const [{ company }, { office }] = [await newCompany(panel.orm), await newOffice(panel.orm)];
  const { key: reaching } = await operatorKey(panel.orm, { companies: [company.id] });
  const listed = async (by: string) => (await ask('GET', `/attention?companyId=${company.id}`, undefined, { by })).body;
  await linkOf(panel.orm, office, company);
  await monthDocument(panel.orm, company);
  const failed = await newClosing(panel.orm, { office, company }, { status: 'FAILED', failureReason: 'Disco cheio.' });
  const now = em();
  const stuck = { environment: company.environment, source: 'NFE', status: 'THROTTLED_TWICE' } as const;
  now.create(Distribution, { company: company.id, ...stuck, throttledNsu: 12n, reason: 'Consumo indevido.' });
  await now.flush();
  const { data } = await listed(key);
  const remedies = data.map(({ remedy }) => remedy);
  // A key that is bound to companies sees nothing of an office, closings included.
  expect((await listed(reaching)).data.map(({ remedy }) => remedy['kind'])).toEqual(['SET_NSU']);
  expect(data).toMatchObject([
    { kind: 'PERSON', remedy: { kind: 'SET_NSU', isDoneHere: true, id: null, source: 'NFE', nsu: '12' } },
    { kind: 'CLOSING_FAILED', reason: 'Disco cheio.', remedy: { kind: 'CLOSE_AGAIN', id: failed.id, nsu: null } },
  ]);
  const base = `/companies/${company.id}/remedies`;
  const [nsu, closing] = remedies.map(({ kind, id, source, nsu: of }) =>
    Object.fromEntries(Object.entries({ kind, id, source, nsu: of }).filter(([, value]) => value !== null)),
  );
  expect((await ask('POST', base, nsu, { by: reaching })).body).toMatchObject({ outcome: 'NSU_SET', count: null });
  expect(await em().findOneOrFail(Distribution, { company: company.id })).toMatchObject({
    ...{ status: 'ACTIVE', lastNsu: 12n, throttledNsu: null },
  });
  // This test has no queue: a closing that nobody takes has not begun, and the idempotency key can be used again.
  expect((await ask('POST', base, closing, { by: reaching })).status).toBe(404);
  const once = { once: 'again' };
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await ask('POST', base, closing, once)).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    });
  }
  expect(await em().count(Closing, { company: company.id })).toBe(1);
  const begun = await newClosing(panel.orm, { office, company });
  expect((await ask('POST', base, closing, once)).body).toMatchObject({ code: 'invalid_state' });
  const other = await ask('GET', `/attention?companyId=${company.id}&what=closing`);
  expect([other.body.data, begun.status]).toEqual([[], 'PENDING']);
  // Somebody closed it again meanwhile: an older page does not close it a second time.
  await em().execute(`update closing set status = 'COMPLETED', completed_at = now() where id = ?`, [begun.id]);
  expect((await ask('POST', base, closing, { once: 'later' })).body).toMatchObject({ code: 'invalid_state' });
  expect(await em().count(Closing, { company: company.id })).toBe(2);
});

test('the story of a document is shown by its id and by its key, to a key that reaches its company', async () => {
  const id = await waiting(own, 'OURS', 'Falha interna.');
  const accessKey = '35261111222333000181550010000000011000000014';
  await em().execute('update document set access_key = ? where id = ?', [accessKey, id]);
  await em().execute(
    `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, created_at)
     values (?, 1, ?, 1, 9, ?, ?, '<NFe/>', 'digest', now())`,
    [id, own.id, accessKey, accessKey],
  );
  await em().execute(
    `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, c_stat, answer)
     values (?, ?, '11222333', 'PRODUCTION', 'NfeAutorizacao', ?, now(), now(), '103', '<retEnviNFe/>')`,
    [randomUUID(), own.id, accessKey],
  );
  for (const reference of [id, accessKey]) {
    const { body, text } = await ask('GET', `/fiscal-documents/${reference}/story`, undefined, { by: bound });
    expect(body).toMatchObject({
      ...{ id, accessKey, status: 'PROCESSING', company: { id: own.id, taxId: own.taxId } },
      waiting: { kind: 'OURS', reason: 'Falha interna.', command: expect.stringContaining('lavra documents retry') },
      attempts: [{ attempt: 1, number: 9, accessKey }],
      authorityCalls: [{ service: 'NfeAutorizacao', cStat: '103', fault: null }],
    });
    expect(text).not.toMatch(/<NFe|retEnviNFe/);
  }
  const foreign = await waiting(other, 'OURS', 'Falha interna.');
  expect((await ask('GET', `/fiscal-documents/${foreign}/story`, undefined, { by: bound })).status).toBe(404);
  expect((await ask('GET', '/fiscal-documents/nada/story')).status).toBe(404);
});

test('deliveries of all are listed, read and sent again, for whose they are; of an office none by a bound key', async () => {
  const { office } = await newOffice(panel.orm);
  const ofCompany = await newEndpoint(panel.orm, { company: own }, { url: 'https://erp.example.com/h?s=segredo' });
  const ofOffice = await newEndpoint(panel.orm, { office }, { url: 'https://contabil.example.com/h' });
  const mine = await failedDelivery(panel.orm, { company: own }, ofCompany.id);
  const theirs = await failedDelivery(panel.orm, { company: own, office }, ofOffice.id);
  const foreign = await failedDelivery(panel.orm, { company: other, office }, ofOffice.id);
  const ids = async (query: string, by = key) =>
    (await ask('GET', `/deliveries?${query}`, undefined, { by })).body.data.map(({ id }) => id);
  expect((await ids('outcome=BROKEN')).slice(0, 3)).toEqual([foreign, theirs, mine]);
  expect(await ids(`officeId=${office.id}`)).toEqual([foreign, theirs]);
  expect(await ids(`endpointId=${ofCompany.id}&outcome=FAILED`, bound)).toEqual([mine]);
  expect(await ids(`officeId=${office.id}`, bound)).toEqual([]);
  const { body: first } = await ask('GET', `/deliveries?officeId=${office.id}&limit=1`);
  expect(first).toMatchObject({ data: [{ id: foreign, owner: { name: office.name, isOffice: true } }], next: foreign });
  expect(await ids(`officeId=${office.id}&limit=1&after=${foreign}`)).toEqual([theirs]);
  const { body, text } = await ask('GET', `/deliveries/${mine}`, undefined, { by: bound });
  expect(body).toMatchObject({ id: mine, host: 'erp.example.com', body: { type: 'document.authorized' } });
  expect(text).not.toContain('segredo');
  for (const id of [theirs, foreign])
    expect((await ask('GET', `/deliveries/${id}`, undefined, { by: bound })).status).toBe(404);
  const sent = await ask('POST', `/deliveries/${theirs}/redeliver`, undefined, { once: 'again' });
  expect(sent.body).toEqual({ id: theirs, status: 'PENDING' });
  const again = await ask('POST', `/deliveries/${theirs}/redeliver`, undefined, { once: 'again' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const tooMany = await ask('POST', '/redeliveries', { endpointId: ofOffice.id, atMost: 1, outcome: 'BROKEN' });
  expect(tooMany.body).toMatchObject({ count: 1, isMore: false });
  await em().execute(`update webhook_delivery set status = 'FAILED' where id in (?, ?)`, [theirs, foreign]);
  const refused = await ask('POST', '/redeliveries', { officeId: office.id, atMost: 1 });
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  const byBound = await ask('POST', '/redeliveries', {}, { by: bound });
  expect(byBound.status).toBe(200);
  const status = async (id: string) => (await em().findOneOrFail(WebhookDelivery, { id })).status;
  expect([await status(mine), await status(theirs), await status(foreign)]).toEqual(['PENDING', 'FAILED', 'FAILED']);
});
