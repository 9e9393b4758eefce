import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterKey, sealOwner, unseal } from '../../domain/seal.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { redeliveredAtMost } from '../../operations/webhooks/redeliver-matching.ts';
import { newCompany } from '../api/fixture.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Company = Awaited<ReturnType<typeof newCompany>>['company'];
let panel: Panel;
let own: Company;
let other: Company;
let admin: Awaited<ReturnType<Panel['person']>>;
let receiver: Server;
let receiverUrl: string;
let answer = 204;

const key = masterKey(Buffer.alloc(32, 7));
const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const em = () => acrossCompanies(panel.orm);

beforeAll(async () => {
  panel = await startPanel();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
  admin = await panel.person(own.id);
  receiver = createServer((_req, res) => res.writeHead(answer).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/lavra`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await panel.close();
});

const at = (path: string, of = own): string => `/e/${of.taxId}/webhooks${path}`;
const endpointsOf = (of: Company) => em().find(WebhookEndpoint, { company: of.id }, { orderBy: { id: 'asc' } });
const secretIn = (text: string): string | null => /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0] ?? null;

type Kind = {
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  answered?: number | null;
  type?: string;
  minutesAgo?: number;
};

/** Writes so many deliveries, as they are after their attempts. */
async function delivered(of: Company, endpoint: string, times: number, kind: Kind = {}): Promise<string[]> {
  const { status = 'FAILED', answered = 500, type = 'DOCUMENT_AUTHORIZED', minutesAgo = 5 } = kind;
  const ids = Array.from({ length: times }, () => ({ id: uuid(), event: newEventId() }));
  const rows = JSON.stringify(ids);
  const time = `now() - make_interval(mins => ${minutesAgo})`;
  await em().execute(
    `insert into event (id, company_id, type, data, created_at)
     select event, ?, ?, ?::jsonb, ${time} from jsonb_to_recordset(?::jsonb) as t (event text)`,
    [of.id, type, JSON.stringify({ externalId: attack }), rows],
  );
  await em().execute(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, attempts, round_attempts, response_status, error_message, created_at)
     select id, ?, ?, event, ?, 5, 5, ?, ?, ${time} from jsonb_to_recordset(?::jsonb) as t (id uuid, event text)`,
    [of.id, endpoint, status, answered, status === 'SUCCEEDED' ? null : `Respondeu ${attack}`, rows],
  );
  return ids.map(({ id }) => id);
}

const countOf = (of: Company, status: string) =>
  em().count(WebhookDelivery, { company: of.id, status: status as 'FAILED' });

test('an endpoint is added once its address has answered; its secret is shown by that answer alone, and never again', async () => {
  const form = (await admin.get(at('/novo'))).text;
  const id = /name="id" value="([^"]+)"/.exec(form)![1]!;
  const typed = { id, url: receiverUrl, description: `ERP ${attack}`, 'eventos.DOCUMENT_REJECTED': 'sim' };

  answer = 500;
  const refused = await admin.post(at('/novo'), typed);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('não respondeu 2xx');
  expect(refused.text).toContain(`value="${receiverUrl}"`);
  expect(await endpointsOf(own)).toHaveLength(0);

  answer = 204;
  const nothing = await admin.post(at('/novo'), { id, url: receiverUrl });
  expect(nothing.text).toContain('Escolha pelo menos uma coisa');
  const odd = await admin.post(at('/novo'), { ...typed, url: 'ftp://x' });
  expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
  const made = await admin.post(at('/novo'), typed);
  expect(made.status).toBe(200);
  const secret = secretIn(made.text);
  const [endpoint] = await em().find(WebhookEndpoint, { company: own.id }, { populate: ['sealedSecret'] });
  expect(endpoint).toMatchObject({ id, events: ['DOCUMENT_REJECTED'] });
  expect(unseal(key, sealOwner.webhookSecret(own.id, id), endpoint!.sealedSecret)).toBe(secret);

  const again = await admin.post(at('/novo'), typed);
  expect([again.status, secretIn(again.text)]).toEqual([400, null]);
  expect(await endpointsOf(own)).toHaveLength(1);
  for (const path of ['', `/${id}`]) {
    const { text } = await admin.get(at(path));
    expect(secretIn(text)).toBeNull();
    expect(text).not.toContain(attack);
    expect(text).toContain('ERP &lt;script&gt;');
  }
});

test('an endpoint is changed, paused, reactivated, tested, given another secret and removed', async () => {
  const { id } = await newEndpoint(panel.orm, { company: own }, { url: receiverUrl }, key);
  const post = (path: string, fields = {}) => admin.post(at(`/${id}${path}`), fields);
  const now = () => em().findOneOrFail(WebhookEndpoint, { id });

  const changed = await post('', { url: receiverUrl, description: 'Loja', 'eventos.DOCUMENT_WAITING': 'sim' });
  expect(changed.location).toBe(at(`/${id}?feito=salvo`));
  expect(await now()).toMatchObject({ description: 'Loja', events: ['DOCUMENT_WAITING'] });
  expect((await post('/testar')).location).toBe(at(`/${id}?feito=testado`));
  expect(await em().count(WebhookDelivery, { endpoint: id })).toBe(1);
  await post('/pausar');
  expect(await now()).toMatchObject({ isActive: false });
  const paused = await post('/testar');
  expect([paused.status, paused.text]).toEqual([400, expect.stringContaining('Reative-o antes')]);
  answer = 503;
  expect((await post('/reativar')).text).toContain('não respondeu 2xx');
  answer = 204;
  expect((await post('/reativar')).location).toBe(at(`/${id}?feito=reativado`));
  const rotated = await post('/trocar-segredo');
  const { sealedSecret } = await em().findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  expect(unseal(key, sealOwner.webhookSecret(own.id, id), sealedSecret)).toBe(secretIn(rotated.text));
  expect((await post('/remover')).location).toBe(at('?feito=removido'));
  expect(await em().count(WebhookEndpoint, { id })).toBe(0);
  const written = await em().execute<{ action: string; actor_kind: string }[]>(
    'select action, actor_kind from audit_entry where subject_id = ? order by at, id',
    [id],
  );
  expect([...new Set(written.map(({ actor_kind }) => actor_kind))]).toEqual(['PERSON']);
  expect(written.map(({ action }) => action)).toEqual([
    'WEBHOOK_CHANGED',
    'WEBHOOK_TESTED',
    'WEBHOOK_CHANGED',
    'WEBHOOK_REACTIVATED',
    'WEBHOOK_SECRET_ROTATED',
    'WEBHOOK_REMOVED',
  ]);
});

test('a secret is not given anew to who has not proved lately who she is', async () => {
  const { id } = await newEndpoint(panel.orm, { company: own }, {}, key);
  const late = await panel.person(own.id);
  await em().execute(`update panel_session set confirmed_at = now() - interval '11 minutes' where person_id = ?`, [
    late.id,
  ]);
  const refused = await late.post(at(`/${id}/trocar-segredo`));
  expect([refused.status, secretIn(refused.text)]).toEqual([403, null]);
  await em().nativeDelete(WebhookEndpoint, { id });
});

test('what is another company’s is not there: no endpoint, no delivery, in no list and by no form', async () => {
  const { id } = await newEndpoint(panel.orm, { company: other }, { url: receiverUrl }, key);
  const [theirs] = await delivered(other, id, 1);
  for (const path of [`/${id}`, `/entregas/${theirs}`, `/x'--`, `/entregas/x'--`]) {
    expect((await admin.get(at(path))).status).toBe(404);
  }
  const typed = { url: receiverUrl, 'eventos.DOCUMENT_REJECTED': 'sim' };
  for (const path of ['', '/pausar', '/reativar', '/testar', '/trocar-segredo', '/remover']) {
    const { status } = await admin.post(at(`/${id}${path}`), typed);
    expect([path, status]).toEqual([path, 404]);
  }
  expect((await admin.post(at(`/entregas/${theirs}/reenviar`))).status).toBe(404);
  expect((await admin.get(at(`/entregas?webhook=${id}`))).text).toContain('Nada com estes filtros');
  await admin.post(at('/entregas/reenviar'), { quantas: '5', webhook: id });
  expect(await countOf(other, 'FAILED')).toBe(1);
  expect(await em().findOneOrFail(WebhookEndpoint, { id })).toMatchObject({ isActive: true, url: receiverUrl });
});

test('deliveries are listed across endpoints, page after page and each once, by outcome, event, endpoint and day', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  const one = await newEndpoint(panel.orm, { company });
  const two = await newEndpoint(panel.orm, { company }, { isActive: false });
  const some = [
    ...(await delivered(company, one.id, 60, { status: 'SUCCEEDED', answered: 200 })),
    ...(await delivered(company, one.id, 20, { answered: 404, type: 'DOCUMENT_REJECTED' })),
    ...(await delivered(company, two.id, 20, { answered: null, minutesAgo: 3 * 1440 })),
    ...(await delivered(company, two.id, 7, { answered: 502 })),
  ];
  const idsIn = (text: string) => [...text.matchAll(/entregas\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
  const seen: string[] = [];
  let path: string | undefined = at('/entregas', company);
  while (path) {
    const { text }: { text: string } = await person.get(path);
    seen.push(...idsIn(text));
    path = /rel="next" href="([^"]+)"/.exec(text.replaceAll(/\s+/g, ' '))?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen.toSorted()).toEqual(some.toSorted());

  const listed = async (query: string) => idsIn((await person.get(at(`/entregas?${query}`, company))).text).length;
  expect(await listed('situacao=recusou')).toBe(20);
  expect(await listed('situacao=erro')).toBe(7);
  expect(await listed('situacao=sem-resposta')).toBe(20);
  expect(await listed('situacao=falhou')).toBe(47);
  expect(await listed('situacao=na-fila')).toBe(0);
  expect(await listed('evento=document.rejected')).toBe(20);
  expect(await listed(`webhook=${two.id}`)).toBe(27);
  expect(await listed(`webhook=${two.id}&situacao=erro&evento=document.rejected`)).toBe(0);
  const day = new Date(Date.now() - 3 * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10);
  expect(await listed(`de=${day}&ate=${day}`)).toBe(20);
  expect(await listed('situacao=nada&evento=x&webhook=y&de=ontem&depois=z')).toBe(50);
  expect(await listed(`depois=${randomUUID()}`)).toBe(0);
});

test('a delivery shows what is sent as text, how it is signed, and what was answered', async () => {
  const { id: endpoint } = await newEndpoint(
    panel.orm,
    { company: own },
    { url: `https://erp.example.com/?a=${attack}` },
  );
  const [id] = await delivered(own, endpoint, 1);
  await em().execute(
    `insert into webhook_attempt (delivery_id, number, company_id, started_at, duration_ms, response_status, response_body, error_message)
     values (?, 1, ?, now(), 210, 500, ?, 'O endereço respondeu 500; esperava 2xx.')`,
    [id, own.id, `${attack}${'a'.repeat(5_000)}`],
  );
  const { status, text } = await admin.get(at(`/entregas/${id}`));
  expect(status).toBe(200);
  for (const words of [
    'X-Webhook-Signature',
    'HMAC-SHA256',
    'document.authorized',
    '<code>500</code>',
    '210 ms',
    '…</pre>',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain('&quot;externalId&quot;: &quot;&lt;script&gt;alert(1)');
  for (const page of [text, (await admin.get(at('/entregas'))).text, (await admin.get(at(''))).text]) {
    expect(page).not.toMatch(/<script>|<img/);
  }
  const again = await admin.post(at(`/entregas/${id}/reenviar`));
  expect(again.location).toBe(at(`/entregas/${id}?feito=reenviada`));
  expect(await em().findOneOrFail(WebhookDelivery, { id: id! })).toMatchObject({ status: 'PENDING', roundAttempts: 0 });
  await em().nativeUpdate(WebhookEndpoint, { id: endpoint }, { isActive: false });
  expect((await admin.post(at(`/entregas/${id}/reenviar`))).status).toBe(400);
});

test('the failures of a filter are delivered again: as many as were counted, and no other', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  const active = await newEndpoint(panel.orm, { company });
  const paused = await newEndpoint(panel.orm, { company }, { isActive: false });
  const wanted = await delivered(company, active.id, 3, { answered: 503 });
  await delivered(company, active.id, 2, { answered: 404 });
  await delivered(company, active.id, 2, { status: 'SUCCEEDED', answered: 200 });
  await delivered(company, paused.id, 4, { answered: 503 });
  const address = at('/entregas/reenviar', company);

  const asked = await person.get(`${address}?situacao=erro`);
  expect(asked.text).toContain('Reenviar as 3 falhas');
  expect(asked.text).toContain('Outras 4 são de webhooks pausados');
  await delivered(company, active.id, 1, { answered: 500 });
  const late = await person.post(address, { situacao: 'erro', quantas: '3' });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('Reenviar as 4 falhas')]);
  expect(await countOf(company, 'PENDING')).toBe(0);
  for (const quantas of ['', '0', '-1', 'x', '1.5']) {
    expect((await person.post(address, { situacao: 'erro', quantas })).status).toBe(400);
  }
  expect(await countOf(company, 'PENDING')).toBe(0);

  // One of them arrived in the meantime: it is left alone.
  await em().nativeUpdate(WebhookDelivery, { id: wanted[0]! }, { status: 'SUCCEEDED' } as never);
  const done = await person.post(address, { situacao: 'erro', quantas: '4' });
  expect([done.status, done.location]).toEqual([
    303,
    at('/entregas?situacao=erro&quantas=3&feito=reenviadas', company),
  ]);
  expect((await person.get(done.location!)).text).toContain('3 entregas de volta à fila');
  expect([
    await countOf(company, 'PENDING'),
    await countOf(company, 'FAILED'),
    await countOf(company, 'SUCCEEDED'),
  ]).toEqual([3, 6, 3]);
  const entries = await em().execute<{ details: { count: number } }[]>(
    `select details from audit_entry where company_id = ? and action = 'WEBHOOK_REDELIVERY_REQUESTED'`,
    [company.id],
  );
  expect(entries.map(({ details }) => details.count)).toEqual([3]);
});

test('no more than a thousand are delivered again at once, the oldest first, and the page says so', async () => {
  const { company } = await newCompany(panel.orm);
  const person = await panel.person(company.id);
  const { id } = await newEndpoint(panel.orm, { company });
  const [newest] = await delivered(company, id, 1, { minutesAgo: 1 });
  await delivered(company, id, redeliveredAtMost);
  const address = at('/entregas/reenviar', company);
  const { text } = await person.get(address);
  expect(text).toContain('Reenviar as 1.000 falhas');
  expect(text).toContain('Há mais do que 1.000');
  await person.post(address, { quantas: '999999' });
  expect(await countOf(company, 'PENDING')).toBe(redeliveredAtMost);
  expect(await em().findOneOrFail(WebhookDelivery, { id: newest! })).toMatchObject({ status: 'FAILED' });
});
