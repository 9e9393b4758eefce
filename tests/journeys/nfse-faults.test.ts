import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoService } from '../../local/demo/sales.ts';
import { until } from '../support/checks/until.ts';
import type { Answer, Sold } from '../support/clients/erp.ts';
import { openServed, type Served } from '../support/servers/served.ts';

const timeoutMs = 5_000;
const saoPaulo = '3550308';
const ordinary = { deadlineDays: null, limit: null, requiresTaker: false };

type Event = { type: string; code: string; status: string; protocol: string | null };
type Detail = { status: string; accessKey: string; nfseNumber: string; events: Event[] };
type Registered = { chNFSe: string; idDps: string; events: { tpEvento: string; nDFSe: number }[] };

let served: Served;
beforeAll(async () => {
  served = await openServed({ settings: { LAVRA_AUTHORITY_TIMEOUT_MS: String(timeoutMs) } });
});
afterEach(async () => {
  await control('DELETE', '/scenario');
  await control('PUT', `/cities/${saoPaulo}`, { cancellation: ordinary });
});
afterAll(() => served?.close());

test.each([
  ['comes after we stopped waiting', { latencyMs: 2 * timeoutMs }],
  ['never comes', { hang: true }],
  ['is an HTML page that says 200', { nfse: { answer: 'page' } }],
])('an NFS-e whose answer %s is issued once, and its ERP sees a sound one', async (_, spoilt) => {
  const before = await held();
  await control('PUT', '/scenario', { service: 'NfseEmissao', times: 1, ...spoilt });
  const { id, detail } = await issued();
  const made = (await held()).slice(before.length);
  expect(made.map(({ chNFSe }) => chNFSe)).toEqual([detail.accessKey]);
  expect(await noteOf(detail)).toMatchObject({ idDps: made[0]?.idDps, events: [] });
  expect((await served.erp.call('POST', `/v1/fiscal-documents/${id}/emit`)).status).toBe(422);
});

test.each([
  ['got lost', { drop: 'after' }],
  ['comes after we stopped waiting', { latencyMs: 2 * timeoutMs }],
  ['is an HTML page that says 200', { nfse: { answer: 'page' } }],
])(
  'a cancellation whose answer %s is registered once, and the request that waits for it is told',
  async (_, spoilt) => {
    const { id, detail } = await issued();
    await control('PUT', '/scenario', { service: 'NfseEvento', times: 1, ...spoilt });
    expect(await cancel(id)).toMatchObject({ status: 200, body: { success: true } });
    const { events } = await noteOf(detail);
    expect(events).toMatchObject([{ tpEvento: '101101' }]);
    const protocol = String(events[0]?.nDFSe);
    expect(await view(id)).toMatchObject({ status: 'CANCELLED', events: [{ status: 'REGISTERED', protocol }] });
  },
);

test('what was cancelled on the portal is found there (E0840), and cancelled here', async () => {
  const { id, detail } = await issued();
  await control('POST', `/nfse/${detail.accessKey}/events`, { tpEvento: '101101' });
  expect(await cancel(id)).toMatchObject({ status: 200, body: { success: true } });
  const { events } = await noteOf(detail);
  expect(events).toHaveLength(1);
  expect(await sentAbout(detail)).toHaveLength(1);
  const protocol = String(events[0]?.nDFSe);
  expect(await view(id)).toMatchObject({ status: 'CANCELLED', events: [{ code: '101101', protocol }] });
});

test('what another event bars (E0840) is refused with its words, for the cancellation is not there', async () => {
  const { id, detail } = await issued();
  await control('POST', `/nfse/${detail.accessKey}/events`, { tpEvento: '305101' });
  expect(await cancel(id)).toMatchObject(refusal('E0840', ''));
  expect((await noteOf(detail)).events).toMatchObject([{ tpEvento: '305101' }]);
  expect(await sentAbout(detail)).toHaveLength(1);
  expect(await view(id)).toMatchObject({ events: [{ code: '101101', status: 'REJECTED' }] });
});

/** A consumer without a number is not a taker at the authority. */
const withoutTaker: Sold = (externalId) => ({ ...demoService(externalId), client: { name: 'Consumidor' } });

test.each([
  ['E0822', 'O prazo para o cancelamento da NFS-e expirou', { deadlineDays: 0 }, demoService],
  ['E0823', 'Valor da NFS-e a ser cancelada acima do permitido', { limit: '100.00' }, demoService],
  ['E0824', 'NFS-e sem indentificação do tomador', { requiresTaker: true }, withoutTaker],
])('a city that does not let a note be cancelled (%s) is heard: %s', async (code, words, wish, sold) => {
  const { id, detail } = await issued(sold);
  await control('PUT', `/cities/${saoPaulo}`, { cancellation: { ...ordinary, ...wish } });
  expect(await cancel(id)).toMatchObject(refusal(code, words));
  expect((await noteOf(detail)).events).toEqual([]);
  expect(await view(id)).toMatchObject({ status: 'AUTHORIZED', events: [{ status: 'REJECTED' }] });

  await control('PUT', `/cities/${saoPaulo}`, { cancellation: ordinary });
  expect(await cancel(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await view(id)).toMatchObject({ status: 'CANCELLED', events: [{ status: 'REGISTERED' }] });
});

test('what was cancelled or replaced is not cancelled again, and nothing is sent', async () => {
  const cancelled = await issued();
  expect((await cancel(cancelled.id)).status).toBe(200);
  const replaced = await issued();
  await issued((externalId) => demoService(externalId, { hours: '6', replaces: replaced.id }));
  const sent = await control('GET', '/exchanges?service=NfseEvento');
  for (const { id } of [cancelled, replaced]) {
    expect(await cancel(id)).toMatchObject({
      status: 422,
      body: { code: 'invalid_state', message: expect.stringContaining('este está CANCELLED') },
    });
  }
  expect(await control('GET', '/exchanges?service=NfseEvento')).toEqual(sent);
});

function control<Said>(method: string, path: string, body?: unknown): Promise<Said> {
  return served.authority.control<Said>(method, path, body);
}

/** The NFS-e that the authority holds of the company, in order. */
const held = () => control<Registered[]>('GET', `/nfse?cnpj=${served.company.taxId}`);

const noteOf = ({ accessKey }: Detail) => control<Registered>('GET', `/nfse/${accessKey}`);

/** The requests to register an event of an NFS-e that arrived. */
const sentAbout = ({ accessKey }: Detail) =>
  control<unknown[]>('GET', `/exchanges?service=NfseEvento&chNFSe=${accessKey}`);

async function view(id: string): Promise<Detail> {
  const { status, body } = await served.erp.call('GET', `/v1/fiscal-documents/${id}`);
  expect(status).toBe(200);
  return body as Detail;
}

async function issued(sold: Sold = demoService): Promise<{ id: string; detail: Detail }> {
  const { id } = await served.erp.insist(sold);
  const detail = await until('the end of the emission', async () => {
    const seen = await view(id);
    return seen.status !== 'PROCESSING' && seen;
  });
  expect(detail.status).toBe('AUTHORIZED');
  return { id, detail };
}

function cancel(id: string): Promise<Answer> {
  const justification = 'Serviço não prestado, a pedido do tomador';
  return served.erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification, reason: '2' });
}

/** The answer to a request that the authority refused. */
function refusal(code: string, words: string): object {
  const message = expect.stringContaining(`A SEFIN Nacional recusou: ${code} - ${words}`);
  return { status: 422, body: { statusCode: 422, code: 'authority_rejected', message } };
}
