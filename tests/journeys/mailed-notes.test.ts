import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../api/app.ts';
import type { CompanyInput } from '../../domain/companies/settings-schema.ts';
import { mailLinkToken, readMailLink } from '../../domain/documents/mails/link-token.ts';
import { DocumentMail, MailTurn } from '../../domain/documents/mails/document-mail.entity.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCompany } from '../../operations/provisioning.ts';
import { checkingContract } from '../api/own-api.ts';
import { until } from '../support/checks/until.ts';
import { createErp, type Erp } from '../support/clients/erp.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { ownPorts } from '../support/servers/own-ports.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';

const buyer = 'compras@cliente.example';
const carrier = 'notas@transporte.example';

let installation: Installation;
let mails: MailServer;
let server: Server;
let erp: Erp;
let companyId: string;
/** The mail server awaits this before it answers to a mail. */
let held = Promise.resolve();
beforeAll(async () => {
  mails = await mailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onTaken: () => held,
  });
  const [{ path }, [port = 0]] = await Promise.all([chromiumExecutable(), ownPorts(1)]);
  installation = await openInstallation({
    LAVRA_SMTP_URL: mails.anonymousUrl,
    LAVRA_MAIL_FROM: 'Lavra <notas@operador.example>',
    PUPPETEER_EXECUTABLE_PATH: path,
    LAVRA_PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const { company, key } = await installation.openCompany({ email: 'vendas@empresa.example' });
  companyId = company.id;
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer, renderer, blobs } = parts;
  if (!renderer) throw new Error('no browser');
  const sealing = { masterKey: masterKey(env.masterKeyBytes()), guard: { allowLocal: true } };
  const further = { rates: shippedLawTables, stopping: new AbortController().signal, version: '0.0.0-test' };
  server = createApp(
    { orm, temporal, blobs, renderer, deliverer, logger, ...sealing, ...further },
    { contract: checkingContract() },
  ).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  erp = createErp([`http://127.0.0.1:${port}`], key);
});
afterEach(() => {
  mails.mails.length = 0;
  Object.assign(mails.state, { behaviour: 'takes', refusedAddress: null });
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await installation?.close();
  await mails?.close();
});

test('a company that says nothing of mails sends none, and its notes leave no row', async () => {
  await issue('quiet-1', { mailTo: [carrier] });
  expect(await acrossCompanies(installation.orm).count(DocumentMail)).toBe(0);
  expect(mails.mails).toEqual([]);
});

test('a note, its letter and its cancellation are mailed once to the client and to whom the sale names, with XML and PDF', async () => {
  await setMail({ mode: 'ALL', inHomologation: true });
  const { id, accessKey } = await issue('mailed-1', { mailTo: [carrier, carrier.toUpperCase()] });
  const issued = await arrived(2);
  expect(issued.map(({ recipients }) => recipients[0]).toSorted()).toEqual([buyer, carrier]);
  for (const mail of issued) {
    expect(mail.files.map(({ name }) => name)).toEqual([`${accessKey}-procNFe.xml`, `${accessKey}.pdf`]);
    const [xml, pdf] = mail.files;
    expect(xml?.content.toString()).toContain(accessKey);
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(mail.text).toContain('R$ 350,00');
    expect(mail.text).toContain('não tem valor fiscal');
    expect(mail.headers.get('reply-to')).toEqual(['vendas@empresa.example']);
    expect(mail.headers.get('from')?.[0]).toContain('<notas@operador.example>');
  }

  const correction = 'Onde se lê Rua do Comércio, 45, leia-se Rua do Comércio, 54.';
  expect((await erp.call('POST', `/v1/fiscal-documents/${id}/correction-letter`, { correction })).status).toBe(200);
  const letters = await arrived(4);
  for (const { text, files } of letters.slice(2)) {
    expect(text).toContain(correction);
    expect(files.map(({ name }) => name)).toEqual([
      `${accessKey}-110110-1-procEventoNFe.xml`,
      `${accessKey}-CCe-1.pdf`,
    ]);
  }

  const justification = 'Venda desfeita a pedido do cliente';
  expect((await erp.call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification })).status).toBe(200);
  const cancelled = (await arrived(6)).slice(4);
  for (const { text, files } of cancelled) {
    expect(text).toContain(justification);
    expect(files.map(({ name }) => name)).toEqual([`${accessKey}-110111-1-procEventoNFe.xml`, `${accessKey}.pdf`]);
  }
  const told = await mailsOf(id);
  expect(told.map(({ kind, status, attempts }) => ({ kind, status, attempts }))).toEqual(
    ['CANCELLED', 'CANCELLED', 'CORRECTED', 'CORRECTED', 'ISSUED', 'ISSUED'].map((kind) => {
      return { kind, status: 'SENT', attempts: 1 };
    }),
  );
  const ids = mails.mails.map(({ headers }) => headers.get('message-id')?.[0]);
  expect(new Set(ids).size).toBe(6);
});

test('an address that its server does not know is reported, gets nothing more, and may be taken off the list', async () => {
  await setMail({ mode: 'ALL', inHomologation: true });
  mails.state.refusedAddress = buyer;
  const { id } = await issue('bounced-1');
  await until('the refusal is told', async () => (await mailsOf(id))[0]?.['status'] === 'BOUNCED');
  const { body: listed } = await erp.call('GET', '/v1/mail-suppressions');
  expect(listed['data']).toMatchObject([{ email: buyer, reason: expect.stringContaining('550') }]);

  mails.state.refusedAddress = null;
  const again = await issue('bounced-2');
  await until('nothing is sent to it', async () => (await mailsOf(again.id))[0]?.['status'] === 'SUPPRESSED');
  expect(mails.mails).toEqual([]);
  const refused = await erp.call('POST', `/v1/fiscal-documents/${again.id}/mails`, {});
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_state' } });

  expect((await erp.call('DELETE', `/v1/mail-suppressions/${buyer}`)).status).toBe(200);
  expect((await erp.call('DELETE', `/v1/mail-suppressions/${buyer}`)).status).toBe(404);
  await age(again.id);
  expect((await erp.call('POST', `/v1/fiscal-documents/${again.id}/mails`, {})).status).toBe(202);
  await arrived(1);
});

test('who asks has a note mailed to whom she says, once however often she asks, also of a company that mails nothing', async () => {
  await setMail({ mode: 'OFF' });
  const { id } = await issue('asked-1');
  const ask = () => erp.call('POST', `/v1/fiscal-documents/${id}/mails`, { to: ['Contador@Escritorio.example'] });
  const [first, second] = [await ask(), await ask()];
  expect(first).toMatchObject({
    status: 202,
    body: { data: [{ email: 'contador@escritorio.example', kind: 'ISSUED' }] },
  });
  expect(second.body['data']).toMatchObject([{ id: (first.body['data'] as { id: string }[])[0]?.id }]);
  await arrived(1);
  await age(id);
  await ask();
  await arrived(2);
  expect(await mailsOf(id)).toHaveLength(2);
  for (const kind of ['CANCELLED', 'CORRECTED']) {
    const nothing = await erp.call('POST', `/v1/fiscal-documents/${id}/mails`, { kind });
    expect(nothing).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  }
});

test('while the mail server is away notes are issued as ever, and say why their mails wait; once it is back they go', async () => {
  await setMail({ mode: 'ALL', inHomologation: true, issued: { subject: 'Sua {documento} {numero}', text: null } });
  mails.state.behaviour = 'drops';
  const { id } = await issue('away-1');
  const waiting = await until('the wait is told', async () => (await mailsOf(id)).find(({ error }) => error !== null));
  expect(waiting).toMatchObject({
    status: 'PENDING',
    email: buyer,
    error: expect.stringContaining('servidor de e-mail'),
  });
  await issue('away-2');
  mails.state.behaviour = 'takes';
  // Ends the company's pause.
  await acrossCompanies(installation.orm).nativeUpdate(MailTurn, { company: companyId }, { heldUntil: new Date(0) });
  const came = await arrived(2);
  expect(came.every(({ subject }) => /^\[TESTE\] Sua NF-e \d+$/.test(subject))).toBe(true);
});

test('a mail server that has a mail and says nothing delays nothing else: notes are issued and cancelled meanwhile', async () => {
  await setMail({ mode: 'ALL', inHomologation: true });
  const release = Promise.withResolvers<void>();
  held = release.promise;
  const { id } = await issue('held-1');
  await arrived(1);
  const { id: other } = await issue('held-2');
  const justification = 'Venda desfeita a pedido do cliente';
  expect((await erp.call('POST', `/v1/fiscal-documents/${other}/cancel`, { justification })).status).toBe(200);
  expect(await mailsOf(id)).toMatchObject([{ status: 'PENDING', sentAt: null }]);
  release.resolve();
  held = Promise.resolve();
  await until('all are sent', async () => {
    const all = [...(await mailsOf(id)), ...(await mailsOf(other))];
    return all.length === 3 && all.every(({ status }) => status === 'SENT');
  });
});

test('a company may send a link in place of files: it opens page, XML and PDF without a key until it ends, and for nobody who changes it', async () => {
  await setMail({ mode: 'ALL', inHomologation: true, enclosure: 'LINK', linkDays: 7 });
  const { accessKey } = await issue('linked-1');
  const [mail] = await arrived(1);
  expect(mail?.files).toEqual([]);
  const [url = ''] = /http:\S+/.exec(mail?.text ?? '') ?? [];
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Baixar o PDF');
  expect(await (await fetch(`${url}/xml`)).text()).toContain(accessKey);
  const pdf = await fetch(`${url}/pdf`);
  expect(pdf.headers.get('content-disposition')).toContain(`${accessKey}.pdf`);
  const changed = url.replace(/\/notas\/(.)/, (_all, first: string) => `/notas/${first === 'A' ? 'B' : 'A'}`);
  expect((await fetch(changed)).status).toBe(404);
  const { masterKey: sealing } = installation.parts;
  const link = readMailLink(sealing, url.split('/').at(-1) ?? '');
  if (!link) throw new Error('no link');
  const ended = mailLinkToken(sealing, { ...link, expiresAt: new Date(0) });
  expect((await fetch(url.replace(/[^/]+$/, ended))).status).toBe(410);
});

async function setMail(buyerMail: NonNullable<CompanyInput['buyerMail']>): Promise<void> {
  await setCompany(acrossCompanies(installation.orm), companyId, { buyerMail });
}

async function issue(externalId: string, more: object = {}): Promise<{ id: string; accessKey: string }> {
  const sale = demoSale(externalId);
  const { status, body } = await erp.ask('POST', '/v1/fiscal-documents', {
    ...sale,
    client: { ...sale.client, email: buyer },
    ...more,
  });
  expect(status).toBe(201);
  const id = String(body['id']);
  const settled = await until('it is authorized', async () => {
    const { body: now } = await erp.call('GET', `/v1/fiscal-documents/${id}`);
    return now['status'] === 'AUTHORIZED' && now;
  });
  return { id, accessKey: String(settled['accessKey']) };
}

async function mailsOf(id: string): Promise<Record<string, unknown>[]> {
  const { body } = await erp.call('GET', `/v1/fiscal-documents/${id}/mails`);
  return body['data'] as Record<string, unknown>[];
}

function arrived(count: number) {
  return until(`${count} mails arrive`, async () => mails.mails.length >= count && mails.mails);
}

/** Backdates the mails of a document by two minutes: within one minute the same mail is not sent twice. */
async function age(id: string): Promise<void> {
  const past = new Date(Date.now() - 120_000);
  await acrossCompanies(installation.orm).nativeUpdate(DocumentMail, { document: id }, { createdAt: past });
}
