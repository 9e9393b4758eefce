import type { Server } from 'node:http';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import { contractRouter } from '../../api/contract-router.ts';
import { returnPathOf } from '../../domain/documents/mails/return-path.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addressesOf } from '../../operations/mails/owed.ts';
import { setCompany } from '../../operations/provisioning.ts';
import { receiveBounces } from '../../worker/bounces.ts';
import { until } from '../support/checks/until.ts';
import { createErp, type Erp } from '../support/clients/erp.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { bounce } from '../support/samples/bounces.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';
import { ownPorts } from '../support/servers/own-ports.ts';

const mailbox = 'retorno@operador.example';
const carrier = 'notas@rapidosul.example';

let installation: Installation;
let mails: MailServer;
let bounces: Awaited<ReturnType<typeof receiveBounces>>;
let server: Server;
let erp: Erp;
let companyId: string;
let issued = 0;
beforeAll(async () => {
  mails = await mailServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  const [port = 0] = await ownPorts(1);
  installation = await openInstallation({
    LAVRA_SMTP_URL: mails.anonymousUrl,
    LAVRA_MAIL_FROM: 'Lavra <notas@operador.example>',
    LAVRA_BOUNCES_TO: mailbox,
  });
  const { orm, client: temporal, env, parts } = installation;
  bounces = await receiveBounces({ host: '127.0.0.1', port: 0 }, { ...parts, mailbox });
  const { company, key } = await installation.openCompany({ email: 'vendas@empresa.example' });
  companyId = company.id;
  const told = { url: 'http://127.0.0.1:1/', events: ['MAIL_FAILED' as const] };
  await newEndpoint(orm, { company: { id: companyId } }, told, parts.masterKey);
  const { logger, deliverer, blobs } = parts;
  const renderer = { pdf: () => Promise.reject(new Error('nothing is drawn')) };
  const further = { rates: shippedLawTables, stopping: new AbortController().signal, version: '0.0.0-test' };
  const sealing = { masterKey: masterKey(env.masterKeyBytes()), guard: { allowLocal: true } };
  server = createApp(
    { orm, temporal, blobs, renderer, deliverer, logger, ...sealing, ...further },
    { contract: contractRouter({ validateResponses: true }) },
  ).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  erp = createErp([`http://127.0.0.1:${port}`], key);
  const toCarrier = { mode: 'ALL', inHomologation: true, toCarrier: true } as const;
  await setCompany(acrossCompanies(orm), companyId, { buyerMail: toCarrier });
});
afterEach(() => {
  mails.mails.length = 0;
  mails.state.returning = null;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await bounces?.close();
  await installation?.close();
  await mails?.close();
});

test('an address that its server finds dead later is reported in the note’s story and to webhooks, and gets nothing more', async () => {
  mails.state.returning = { port: bounces.port };
  const [buyer, id] = await issue();
  const mail = await ended(id, 'BOUNCED');
  expect(mail).toMatchObject({ email: buyer, sentAt: expect.any(String), bouncedAt: expect.any(String) });
  expect(mail['error']).toContain('5.1.1 (550 5.1.1');
  expect(mails.mails[0]?.sender).toMatch(/^retorno\+[0-9a-f]{48}@operador\.example$/);
  const { body } = await erp.call('GET', '/v1/mail-suppressions');
  expect(body['data']).toMatchObject([{ email: buyer }]);
  const told = {
    type: 'MAIL_FAILED',
    data: { documentId: id, mail: { id: mail['id'], status: 'BOUNCED', email: buyer } },
  };
  expect(await events(id)).toMatchObject([told]);
  // Servers may report a bounce twice.
  await report(String(mail['id']), { recipient: buyer });
  expect(await events(id)).toHaveLength(1);

  mails.state.returning = null;
  const [, again] = await issue(buyer);
  await ended(again, 'SUPPRESSED');
  expect(await events(again)).toMatchObject([{ data: { mail: { status: 'SUPPRESSED', sentAt: null } } }]);
});

test('a delay changes nothing; a mailbox that is full ends the mail, and not its address', async () => {
  mails.state.returning = { port: bounces.port, action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 421 busy' };
  const [, id] = await issue();
  const sent = await ended(id, 'SENT');
  const mailId = String(sent['id']);
  await report(mailId, { recipient: 'x@y.example', action: 'delayed', status: '4.4.1' });
  expect(await mailsOf(id)).toMatchObject([{ status: 'SENT', bouncedAt: null }]);
  await report(mailId, { recipient: 'x@y.example', status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' });
  const full = await ended(id, 'FAILED');
  expect(full['error']).toContain('Mailbox full');
  expect(await suppressed(String(full['email']))).toBe(false);
});

test('who is no server with a bounce, or writes to an address that was not made here, is refused', async () => {
  const [buyer, id] = await issue();
  const { id: mailId } = await ended(id, 'SENT');
  const own = returnPathOf(installation.parts.masterKey, mailbox, String(mailId));
  const forged = own.replace(/.@/, (end) => `${end.startsWith('0') ? '1' : '0'}@`);
  const raw = bounce({ to: own, recipient: buyer });
  await expect(hand({ from: '', to: forged, raw })).rejects.toMatchObject({ responseCode: 550 });
  await expect(hand({ from: '', to: mailbox, raw })).rejects.toMatchObject({ responseCode: 550 });
  await expect(hand({ from: 'ana@example.com', to: own, raw })).rejects.toMatchObject({ responseCode: 550 });
  // A person's reply is accepted, and is not a bounce.
  await hand({ from: '', to: own, raw: `To: ${own}\r\nSubject: Estou de férias\r\n\r\nVolto na segunda.\r\n` });
  expect(await mailsOf(id)).toMatchObject([{ status: 'SENT' }]);
  expect(await suppressed(buyer)).toBe(false);
});

test('the carrier of a sale gets its mail, too, by its record, where the company says so', async () => {
  const { body } = await erp.call('POST', '/v1/carriers', { name: 'Rápido Sul', email: carrier });
  const transport = { freightType: 'SENDER', carrierId: body['id'] };
  const [buyer, id] = await issue(undefined, { transport });
  const to = await until('both are sent', async () => {
    const all = await mailsOf(id);
    return all.length === 2 && all.every(({ status }) => status === 'SENT') && all.map(({ email }) => email);
  });
  expect(to.toSorted()).toEqual([buyer, carrier].toSorted());
  const without = { mode: 'ALL', inHomologation: true, toCarrier: false } as const;
  await setCompany(acrossCompanies(installation.orm), companyId, { buyerMail: without });
  const [other, second] = await issue(undefined, { transport });
  await ended(second, 'SENT');
  expect((await mailsOf(second)).map(({ email }) => email)).toEqual([other]);
  await setCompany(acrossCompanies(installation.orm), companyId, { buyerMail: { ...without, toCarrier: true } });
  expect(await owedOf(second)).toEqual([other, carrier].toSorted());
  expect((await erp.call('DELETE', `/v1/carriers/${String(body['id'])}`)).status).toBe(200);
  expect(await owedOf(second)).toEqual([other]);
});

/** The recipients of the next mail about a document. */
async function owedOf(id: string): Promise<string[]> {
  const rows = await acrossCompanies(installation.orm).execute<{ email: string }[]>(
    `select address.email from document d join company c on c.id = d.company_id cross join lateral (${addressesOf}) address where d.id = ?`,
    [id],
  );
  return rows.map(({ email }) => email).toSorted();
}

async function issue(
  buyer = `compras${(issued += 1)}@cliente.example`,
  more: object = {},
): Promise<[buyer: string, id: string]> {
  const sale = demoSale(`bounced-${(issued += 1)}`);
  const client = { ...sale.client, email: buyer };
  const { status, body } = await erp.ask('POST', '/v1/fiscal-documents', { ...sale, client, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const id = String(body['id']);
  await until('it is authorized', async () => {
    const { body: now } = await erp.call('GET', `/v1/fiscal-documents/${id}`);
    return now['status'] === 'AUTHORIZED';
  });
  return [buyer, id];
}

async function mailsOf(id: string): Promise<Record<string, unknown>[]> {
  const { body } = await erp.call('GET', `/v1/fiscal-documents/${id}/mails`);
  return body['data'] as Record<string, unknown>[];
}

function ended(id: string, status: string): Promise<Record<string, unknown>> {
  return until(`its mail is ${status}`, async () => (await mailsOf(id)).find((mail) => mail['status'] === status));
}

/** The webhook events about mails of a document. */
function events(id: string) {
  return acrossCompanies(installation.orm).execute<{ type: string; data: Record<string, unknown> }[]>(
    `select type, data from event where document_id = ? and type = 'MAIL_FAILED'`,
    [id],
  );
}

async function suppressed(email: string): Promise<boolean> {
  const { body } = await erp.call('GET', '/v1/mail-suppressions');
  return (body['data'] as { email: string }[]).some((each) => each.email === email);
}

/** Hands in the bounce of a mail, as a server does. */
function report(mailId: string, said: Omit<Parameters<typeof bounce>[0], 'to'>): Promise<unknown> {
  const to = returnPathOf(installation.parts.masterKey, mailbox, mailId);
  return hand({ from: '', to, raw: bounce({ to, ...said }) });
}

function hand({ from, to, raw }: { from: string; to: string; raw: string }): Promise<unknown> {
  const transport = createTransport({ host: '127.0.0.1', port: bounces.port, ignoreTLS: true });
  return transport.sendMail({ envelope: { from, to: [to] }, raw });
}
