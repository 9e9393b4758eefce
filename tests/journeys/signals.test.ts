import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoSale } from '../../local/demo/sale.ts';
import { type ReceivedWebhook, webhookReceiver, type WebhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { type Deployment, openDeployment } from '../support/deployment.ts';
import { type MailServer, mailServer } from '../support/mail-server.ts';
import { type ReceivedSpan, traceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';
import { until } from '../support/until.ts';

/** One process each, as people run it, with traces on: what they tell of one note, and what they never tell. */
let deployment: Deployment;
let traces: TraceReceiver;
let receiver: WebhookReceiver;
let mails: MailServer;
let folder: string;
let endpointId: string;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-signals-'));
  [traces, receiver, mails] = await Promise.all([traceReceiver(), webhookReceiver(), mailServer()]);
  const mailCa = join(folder, 'mail-ca.pem');
  await writeFile(mailCa, mails.ca);
  deployment = await openDeployment({
    settings: {
      LAVRA_WORKFLOW_BUNDLE: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LAVRA_SMTP_URL: mails.url,
      LAVRA_MAIL_FROM: 'lavra@example.com',
      LAVRA_PUBLIC_URL: 'https://lavra.example.com',
      NODE_EXTRA_CA_CERTS: mailCa,
      PUPPETEER_EXECUTABLE_PATH: (await chromiumExecutable()).path,
    },
  });
  const { body } = await deployment.erp.call('POST', '/v1/webhooks', { url: receiver.url });
  endpointId = String(body['id']);
  secrets['the secret of a webhook'] = String(body['secret']);
}, 600_000);
afterAll(async () => {
  await deployment?.close();
  await Promise.all([traces?.close(), receiver?.close(), mails?.close()]);
  await rm(folder, { recursive: true, force: true });
});

test('one grep for a request tells the story of its note, with the faults on its way', async () => {
  await deployment.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeAutorizacao' });
  const { id, hook } = await issued('venda-com-falha');
  const lines = await until('the delivery is in the log', async () => {
    const found = await linesOf('venda-com-falha');
    return found.some(({ message }) => message === 'delivery attempted') ? found : undefined;
  });
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
  const [line] = await until('the request is in the log', async () => {
    const lines = await linesOf('errado');
    return lines.length > 0 ? lines : undefined;
  });
  expect(line).toMatchObject({ level: 'info', message: 'request', status, code: 'validation_error' });
});

test('a run that reconciliation starts is found by the request that asked for it', async () => {
  deployment.link.flow('swallow');
  const { body } = await deployment.erp.call('POST', '/v1/fiscal-documents', asked('sem-temporal'), {
    ...asRequest('sem-temporal'),
  });
  deployment.link.flow('open');
  await receiver.arrived('document.authorized', String(body['id']), 150_000);
  const lines = await linesOf('sem-temporal');
  const messages = lines.map(({ message }) => message);
  expect(messages).toContain('an emission without a workflow was started');
  expect(messages).toContain('attempt ended');
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

type Line = Record<string, unknown> & { message: string };

/** Issues a note as one request, and waits until its webhook has come. */
async function issued(
  name: string,
  headers: Record<string, string> = {},
): Promise<{ id: string; hook: ReceivedWebhook }> {
  const request = { ...asRequest(name), ...headers };
  const { status, body } = await deployment.erp.call('POST', '/v1/fiscal-documents', asked(name), request);
  expect(status).toBe(201);
  const id = String(body['id']);
  return { id, hook: await receiver.arrived('document.authorized', id, 150_000) };
}

const asked = (name: string): object => demoSale(name);
const asRequest = (name: string): Record<string, string> => ({ 'x-request-id': name });

/** Every line of the two logs about one request, in their order. */
async function linesOf(requestId: string): Promise<Line[]> {
  const text = (await Promise.all([deployment.apiLog(), deployment.workerLog()])).join('');
  return text
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Line);
}
