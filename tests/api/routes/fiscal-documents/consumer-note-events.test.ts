import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../../domain/companies/company.entity.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { Emission } from '../../../../domain/documents/emission.entity.ts';
import { Event } from '../../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { type Installation, openInstallation } from '../../../support/servers/installation.ts';
import { issueOffline } from '../../../support/clients/offline-note.ts';
import { until } from '../../../support/checks/until.ts';
import { startOwnApi, type OwnApi } from '../../own-api.ts';

const justification = 'Emitida outra NFC-e em contingência.';
const correction = 'Onde se lê Rua das Flores, 100, leia-se Rua das Flores, 110.';

let installation: Installation;
let api: OwnApi;
let company: Company;
let key: string;
const drawn: string[] = [];
beforeAll(async () => {
  installation = await openInstallation();
  const pdf = async (html: string) => Buffer.from(`%PDF-1.7 ${drawn.push(html)}`);
  api = await startOwnApi({ temporal: installation.client, databaseUrl: installation.env.databaseUrl, pdf });
  ({ company, key } = await installation.openCompany());
});
afterEach(() => installation.authority.control('DELETE', '/scenario'));
afterAll(async () => {
  await api.close();
  await installation.close();
});

test('an NFC-e is cancelled by the one that was issued offline in its place', async () => {
  const { id, accessKey } = await sold();
  const substitute = await soldOffline(id);
  const answer = await call('POST', `${id}/cancel`, { justification, substituteDocumentId: substitute.id });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });

  const { body } = await call('GET', id);
  expect(body).toMatchObject({
    status: 'CANCELLED',
    cancellationReason: justification,
    events: [
      {
        type: 'CANCELLATION_BY_SUBSTITUTION',
        code: '110112',
        sequence: 1,
        status: 'REGISTERED',
        protocol: expect.stringMatching(/^[0-9]{15}$/),
        description: 'Cancelamento por substituição: evento registrado',
        justification,
        substituteAccessKey: substitute.accessKey,
      },
    ],
  });
  const [event] = body.events as { id: string }[];
  const { text } = await call('GET', `${id}/events/${event?.id}/xml`);
  expect(text).toMatch(/<procEventoNFe .*<tpEvento>110112<.*<\/procEventoNFe>$/s);
  expect(text).toContain(`<chNFeRef>${substitute.accessKey}</chNFeRef>`);
  const registered = await installation.authority.control<{ tpEvento: string }[]>(
    'GET',
    `/documents/${accessKey}/events`,
  );
  expect(registered).toMatchObject([{ tpEvento: '110112' }]);
  expect(await told(id)).toEqual(['DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED']);
  await call('GET', `${id}/danfe`);
  expect(drawn.at(-1)).toContain('CANCELADA');
});

test('whether a note can be a substitute is for the authority to decide: 422 in its words, and the ordinary cancellation stays possible', async () => {
  const [{ id }, { id: ordinary }] = [await sold(), await sold()];
  const { status, body } = await call('POST', `${id}/cancel`, { justification, substituteDocumentId: ordinary });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: 'authority_rejected',
      cStat: '920',
      message: expect.stringMatching(/^A SEFAZ recusou: 920 - Rej/),
      rejection: { code: '920', fix: expect.stringContaining('substituteDocumentId') },
    },
  });
  expect((await call('POST', `${id}/cancel`, { justification })).status).toBe(200);
  expect((await call('GET', id)).body).toMatchObject({
    status: 'CANCELLED',
    events: [
      { code: '110112', status: 'REJECTED' },
      { code: '110111', status: 'REGISTERED' },
    ],
  });
});

test('cancelled both ways at once, an NFC-e has one cancellation, and the other request is notified', async () => {
  const { id, accessKey } = await sold();
  const { id: substituteDocumentId } = await soldOffline(id);
  const bodies = [{ justification }, { justification, substituteDocumentId }];
  const asked = [...bodies, ...bodies].map((body) => call('POST', `${id}/cancel`, body));
  const answers = (await Promise.all(asked)).map(({ status, body }) => [status, body.code ?? null]);
  expect(answers.toSorted()).toEqual([
    [200, null],
    [200, null],
    [422, 'invalid_state'],
    [422, 'invalid_state'],
  ]);
  expect(await installation.authority.control('GET', `/documents/${accessKey}/events`)).toHaveLength(1);
  expect((await call('GET', id)).body.events).toHaveLength(1);
});

test('a substitute that got lost on its way is looked up, and registered once', async () => {
  const { id, accessKey } = await sold();
  const { id: substituteDocumentId } = await soldOffline(id);
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  expect((await call('POST', `${id}/cancel`, { justification, substituteDocumentId })).status).toBe(200);
  const sent = await installation.authority.control('GET', `/exchanges?chNFe=${accessKey}&service=RecepcaoEvento`);
  expect(sent).toHaveLength(1);
});

test('an NFC-e takes no correction letter: the authority’s 784 is 422 in its words', async () => {
  const { id } = await sold();
  const { status, body } = await call('POST', `${id}/correction-letter`, { correction });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: 'authority_rejected',
      cStat: '784',
      message: expect.stringMatching(/784 - .*NFC-e/),
      rejection: { code: '784', fix: expect.stringContaining('emita outra') },
    },
  });
  expect((await call('GET', id)).body).toMatchObject({
    status: 'AUTHORIZED',
    events: [{ status: 'REJECTED', rejection: body.rejection }],
  });
});

test('a request that outlives its patience is 503, and the outcome is in the document afterwards', async () => {
  const { id } = await sold();
  const hasty = await startOwnApi({
    temporal: installation.client,
    databaseUrl: installation.env.databaseUrl,
    patienceMs: 300,
  });
  await installation.authority.control('PUT', '/scenario', { latencyMs: 1_500, times: 1, service: 'RecepcaoEvento' });
  const path = `/v1/fiscal-documents/${id}/cancel`;
  const { status, body, headers } = await hasty.call('POST', path, { key, body: { justification } });
  await hasty.close();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'authority_unavailable' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await until('it is cancelled', async () => (await call('GET', id)).body.status === 'CANCELLED');
  expect((await call('GET', id)).body).toMatchObject({ events: [{ code: '110111', status: 'REGISTERED' }] });
});

test('what a request waits for is shown: in its 503, and in the event', async () => {
  const { id } = await sold();
  const hasty = await startOwnApi({
    temporal: installation.client,
    databaseUrl: installation.env.databaseUrl,
    patienceMs: 300,
  });
  const lost = [
    { drop: 'after', times: 1, service: 'RecepcaoEvento' },
    { reset: true, service: 'NfeConsultaProtocolo' },
  ];
  await installation.authority.control('PUT', '/scenario', lost);
  const path = `/v1/fiscal-documents/${id}/cancel`;
  const told = /^A SEFAZ ainda não respondeu \(Cancelamento\)\. A resposta de .+ se perdeu\. O pedido segue/;
  await until('it is told why', async () => {
    const { status, body } = await hasty.call('POST', path, { key, body: { justification } });
    return status === 503 && told.test(String(body.message));
  });
  await hasty.close();
  expect((await call('GET', id)).body).toMatchObject({
    events: [{ status: 'PENDING', description: expect.stringMatching(/^Cancelamento: evento em andamento: ./) }],
  });
  await installation.authority.control('DELETE', '/scenario');
  await until('it is cancelled', async () => (await call('GET', id)).body.status === 'CANCELLED');
});

function call(method: string, path: string, body?: unknown) {
  return api.call(method, `/v1/fiscal-documents/${path}`, { key, body });
}

/** Makes an authorized NFC-e. */
async function sold(): Promise<{ id: string; accessKey: string }> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: { ...counterSale, emit: true } });
  const id = String(body.id);
  const accessKey = await until(`${id} is authorized`, async () => {
    const { body: detail } = await call('GET', id);
    return detail.status === 'AUTHORIZED' && String(detail.accessKey);
  });
  return { id, accessKey };
}

let offlineNumber = 900_000;

/** Makes a document of the same sale as if issued offline, in the authority's records and in the database. */
async function soldOffline(id: string): Promise<{ id: string; accessKey: string }> {
  const em = acrossCompanies(installation.orm);
  const number = (offlineNumber += 1);
  const { signedXml } = await em.findOneOrFail(Emission, { document: id }, { populate: ['signedXml'] });
  const identity = await installation.parts.identities.of(em, company.id);
  if (!identity) throw new Error('the company has no certificate');
  const certificate = { certificate: identity.tls.certificatePem, key: identity.tls.privateKeyPem };
  const { accessKey, protocol } = await issueOffline(installation.authority, signedXml, { number, certificate });
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: counterSale });
  const document = await em.findOneOrFail(Document, { id: String(body.id) });
  em.assign(document, { status: 'AUTHORIZED', series: 1, number, accessKey, protocolNumber: protocol });
  await em.flush();
  return { id: document.id, accessKey };
}

async function told(id: string): Promise<string[]> {
  const events = await acrossCompanies(installation.orm).find(
    Event,
    { document: id },
    { orderBy: { createdAt: 'asc' } },
  );
  return events.map(({ type }) => type);
}

const counterSale = {
  type: 'NFCE',
  operationNature: 'Venda ao consumidor',
  client: { name: 'Consumidor', document: '' },
  items: [{ code: 'CAFE', description: 'Café torrado, 500 g', ncm: '09012100', quantity: '1', unitValue: '32.90' }],
  payments: [{ method: 'PIX', value: '32.90' }],
};
