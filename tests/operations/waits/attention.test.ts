import { afterAll, beforeAll, expect, test } from 'vitest';
import { attentionForScripts, attentionInWords } from '../../../cli/commands/attention.ts';
import type { Orm } from '../../../config/orm.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { commandOf } from '../../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { taxIdRoot } from '../../../domain/tax-id.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { lookAcross } from '../../../operations/doctor/finding.ts';
import { checkWaits } from '../../../operations/doctor/waits.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { keepPresent } from '../../../operations/installations/worker-presence.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';
import { until } from '../../support/checks/until.ts';
import { newClosing } from '../../support/rows/closing.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { newOffice } from '../../support/rows/office.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const minute = 60_000;
const now = new Date('2027-01-10T12:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * minute);

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(() => orm?.close());

test('a worker that died without a word is reported until it is back; one that ended is not', async () => {
  const em = acrossCompanies(orm);
  const heard = async (place: string, secondsAgo: number): Promise<void> => {
    await em.execute(
      `insert into worker_presence (place, started_at, seen_at) values (?, now() - interval '1 hour', now() - make_interval(secs => ?))
       on conflict (place) do update set seen_at = excluded.seen_at`,
      [place, secondsAgo],
    );
  };
  const told = async () => {
    const found = await checkWaits(lookAcross(orm), null, new Date());
    return found.filter(({ message }) => message.includes('worker'));
  };
  const ending = new AbortController();
  const present = keepPresent(orm, 'a:9464', { signal: ending.signal, logger: collectingLogger([]) });
  await heard('b:9464', 16);
  await until('the first is heard', async () => /1 outro/.test((await told())[0]?.message ?? ''));
  expect(await told()).toEqual([
    expect.objectContaining({
      status: 'FAILURE',
      message: expect.stringContaining('worker b:9464'),
      mend: 'npm run worker',
    }),
  ]);
  await heard('b:9464', 700);
  expect(await told()).toEqual([]);
  ending.abort();
  await present;
  expect((await told())[0]?.message).toContain('Nenhum outro trabalha: nada anda');
  await heard('b:9464', 0);
  expect(await told()).toEqual([]);
  await em.execute('delete from worker_presence');
});

test('nothing that goes well asks for attention, and the doctor is content', async () => {
  const company = await emptyCompany(orm);
  await waiting(company, 'START', 0.5);
  await waiting(company, 'ANSWER', 0.9);
  expect(await look(company)).toEqual({ items: [], total: 0, totals: expect.objectContaining({ document: 0 }) });
  expect(attentionInWords(await look(company), now)).toBe('Nada espera e nada parou.');
  expect(await checkWaits(lookAcross(orm), company, now)).toMatchObject([
    { check: 'waits', status: 'OK', message: 'nada espera' },
  ]);
});

test('what a person must decide about comes first, then the oldest, of each thing with the command that helps', async () => {
  const company = await emptyCompany(orm);
  const { taxId } = company;
  const paused = await waiting(company, 'AUTHORITY_PAUSED', 30, { number: 12, series: 1 });
  const person = await waiting(company, 'PERSON', 2, { number: 13, series: 1 });
  const queued = await waiting(company, 'START', 3);
  const em = acrossCompanies(orm);
  em.create(DocumentEvent, {
    ...{ company: company.id, document: paused.id, type: 'CANCELLATION', code: '110111', sequence: 1, occurredAt: now },
    ...{ waitingKind: 'CERTIFICATE', waitingSince: ago(20), reason: 'Sem certificado.' },
  });
  em.create(Inutilization, {
    ...{ company: company.id, environment: company.environment, model: '55', series: 1, startNumber: 1, endNumber: 2 },
    ...{ year: '27', justification: 'Falha no sistema', waitingKind: 'OURS', waitingSince: ago(10), reason: 'Falha.' },
  });
  em.create(AuthorityCall, {
    ...{ company: company.id, taxIdRoot: taxIdRoot(taxId), environment: company.environment },
    ...{ service: 'NfeAutorizacao', subject: 'x', startedAt: ago(40), cStat: '656' },
  });
  em.create(Distribution, {
    ...{ company: company.id, environment: company.environment, source: 'NFE', status: 'PAUSED', askedAt: ago(50) },
    reason: 'A empresa está sem certificado A1 válido.',
  });
  const { office } = await newOffice(orm);
  const closing = await newClosing(orm, { office, company }, { status: 'RUNNING' });
  await em.nativeUpdate(
    Closing,
    { id: closing.id },
    { waitingKind: 'STORAGE', waitingSince: ago(60), waitingFor: 'LAVRA_BLOBS está cheio.' },
  );
  const { id: endpoint } = await newEndpoint(orm, { company }, { isActive: false });
  await em.nativeUpdate(
    WebhookEndpoint,
    { id: endpoint },
    { disabledReason: 'Cinco entregas falharam.', disabledAt: ago(70) },
  );
  await em.flush();

  const found = await look(company);
  const certificate = `lavra certificate add --company ${taxId} --file <arquivo.pfx>`;
  expect(found.items.map(({ what, kind, remedy }) => [what, kind, commandOf(remedy)])).toEqual([
    ['document', 'PERSON', `lavra documents resolve ${person.id}`],
    ['webhook', 'WEBHOOK_INACTIVE', `lavra webhooks enable ${endpoint}`],
    ['closing', 'STORAGE', 'lavra doctor'],
    ['distribution', 'CERTIFICATE', certificate],
    ['silence', 'THROTTLED', null],
    ['document', 'AUTHORITY_PAUSED', null],
    ['event', 'CERTIFICATE', certificate],
    ['inutilization', 'OURS', `lavra documents retry --company ${taxId}`],
    ['document', 'START', 'lavra doctor'],
  ]);
  expect(found).toMatchObject({ total: 9, totals: { document: 3, event: 1, silence: 1 } });
  expect(found.items.map(({ title }) => title)).toContain(`Cancelamento · NF-e 1/12`);
  expect(found.items.find(({ what }) => what === 'silence')?.until).toEqual(new Date(ago(40).getTime() + 61 * minute));

  expect(attentionForScripts(found).items.slice(0, 2)).toMatchObject([
    {
      remedy: { kind: 'RESOLVE', subject: { documentId: person.id } },
      command: `lavra documents resolve ${person.id}`,
    },
    { remedy: { kind: 'REACTIVATE_ENDPOINT', subject: { endpointId: endpoint } } },
  ]);

  const text = attentionInWords(found, now);
  expect(text).toContain('9 coisas pedem atenção; UMA ESPERA A DECISÃO DE UMA PESSOA.');
  expect(text.split('\n').slice(2, 5)).toEqual([
    expect.stringMatching(/^!! DECISÃO +há 2 minutos +\d{14} {2}NF-e 1\/13 · .* · R\$ 150,00 \(.*\)$/),
    '    Porque sim.',
    `    → lavra documents resolve ${person.id}`,
  ]);
  expect(text).toContain('serviço parado');

  const two = await attention(acrossCompanies(orm), { company, atMost: 2, now });
  expect(two.items.map(({ what }) => what)).toEqual(['document', 'webhook']);
  expect(attentionInWords(two, now)).toContain('… e mais 7: use --limit.');

  const findings = await checkWaits(lookAcross(orm), company, now);
  expect(findings.map(({ status, message }) => `${status} ${message}`)).toEqual([
    expect.stringMatching(/^FAILURE À ESPERA DA DECISÃO DE UMA PESSOA: NF-e 1\/13/),
    expect.stringMatching(/^FAILURE Fechamento de /),
    expect.stringMatching(/^FAILURE NfeAutorizacao em /),
    expect.stringMatching(/^FAILURE NF-e 1\/12 .*há 30 minutos/),
    expect.stringMatching(/^FAILURE Cancelamento · NF-e 1\/12/),
    'FAILURE e mais 1',
    'WARNING 1 webhook(s) desativados por falhas, ou que falham',
  ]);
  expect(findings[0]).toMatchObject({ company: taxId, mend: `lavra documents resolve ${person.id}` });
  expect(queued.status).toBe('PROCESSING');
});

test('a source that says 108 is paused, as a service is that says so of a note; one that does not answer is not reached', async () => {
  const company = await emptyCompany(orm);
  const { id: companyId, environment, taxId } = company;
  const em = acrossCompanies(orm);
  const failing = { status: 'FAILING', reason: 'Porque sim.', askedAt: ago(5) } as const;
  const of = (source: 'NFE' | 'NFSE', answer: { cStat: string; answeredAt: Date }): Distribution =>
    em.create(Distribution, { company: companyId, environment, source, ...failing, ...answer });
  const nfe = of('NFE', { cStat: '108', answeredAt: ago(4) });
  of('NFSE', { cStat: 'E1217', answeredAt: ago(4) });
  await em.flush();
  const told = async () => (await look(company)).items.map(({ kind, remedy }) => [kind, commandOf(remedy)]);
  const paused = ['AUTHORITY_PAUSED', null];
  const unreached = ['AUTHORITY_UNREACHABLE', `lavra doctor --company ${taxId}`];
  expect(await told()).toEqual([paused, paused]);

  const answered = async (cStat: string, answeredAt: Date) => {
    await em.nativeUpdate(Distribution, { id: nfe.id }, { cStat, answeredAt });
    return told();
  };
  expect(await answered('109', ago(5))).toEqual([paused, paused]);
  expect(await answered('108', ago(6))).toEqual([unreached, paused]);
  expect(await answered('489', ago(4))).toEqual([unreached, paused]);
  expect(await answered('999', ago(4))).toEqual([unreached, paused]);
});

test('a receiver that hangs is reported within a minute, long before a delivery has failed for good, and a blip is not', async () => {
  const tried = async (seconds: number) => {
    const company = await emptyCompany(orm);
    const { id: endpoint } = await newEndpoint(orm, { company });
    const em = acrossCompanies(orm);
    const event = em.create(Event, { id: newEventId(), company: company.id, type: 'WEBHOOK_TEST', data: {} });
    em.create(WebhookDelivery, {
      ...{ company: company.id, endpoint, event: event.id, createdAt: ago(seconds / 60) },
      ...{ attempts: 1, roundAttempts: 1, nextAttemptAt: ago(-1), errorMessage: 'Sem resposta em 10 s.' },
    });
    await em.flush();
    return company;
  };
  expect((await look(await tried(15))).items).toEqual([]);
  expect((await look(await tried(50))).items).toMatchObject([
    {
      ...{ what: 'webhook', kind: 'WEBHOOK_FAILING', until: ago(-1) },
      reason: '1 entrega(s) tentadas em vão (Sem resposta em 10 s.). 1 entrega(s) esperam.',
    },
  ]);
});

test('a note that only has to be transmitted asks for attention from half of its time on, and not before', async () => {
  const company = await emptyCompany(orm);
  const { id } = await waiting(company, 'TRANSMISSION', 60);
  const transmitIn = (minutes: number) =>
    acrossCompanies(orm).nativeUpdate(Document, { id }, { waitingUntil: ago(-minutes) });
  await transmitIn(61);
  expect(await look(company)).toMatchObject({ total: 0 });
  await transmitIn(60);
  expect((await look(company)).items).toMatchObject([
    { kind: 'TRANSMISSION', id, until: ago(-60), remedy: { kind: 'WAIT', subject: { contingencyOf: company.taxId } } },
  ]);
  expect(attentionInWords(await look(company), now)).toContain('a transmitir');
});

test('a note that was refused after its coupon was out asks for attention until its number is given up', async () => {
  const company = await emptyCompany(orm);
  const em = acrossCompanies(orm);
  const refused = async (number: number, contingencyMode: 'OFFLINE' | 'SVC' | null): Promise<string> => {
    const { id } = await processingDocument(orm, company);
    const note = { type: 'NFCE', series: 1, number, contingencyMode, contingencyTransmitBy: ago(-60) } as const;
    const words = { cStat: '610', rejectionReason: 'Rejeição: Total difere.', updatedAt: ago(30), waitingKind: null };
    await em.nativeUpdate(Document, { id }, { status: 'REJECTED', ...note, ...words });
    return id;
  };
  const id = await refused(41, 'OFFLINE');
  await refused(42, 'SVC');
  await refused(43, null);
  const found = await look(company);
  expect(found).toMatchObject({ total: 1, totals: { rejected: 1 } });
  expect(found.items).toMatchObject([
    {
      ...{ what: 'rejected', kind: 'REJECTED_IN_CONTINGENCY', id, since: ago(30), until: ago(-60) },
      reason: expect.stringMatching(/610: Rejeição: Total difere\).*Corrija-a/),
      remedy: { kind: 'MEND_SALE', subject: { documentId: id } },
    },
  ]);
  expect(attentionInWords(found, now)).toMatch(new RegExp(`recusada tarde .* NFC-e 1/41 .*\\(${id}\\)`));
  expect(await checkWaits(lookAcross(orm), company, now)).toMatchObject([
    { status: 'FAILURE', mend: `lavra documents show ${id}` },
  ]);

  const range = { model: '65', series: 1, startNumber: 40, endNumber: 42, year: '27', justification: 'x' } as const;
  em.create(Inutilization, { company: company.id, environment: company.environment, ...range, status: 'AUTHORIZED' });
  await em.flush();
  expect(await look(company)).toMatchObject({ total: 0 });
});

test('a replaced note asks for attention where nothing but a person moves it', async () => {
  const company = await emptyCompany(orm);
  const { taxId } = company;
  await replacedNote(orm, company);
  await replacedNote(orm, company, { waitingKind: 'AUTHORITY_PAUSED', waitingSince: ago(30) });
  await replacedNote(orm, company, { status: 'CANCELLED', waitingKind: 'PERSON', settledAt: ago(1) });
  const proposed = await replacedNote(orm, company, {
    status: 'PROPOSED',
    waitingKind: 'PERSON',
    waitingSince: ago(20),
  });
  const stopped = await replacedNote(orm, company, { waitingKind: 'PERSON', waitingSince: ago(10), reason: 'Duas.' });
  const ours = await replacedNote(orm, company, { waitingKind: 'OURS', waitingSince: ago(5) });
  const items = (await look(company)).items.filter(({ what }) => what === 'replaced');
  expect(items.map(({ kind, id, remedy }) => [kind, id, commandOf(remedy)])).toEqual([
    ['REPLACED_NOTE', proposed.id, `lavra contingency give-up ${proposed.id} --company ${taxId}`],
    ['REPLACED_NOTE', stopped.id, `lavra contingency show --company ${taxId}`],
    ['REPLACED_NOTE', ours.id, `lavra contingency retry --company ${taxId}`],
  ]);
  expect(items[0]?.title).toBe(`NFC-e 1/${proposed.number}, substituída · ${proposed.accessKey}`);
});

test('the doctor waits ten minutes before it complains of what goes on by itself', async () => {
  const company = await emptyCompany(orm);
  await waiting(company, 'AUTHORITY_UNREACHABLE', 9);
  expect(await checkWaits(lookAcross(orm), company, now)).toMatchObject([
    { status: 'OK', message: '1 em espera há pouco tempo' },
  ]);
  await waiting(company, 'AUTHORITY_UNREACHABLE', 11);
  expect(await checkWaits(lookAcross(orm), company, now)).toMatchObject([{ status: 'FAILURE' }]);
});

function look(company: Company) {
  return attention(acrossCompanies(orm), { company, atMost: 50, now });
}

async function waiting(
  company: Company,
  waitingKind: WaitKind,
  minutes: number,
  drawn: { number?: number; series?: number } = {},
): Promise<Document> {
  const document = await processingDocument(orm, company);
  const wait = { waitingKind, waitingSince: ago(minutes), waitingFor: 'Porque sim.', ...drawn };
  await acrossCompanies(orm).nativeUpdate(Document, { id: document.id }, wait);
  return document;
}
