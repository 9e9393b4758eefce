import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Office } from '../../domain/offices/office.entity.ts';
import { newEventId } from '../../domain/webhooks/event-types.ts';
import { newCompany, startApi } from '../api/fixture.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let api: Awaited<ReturnType<typeof startApi>>;
let office: Office;
let admin: Awaited<ReturnType<Panel['member']>>;
let company: Awaited<ReturnType<typeof newCompany>>['company'];
let receiver: Server;
let receiverUrl: string;
let answer = 204;
let received = 0;

const sql = <Row>(text: string, values: unknown[] = []) => panel.orm.em.fork().execute<Row[]>(text, values);
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const secretIn = (text: string): string | null => /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0] ?? null;
const actionsOf = (subject: string) =>
  sql<{ action: string }>(
    `select action from audit_entry where subject_id = ? and office_id = ? and actor_kind = 'PERSON' order by at, id`,
    [subject, office.id],
  ).then((rows) => rows.map(({ action }) => action));

beforeAll(async () => {
  panel = await startPanel();
  api = await startApi({ databaseUrl: panel.database });
  ({ office } = await newOffice(panel.orm));
  ({ company } = await newCompany(panel.orm));
  await linkOf(panel.orm, office, company);
  admin = await panel.member({ officeId: office.id, role: 'OFFICE_ADMIN' });
  receiver = createServer((_req, res) => {
    received += 1;
    res.writeHead(answer).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/lavra`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await api.close();
  await panel.close();
});

test('a key of the office is shown once, reaches its portfolio as far as its boxes say, and ends when it is revoked', async () => {
  const keys = `/c/${office.taxId}/chaves`;
  const sent = {
    pedido: randomUUID(),
    nome: 'ERP do escritório',
    'escopo-received-documents:read': 'sim',
    'escopo-tax-rules:write': 'sim',
  };
  const made = await admin.post(`${keys}/nova`, sent);
  const secret = /ok_[0-9A-Za-z]{49}/.exec(made.text)?.[0] ?? '';
  expect([made.status, made.text.includes(`curl "https://api.example.com/v1/accounting/companies`)]).toEqual([
    200,
    true,
  ]);
  expect((await admin.post(`${keys}/nova`, sent)).text).toContain('já foi criada, e só é mostrada uma vez');
  const list = (await admin.get(keys)).text;
  expect(list).not.toContain(secret);
  expect(plain(list)).toMatch(/ERP do escritório .*nunca usada.*Ler e baixar as notas recebidas/);
  const [row] = await sql<{ scopes: string[]; company_id: null }>(
    'select scopes, company_id from api_key where id = ?',
    [sent.pedido],
  );
  expect(row).toEqual({ scopes: ['received-documents:read'], company_id: null });

  expect((await api.call('GET', '/v1/accounting/companies', { key: secret })).status).toBe(200);
  expect(plain((await admin.get(keys)).text)).toContain('usada há menos de um minuto');
  expect(plain((await admin.get(`${keys}/${sent.pedido}/revogar`)).text)).toContain('ler e baixar as notas recebidas');
  const stranger = await panel.member({ officeId: (await newOffice(panel.orm)).office.id, role: 'OFFICE_ADMIN' });
  expect((await stranger.post(`${keys}/${sent.pedido}/revogar`)).status).toBe(404);
  const boss = await panel.person(company.id);
  expect((await boss.post(`/e/${company.taxId}/chaves/${sent.pedido}/revogar`)).status).toBe(404);
  expect((await admin.post(`${keys}/${sent.pedido}/revogar`)).location).toBe(`${keys}?feito=revogada`);
  expect((await api.call('GET', '/v1/accounting/companies', { key: secret })).status).toBe(401);
  expect(await actionsOf(sent.pedido)).toEqual(['KEY_CREATED', 'KEY_REVOKED']);
});

test('an office’s webhook is added without a question, tried from its page, reactivated once it answers, and told of what it chose', async () => {
  const webhooks = `/c/${office.taxId}/webhooks`;
  answer = 500;
  const typed = {
    id: uuid(),
    url: receiverUrl,
    description: 'ERP',
    'eventos.LINK_UPDATED': 'sim',
    'eventos.CLOSING_COMPLETED': 'sim',
  };
  const made = await admin.post(`${webhooks}/novo`, typed);
  const secret = secretIn(made.text);
  expect([made.status, secret === null, received]).toEqual([200, false, 0]);
  const here = `${webhooks}/${typed.id}`;
  const page = (await admin.get(here)).text;
  expect(page).not.toContain('whsec_');
  expect(page).toMatch(/name="eventos.LINK_UPDATED" value="sim" checked/);
  expect(page).not.toMatch(/name="eventos.DOCUMENT_AUTHORIZED" value="sim" checked/);
  expect(plain((await admin.post(`${webhooks}/novo`, typed)).text)).toContain('já foi criado');

  const failed = await admin.post(`${here}/testar`);
  expect([failed.status, plain(failed.text)]).toEqual([400, expect.stringContaining('não respondeu 2xx')]);
  await sql(
    `update webhook_endpoint set is_active = false, disabled_reason = 'Cinco entregas seguidas falharam.', disabled_at = now() where id = ?`,
    [typed.id],
  );
  expect(plain((await admin.get(webhooks)).text)).toContain('Desativado');
  expect((await admin.post(`${here}/reativar`)).status).toBe(400);
  answer = 204;
  expect((await admin.post(`${here}/reativar`)).location).toBe(`${here}?feito=reativado`);
  expect((await admin.post(`${here}/testar`)).location).toBe(`${here}?feito=respondeu`);
  const changed = await admin.post(here, {
    url: receiverUrl,
    description: 'ERP novo',
    'eventos.RECEIVED_DOCUMENT_CREATED': 'sim',
  });
  expect(changed.location).toBe(`${here}?feito=salvo`);
  expect(
    await sql('select events, is_active, disabled_reason, description from webhook_endpoint where id = ?', [typed.id]),
  ).toEqual([
    { events: ['RECEIVED_DOCUMENT_CREATED'], is_active: true, disabled_reason: null, description: 'ERP novo' },
  ]);
  const rotated = secretIn((await admin.post(`${here}/trocar-segredo`)).text);
  expect([rotated === null, rotated === secret]).toEqual([false, false]);
  for (let more = 0; more < 4; more += 1) await admin.post(`${webhooks}/novo`, { ...typed, id: uuid() });
  expect(plain((await admin.post(`${webhooks}/novo`, { ...typed, id: uuid() })).text)).toContain('já tem 5 webhooks');
  const boss = await panel.person(company.id);
  expect((await boss.get(`/e/${company.taxId}/webhooks/${typed.id}`)).status).toBe(404);
  expect((await admin.post(`${here}/remover`)).location).toBe(`${webhooks}?feito=removido`);
  expect(await actionsOf(typed.id)).toEqual([
    ...['WEBHOOK_CREATED', 'WEBHOOK_TESTED', 'WEBHOOK_REACTIVATED', 'WEBHOOK_TESTED', 'WEBHOOK_CHANGED'],
    ...['WEBHOOK_SECRET_ROTATED', 'WEBHOOK_REMOVED'],
  ]);
});

test('what an office was told of its companies is listed, read whole and sent again, and nothing of another’s', async () => {
  const webhooks = `/c/${office.taxId}/webhooks`;
  const endpoint = uuid();
  await admin.post(`${webhooks}/novo`, { id: endpoint, url: receiverUrl, 'eventos.RECEIVED_DOCUMENT_CREATED': 'sim' });
  const told = async (at: { office: string; endpoint: string }) => {
    const [delivery, event] = [uuid(), newEventId()];
    await sql(
      `insert into event (id, company_id, type, data, created_at) values (?, ?, 'RECEIVED_DOCUMENT_CREATED', '{"id":"nota-recebida"}', now())`,
      [event, company.id],
    );
    await sql(
      `insert into webhook_delivery (id, company_id, office_id, endpoint_id, event_id, status, attempts, round_attempts, response_status, error_message, created_at)
       values (?, ?, ?, ?, ?, 'FAILED', 1, 1, 500, 'Respondeu 500', now())`,
      [delivery, company.id, at.office, at.endpoint, event],
    );
    await sql(
      `insert into webhook_attempt (delivery_id, number, company_id, office_id, started_at, duration_ms, response_status, error_message)
       values (?, 1, ?, ?, now(), 12, 500, 'Respondeu 500')`,
      [delivery, company.id, at.office],
    );
    return delivery;
  };
  const mine = [await told({ office: office.id, endpoint }), await told({ office: office.id, endpoint })];
  const { office: other } = await newOffice(panel.orm, { name: 'Outro' });
  const stranger = await panel.member({ officeId: other.id, role: 'OFFICE_ADMIN' });
  const theirEndpoint = uuid();
  await stranger.post(`/c/${other.taxId}/webhooks/novo`, {
    id: theirEndpoint,
    url: receiverUrl,
    'eventos.LINK_UPDATED': 'sim',
  });
  const theirs = await told({ office: other.id, endpoint: theirEndpoint });

  const list = (await admin.get(`${webhooks}/entregas`)).text;
  expect(mine.map((id) => list.includes(id))).toEqual([true, true]);
  expect([list.includes(theirs), list.includes('received_document.created')]).toEqual([false, true]);
  const one = await admin.get(`${webhooks}/entregas/${mine[0]}`);
  expect([one.status, plain(one.text)]).toEqual([200, expect.stringContaining('nota-recebida')]);
  expect(plain(one.text)).toContain('Respondeu 500');
  expect((await admin.get(`${webhooks}/entregas/${theirs}`)).status).toBe(404);
  expect((await stranger.get(`/c/${other.taxId}/webhooks/entregas/${mine[0]}`)).status).toBe(404);
  expect((await admin.post(`${webhooks}/entregas/${mine[0]}/reenviar`)).location).toBe(
    `${webhooks}/entregas/${mine[0]}?feito=reenviada`,
  );
  expect(plain((await admin.get(`${webhooks}/entregas/reenviar`)).text)).toContain('Uma entrega deste filtro falhou');
  expect((await admin.post(`${webhooks}/entregas/reenviar`, { quantas: '1' })).status).toBe(303);
  expect(await sql('select id, status from webhook_delivery order by id')).toEqual(
    [...mine.map((id) => ({ id, status: 'PENDING' })), { id: theirs, status: 'FAILED' }].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
  );
  expect(await actionsOf(endpoint)).toEqual([
    'WEBHOOK_CREATED',
    'WEBHOOK_REDELIVERY_REQUESTED',
    'WEBHOOK_REDELIVERY_REQUESTED',
  ]);
});
