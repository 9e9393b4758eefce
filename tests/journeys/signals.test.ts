import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyScopes } from '../../domain/access/scopes.ts';
import { Certificate, type CertificateSecrets } from '../../domain/companies/certificate.entity.ts';
import { masterKey, sealOwner, unseal } from '../../domain/seal.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type ReceivedWebhook, type WebhookReceiver, webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { leaks } from '../support/checks/secret-forms.ts';
import { textsInTemporal } from '../support/checks/texts-in-temporal.ts';
import { until } from '../support/checks/until.ts';
import type { Erp } from '../support/clients/erp.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { receive } from '../support/rows/received-files.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';
import { type ReceivedSpan, type TraceReceiver, traceReceiver } from '../support/servers/trace-receiver.ts';

/** Everything in processes of its own, with traces on, to see what logs, metrics and traces say about one note, and that they never contain secrets. */
let deployment: Deployment;
let traces: TraceReceiver;
let receiver: WebhookReceiver;
let mails: MailServer;
let folder: string;
let endpointId: string;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-signals-'));
  [traces, receiver, mails] = await Promise.all([
    traceReceiver(),
    webhookReceiver(),
    mailServer({ allowInsecureAuth: true }),
  ]);
  deployment = await openDeployment({
    settings: {
      LAVRA_WORKFLOW_BUNDLE: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LAVRA_SMTP_URL: mails.url,
      LAVRA_MAIL_FROM: 'lavra@example.com',
      LAVRA_PUBLIC_URL: 'https://lavra.example.com',
      AWS_ACCESS_KEY_ID: 'lavra-tests',
      AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('base64'),
      LAVRA_BLOBS: 's3://closings/signals?endpoint=http://127.0.0.1:9&region=sa-east-1',
      PUPPETEER_EXECUTABLE_PATH: (await chromiumExecutable()).path,
    },
  });
  const { body } = await deployment.erp.call('POST', '/v1/webhooks', { url: receiver.url });
  endpointId = String(body['id']);
  secrets['the secret of a webhook'] = String(body['secret']);
});
afterAll(async () => {
  await deployment?.close();
  await Promise.all([traces?.close(), receiver?.close(), mails?.close()]);
  await rm(folder, { recursive: true, force: true });
});

test('one grep for a request tells the story of its note, with the faults on its way', async () => {
  await deployment.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeAutorizacao' });
  const { id, hook } = await issued('venda-com-falha');
  const lines = await linesOnceTold('venda-com-falha', 'delivery attempted');
  expect(lines.filter(({ process }) => process === 'api')).toEqual([
    expect.objectContaining({ level: 'info', message: 'request', status: 201, documentId: id }),
  ]);
  const accessKey = String((JSON.parse(hook.rawBody) as { data: Record<string, unknown> }).data['accessKey']);
  const ids = { documentId: id, companyId: deployment.company.id };
  const about = { ...ids, accessKey, attempt: 1, workflowId: `emission/${id}/1` };
  const authority = { ...about, host: expect.any(String), subject: accessKey };
  expect(lines.filter(({ process }) => process === 'worker')).toEqual([
    expect.objectContaining({ ...authority, message: 'message sent', service: 'NfeAutorizacao' }),
    expect.objectContaining({ ...about, message: 'the authority did not answer', level: 'warn', isSent: true }),
    expect.objectContaining({ ...about, message: 'waiting', kind: 'UNANSWERED', reason: expect.any(String) }),
    expect.objectContaining({ ...authority, message: 'message sent', service: 'NfeConsultaProtocolo' }),
    expect.objectContaining({
      ...authority,
      ...{ message: 'answer received', cStat: '100', xMotivo: expect.any(String), durationMs: expect.any(Number) },
    }),
    expect.objectContaining({ ...about, message: 'attempt ended', status: 'AUTHORIZED' }),
    expect.objectContaining({
      ...{ ...ids, endpointId, message: 'delivery attempted', event: 'document.authorized', attempt: 1 },
      ...{ responseStatus: 204, status: 'SUCCEEDED', durationMs: expect.any(Number), eventId: expect.any(String) },
    }),
  ]);
});

test('what a caller does wrong is in the log with its code, at info', async () => {
  const { status } = await deployment.erp.call('GET', '/v1/fiscal-documents/abc', undefined, asRequest('errado'));
  const [line] = await linesOnceTold('errado', 'request');
  expect(line).toMatchObject({ level: 'info', message: 'request', status, code: 'not_found' });
});

test('a run that reconciliation starts is found by the request that asked for it', async () => {
  deployment.link.flow('swallow');
  const { body } = await deployment.erp.call('POST', '/v1/fiscal-documents', asked('sem-temporal'), {
    ...asRequest('sem-temporal'),
  });
  await linesOnceTold('sem-temporal', 'a document waits for Temporal');
  deployment.link.flow('open');
  await receiver.arrived('document.authorized', String(body['id']), 600_000);
  const lines = await linesOf('sem-temporal');
  const messages = lines.map(({ message }) => message);
  expect(messages).toContain('an emission without a workflow was started');
  expect(messages).toContain('attempt ended');
  // Until its breaker closes, the API leaves starts to reconciliation, which has a trace of its own.
  await until('the API reaches Temporal again', async () => {
    const { body: ready } = await deployment.erp.call('GET', '/health/ready');
    return ready['temporal'] === 'up' ? true : undefined;
  });
});

test('one trace leads from the request to the authority and to the webhook', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { id, hook } = await issued('venda-com-rastro', { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  expect(hook.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  await deployment.erp.download(`/v1/fiscal-documents/${id}/danfe`);

  const spans = await until('the spans have come', async () => {
    const own = traces.spans.filter((span) => span.traceId === traceId);
    return own.some(({ name }) => name === 'RunWorkflow:emission') &&
      own.some(({ name }) => name.startsWith('webhook '))
      ? own
      : undefined;
  });
  const path = (span: ReceivedSpan): string[] => {
    const above = spans.find(({ id: other }) => other === span.parentId);
    return [...(above ? path(above) : []), `${span.service} ${span.name}`];
  };
  const paths = spans.map((span) => path(span).join(' > '));
  const run = [
    ...['lavra-api createFiscalDocument', 'lavra-api StartWorkflow:emission', 'lavra-worker RunWorkflow:emission'],
    ...['lavra-worker StartActivity:prepare', 'lavra-worker RunActivity:prepare'],
  ].join(' > ');
  expect(paths).toContain(`${run} > lavra-worker NfeAutorizacao`);
  expect(paths).toContain(`${run} > lavra-worker webhook document.authorized`);
  expect(spans.find(({ name }) => name === 'NfeAutorizacao')?.attributes).toMatchObject({
    'lavra.c_stat': '100',
    'lavra.service': 'NfeAutorizacao',
  });
  const request = spans.find(({ name }) => name === 'createFiscalDocument');
  expect(request).toMatchObject({ parentId: 'b7ad6b7169203331', attributes: { 'lavra.document_id': id } });
  expect(await linesOf('venda-com-rastro')).toContainEqual(
    expect.objectContaining({ message: 'attempt ended', trace_id: traceId, span_id: expect.any(String) }),
  );
  await until('the PDF has its span', async () =>
    traces.spans.some(({ name, service }) => name === 'PDF' && service === 'lavra-api') ? true : undefined,
  );
});

test('every line of both logs is a JSON object, also those of Temporal’s libraries, and a start warns of nothing', async () => {
  // The connection breaks: what the native part of the SDK reports goes into the same log.
  await deployment.temporal.kill();
  await deployment.temporal.start();
  const native = await until('the SDK tells of it', async () =>
    linesIn(await deployment.workerLog()).find((line) => 'sdkComponent' in line),
  );
  expect(native).toMatchObject({ level: 'warn', process: 'worker', message: expect.any(String) });
  const lines = linesIn(await deployment.workerLog());
  const ready = lines.findIndex(({ message }) => message === 'worker is ready');
  const atStart = lines.slice(0, ready).filter(({ level }) => level !== 'info');
  expect(atStart.map(({ message }) => message)).toEqual([expect.stringContaining('LAVRA_WEBHOOKS_ALLOW_LOCAL')]);
  expect(linesIn(await deployment.apiLog()).every(({ process }) => process === 'api')).toBe(true);
});

test('no secret is in any of it: logs, metrics, histories, traces, and what the command line prints', async () => {
  const { orm, settings, company, erp } = deployment;
  const printed = await byCommandLine();
  const key = await createKey(acrossCompanies(orm), { company, name: 'segredos', scopes: companyScopes });
  const { office, key: officeKey } = await newOffice(orm);
  await linkOf(orm, office, company, { issuingAllowed: true });
  const accountant = deployment.erpOf(officeKey);
  const caller = deployment.erpOf(key.secret);
  secrets['a key of the company'] = key.secret;
  secrets['a key of the office'] = officeKey;
  const hook = await accountant.call('POST', '/v1/accounting/webhooks', { url: receiver.url });
  secrets['the secret of an office’s webhook'] = String(hook.body['secret']);

  await deployment.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeAutorizacao' });
  const sold = await caller.call('POST', '/v1/fiscal-documents', counterSale);
  expect(sold).toMatchObject({ status: 201 });
  await receiver.arrived('document.authorized', String(sold.body['id']), 600_000);
  await receive(orm, company);
  const month = { year: 2026, month: 10 };
  const link = await caller.call('POST', '/v1/received-documents/export/link', month);
  expect(link).toMatchObject({ status: 200 });
  const url = new URL(String(link.body['url']));
  secrets['the token of an export'] = [...url.searchParams.values()].toSorted(
    (one, other) => other.length - one.length,
  )[0]!;
  await caller.download(`${url.pathname}${url.search}`);
  await caller.download(`${url.pathname}${url.search}x`);
  secrets['the token of an invitation'] = await invited(accountant);
  await erp.call('GET', `/convites/${secrets['the token of an invitation']}`);
  await erp.call('GET', `/convites/${secrets['the token of an invitation']}x`);
  await deployment.erpOf(`${key.secret}x`).call('GET', '/v1/fiscal-documents');

  for (const name of ['DATABASE_URL', 'DATABASE_API_URL', 'DATABASE_WORKER_URL']) {
    secrets[`the password of ${name}`] = new URL(settings[name]!).password;
  }
  secrets['the master key'] = settings['LAVRA_MASTER_KEY']!;
  secrets['the master key itself'] = Buffer.from(settings['LAVRA_MASTER_KEY']!, 'base64').toString('latin1');
  secrets['the password of the mail server'] = 'se@nha';
  secrets['the key of the store'] = settings['AWS_SECRET_ACCESS_KEY']!;
  secrets['a private key'] = await privateKey();
  await until('the last spans have come', async () =>
    traces.spans.some(({ name }) => name === 'RunWorkflow:invitation'),
  );

  const [api, worker] = await Promise.all([deployment.apiLog(), deployment.workerLog()]);
  const places = {
    ...{ 'the log of the API': api, 'the log of the worker': worker, 'the command line': printed },
    'the metrics of the API': await metricsOf(api),
    'the metrics of the worker': await metricsOf(worker),
    Temporal: await textsInTemporal(deployment.client),
    'a trace': JSON.stringify(traces.spans),
  };
  const empty = Object.entries(places).filter(([, text]) => text.length < 500);
  expect(empty).toEqual([]);
  expect(leaks(secrets, places)).toEqual([]);
});

const counterSale = {
  ...{ type: 'NFCE', emit: true, operationNature: 'Venda ao consumidor' },
  client: { name: 'Consumidor', document: '' },
  items: [{ code: 'CAFE', description: 'Café', ncm: '09012100', quantity: '1', unitValue: '32.90' }],
  payments: [{ method: 'PIX', value: '32.90' }],
};

type Line = Record<string, unknown> & { message: string; level: string; process: string; requestId?: string };

/** Issues a note under one request id, and waits until its webhook has arrived. */
async function issued(
  name: string,
  headers: Record<string, string> = {},
): Promise<{ id: string; hook: ReceivedWebhook }> {
  const request = { ...asRequest(name), ...headers };
  const { status, body } = await deployment.erp.call('POST', '/v1/fiscal-documents', asked(name), request);
  expect(status).toBe(201);
  const id = String(body['id']);
  return { id, hook: await receiver.arrived('document.authorized', id, 600_000) };
}

const asked = (name: string): object => demoSale(name);
const asRequest = (name: string): Record<string, string> => ({ 'x-request-id': name });

/** All lines about a request, once one of their messages is `told`. */
function linesOnceTold(requestId: string, told: string): Promise<Line[]> {
  return until(`the log tells of ${requestId}: ${told}`, async () => {
    const lines = await linesOf(requestId);
    return lines.some(({ message }) => message === told) && lines;
  });
}

/** All lines about a request in both logs, those of the API first. */
async function linesOf(requestId: string): Promise<Line[]> {
  const logs = await Promise.all([deployment.apiLog(), deployment.workerLog()]);
  return logs.flatMap(linesIn).filter((line) => line.requestId === requestId);
}

/** @throws {SyntaxError} for a line that is not JSON */
function linesIn(log: string): Line[] {
  const whole = log.slice(0, log.lastIndexOf('\n'));
  return whole.split('\n').map((line) => JSON.parse(line) as Line);
}

/** Runs commands of an operator with secrets, also ones that are refused. @returns everything that is printed */
async function byCommandLine(): Promise<string> {
  const { authority, company, settings } = deployment;
  const password = randomBytes(12).toString('base64');
  const pfx = join(folder, 'a1.pfx');
  await writeFile(pfx, await authority.certificate({ taxId: company.taxId, name: company.name, password }));
  secrets['the password of a certificate'] = password;
  secrets['a wrong password of a certificate'] = `${password}-errada`;
  secrets['the CSC'] = randomBytes(18).toString('hex').toUpperCase();
  const add = ['certificate', 'add', '--company', company.taxId, '--file', pfx, '--json', '--password-stdin'];
  const csc = ['company', 'csc', 'set', company.taxId, '--id', '000001', '--json', '--token-stdin'];
  const key = ['key', 'list', '--json'];
  await authority.control('PUT', '/csc', { taxId: company.taxId, id: 1, token: secrets['the CSC'] });
  const typed: [string[], string][] = [
    [add, secrets['a wrong password of a certificate']],
    [add, password],
    [csc, secrets['the CSC']],
    [key, ''],
    [['doctor', '--json'], ''],
  ];
  const printed: string[] = [];
  for (const [args, input] of typed) printed.push(await lavra(args, input, settings));
  return printed.join('\n');
}

function lavra(args: string[], input: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], { env });
  child.stdin.end(`${input}\n`);
  return Promise.all([text(child.stdout), text(child.stderr)]).then((printed) => printed.join('\n'));
}

/** Has an office ask another company for a link. @returns the token in the mail */
async function invited(accountant: Erp): Promise<string> {
  const { company } = await deployment.openCompany({ taxId: '11444777000161', adminEmails: ['dona@empresa.example'] });
  expect(await accountant.call('POST', '/v1/accounting/links', { taxId: company.taxId })).toMatchObject({
    status: 201,
  });
  return until('the mail of the invitation', async () => {
    const [, token] = /\/convites\/([\w-]{43})/.exec(mails.mails[0]?.text ?? '') ?? [];
    return token;
  });
}

/** The metrics of a process, from the port that its log names. */
async function metricsOf(log: string): Promise<string> {
  const [, port] = /"metricsPort":(\d+)/.exec(log) ?? [];
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** The first lines of the PEM of a private key that signed here. */
async function privateKey(): Promise<string> {
  const { orm, settings } = deployment;
  const key = masterKey(Buffer.from(settings['LAVRA_MASTER_KEY']!, 'base64'));
  const [certificate] = await acrossCompanies(orm).find(
    Certificate,
    { company: deployment.company.id },
    { populate: ['sealed'] },
  );
  if (!certificate) throw new Error('the company has no certificate');
  const opened = unseal(key, sealOwner.certificate(certificate.company, certificate.id), certificate.sealed);
  const { privateKeyPem } = JSON.parse(opened) as CertificateSecrets;
  return privateKeyPem.split('\n')[3]!.trim();
}
