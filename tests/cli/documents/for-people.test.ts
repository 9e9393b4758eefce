import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { until } from '../../support/checks/until.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const accessKey = '35261111222333000181550010000000011000000014';
let orm: Orm;
let company: Company;
let settings: Record<string, string>;
const noted: Record<'stopped' | 'refused' | 'draft' | 'issued', string> = {
  ...{ stopped: '', refused: '', draft: '', issued: '' },
};
beforeAll(async () => {
  settings = { DATABASE_URL: await testDatabase(), TEMPORAL_ADDRESS: '127.0.0.1:1' };
  orm = await patientOrm(settings['DATABASE_URL'] ?? '');
  company = await createCompany(acrossCompanies(orm), companyForm);
  noted.stopped = await stopped('pedido-1', 'PERSON', 'Outra chave ocupa o número 7.');
  noted.refused = await document('pedido-2', { status: 'REJECTED', rejectionReason: 'CFOP inválido\npara a operação' });
  noted.draft = await document('pedido-3', { status: 'DRAFT' });
  noted.issued = await document('pedido-4', {
    ...{ status: 'AUTHORIZED', accessKey, series: 1, number: 9, contingencyMode: 'SVC' },
  });
  await document('produção', { status: 'DRAFT' }, { id: company.id, environment: 'PRODUCTION' });
});
afterAll(() => orm?.close());

test('a list tells documents apart, each with where it stands and why', async () => {
  const { code, out } = await list();
  expect(code).toBe(0);
  const [titles = '', ...lines] = out.split('\n');
  expect(titles).toMatch(/^id externo +nota +cliente +total +situação +desde +id +motivo$/);
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(
      /^pedido-4 +NF-e 1\/9 +Mercado São João Ltda +150,00 +AUTHORIZED +há \d+ segundos? +[\da-f-]{36}$/,
    ),
    expect.stringMatching(/^pedido-3 +NF-e +.* DRAFT .*/),
    expect.stringMatching(/^pedido-2 +NF-e +.* REJECTED +.* CFOP inválido para a operação$/),
    expect.stringMatching(/^pedido-1 .* PROCESSING +há 3 minutos +.* !! DECISÃO: Outra chave ocupa o número 7\.$/),
  ]);
  expect(out).toContain('Página 1 de 1, 4 no total (HOMOLOGATION).');
  expect(out).toContain('No outro ambiente há 1: use --environment PRODUCTION.');
});

test.each([
  [['--waiting'], ['pedido-1']],
  [['--status', 'REJECTED'], ['pedido-2']],
  [['--contingency', 'SVC'], ['pedido-4']],
  [['--external-id', 'pedido-3'], ['pedido-3']],
  [['--access-key', accessKey], ['pedido-4']],
  [['--number', '9', '--series', '1'], ['pedido-4']],
  [
    ['--search', 'são joão', '--limit', '2'],
    ['pedido-4', 'pedido-3'],
  ],
  [
    ['--limit', '2', '--page', '2'],
    ['pedido-2', 'pedido-1'],
  ],
  [['--environment', 'PRODUCTION'], ['produção']],
  [['--type', 'NFSE'], []],
  [['--from', '2020-01-01', '--to', '2020-01-02'], []],
])('%j narrows the list as the API does', async (filters, externalIds) => {
  const args = ['documents', 'list', '--company', company.id, ...filters];
  const { answer } = await lavraJson(args, settings);
  const { documents } = answer as { documents: { externalId: string }[] };
  expect(documents.map(({ externalId }) => externalId)).toEqual(externalIds);
});

test('scripts get the wait in its one shape, with the command that helps', async () => {
  const { answer } = await lavraJson(['documents', 'list', '--company', company.taxId, '--waiting'], settings);
  expect(answer).toMatchObject({
    total: 1,
    documents: [
      { id: noted.stopped, waiting: { kind: 'PERSON', command: `lavra documents resolve ${noted.stopped}` } },
    ],
  });
});

test('what a list cannot be narrowed to is refused', async () => {
  for (const args of [
    ['--status', 'WAITING'],
    ['--contingency', 'NORMAL'],
    ['--from', '2026-13-01'],
    ['--access-key', '35'],
    ['--limit', '0'],
  ]) {
    expect((await list(args)).code).toBe(1);
  }
});

test('a stopped document tells its story: what it is, what it waits for with the command, and what was said', async () => {
  const em = acrossCompanies(orm);
  const subject = '35261111222333000181550010000000071000000017';
  em.create(Emission, {
    ...{ document: noted.stopped, attempt: 1, company: company.id, series: 1, number: 7 },
    ...{ subject, accessKey: subject, signedXml: '<NFe/>', digestValue: 'x' },
  });
  const startedAt = new Date('2026-11-23T17:02:11Z');
  const taxpayer = { company: company.id, taxIdRoot: '11222333', environment: 'HOMOLOGATION', subject } as const;
  const endedAt = new Date(startedAt.getTime() + 220);
  em.create(AuthorityCall, { ...taxpayer, service: 'NfeAutorizacao', startedAt, endedAt, cStat: '539' });
  em.create(AuthorityCall, { ...taxpayer, service: 'NfeConsultaProtocolo', startedAt, fault: 'not_sent: sem rede' });
  await em.flush();
  const { out } = await lavra(['documents', 'show', noted.stopped], settings);
  expect(out.split('\n')[0]).toBe('NF-e · Mercado São João Ltda · R$ 150,00');
  expect(out).toMatch(/\n {2}situação +PROCESSING, desde \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}\n/);
  expect(out).toMatch(/\n {2}id externo +pedido-1\n/);
  expect(out).toContain(
    [
      '!! ESPERA A DECISÃO DE UMA PESSOA, há 3 minutos: Outra chave ocupa o número 7.',
      `  → lavra documents resolve ${noted.stopped}`,
    ].join('\n'),
  );
  expect(out).toMatch(/\n {2}23\/11\/2026 14:02:11 +NfeAutorizacao +539 +220\n/);
  expect(out).toMatch(/NfeConsultaProtocolo +em curso +sem rede\n/);
});

test('an issued document tells of its events, and of what webhooks were told', async () => {
  const em = acrossCompanies(orm);
  const about = { company: company.id, document: noted.issued } as const;
  em.create(DocumentEvent, {
    ...{ ...about, type: 'CANCELLATION', code: '110111', sequence: 1, occurredAt: new Date() },
    ...{ reason: 'Sem certificado.', waitingKind: 'CERTIFICATE', waitingSince: ago(4) },
  });
  const { id: endpoint } = await newEndpoint(orm, { company }, { url: 'https://erp.example.com/notas' });
  const event = `evt_${'0'.repeat(32)}`;
  em.create(Event, { ...about, id: event, type: 'DOCUMENT_AUTHORIZED', data: {} });
  await em.flush();
  em.create(WebhookDelivery, { ...{ company: company.id, endpoint, event }, attempts: 2, responseStatus: 503 });
  await em.flush();
  const { out } = await lavra(['documents', 'show', accessKey], settings);
  expect(out).toMatch(/Eventos:\n.* Cancelamento {2}PENDING\n {4}Espera, há 4 minutos: Sem certificado\.\n/);
  expect(out).toContain(`→ lavra certificate add --company ${company.taxId}`);
  expect(out).toMatch(/Webhooks:\n.*\n.* PENDING +2 +503 +https:\/\/erp\.example\.com\/notas\n/);
  const { answer } = await lavraJson(['documents', 'show', accessKey], settings);
  expect(answer).toMatchObject({
    events: [{ type: 'CANCELLATION', waiting: { kind: 'CERTIFICATE' } }],
    deliveries: [{ endpoint, attempts: 2, responseStatus: 503 }],
  });
});

test('who watches a document sees each change, and is let go at its end', async () => {
  const id = await stopped('pedido-5', 'AUTHORITY_PAUSED', 'Serviço da SEFAZ parado.');
  const watched = lavra(['documents', 'watch', id], settings);
  // The command may print the state before this change as well.
  const rejected = { status: 'REJECTED', rejectionReason: 'Duplicidade', cStat: '539', waitingKind: null } as const;
  const change = setTimeout(() => void acrossCompanies(orm).nativeUpdate(Document, { id }, rejected), 1_500);
  const { code, out } = await watched;
  clearTimeout(change);
  expect(code).toBe(0);
  expect(out).toMatch(/Serviço da SEFAZ parado\.[^]*Rejeitado \(539\): Duplicidade/);
});

test('a list that is watched is shown until Ctrl-C, and says when it changes', async () => {
  const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
  const args = ['documents', 'watch', '--company', company.taxId, '--external-id', 'pedido-6'];
  const env = { HOME: homedir(), PATH: '/usr/local/bin:/usr/bin:/bin', ...settings };
  const child = spawn(process.execPath, [main, ...args], { env });
  let seen = '';
  child.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await until('the empty list', async () => seen.includes('Não há documentos'));
  await document('pedido-6', { status: 'DRAFT' });
  await until('the document', async () => /pedido-6 .* DRAFT/.test(seen));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('who watches says what: a document or a company', async () => {
  for (const args of [[], [noted.draft, '--company', company.taxId]]) {
    expect(await lavraJson(['documents', 'watch', ...args], settings)).toMatchObject({
      code: 1,
      error: { error: { code: 'invalid_input' } },
    });
  }
});

const list = (filters: string[] = []) => lavra(['documents', 'list', '--company', company.taxId, ...filters], settings);

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000 - 5_000);

function stopped(externalId: string, waitingKind: WaitKind, waitingFor: string): Promise<string> {
  return document(externalId, { waitingKind, waitingFor, waitingSince: ago(3), status: 'PROCESSING' });
}

async function document(
  externalId: string,
  state: Partial<Document>,
  issuer: Pick<Company, 'id' | 'environment'> = company,
): Promise<string> {
  const { id } = await processingDocument(orm, issuer);
  const moving = { waitingKind: null, waitingSince: null, waitingFor: null };
  await acrossCompanies(orm).nativeUpdate(Document, { id }, { externalId, ...moving, ...state });
  return id;
}
