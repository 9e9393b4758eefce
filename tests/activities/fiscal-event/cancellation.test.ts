import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { maxAsksAnHour } from '../../../domain/conversation/next-step.ts';
import type { EventEnd } from '../../../domain/conversation/progress.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { taxIdRoot } from '../../../domain/tax-id.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { awaitFiscalEvent, startFiscalEvent } from '../../../temporal/start.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());
afterEach(() => installation.authority.control('DELETE', '/scenario'));

test('a cancellation is registered, and the document and its event say so', async () => {
  const document = await authorized();
  const { end, event } = await cancel(document);
  expect(end).toMatchObject({ status: 'REGISTERED', cStat: '135' });
  expect(event.procXml).toContain(event.signedXml);
  expect(await found(document)).toMatchObject({ status: 'CANCELLED', cancellationReason: event.justification });
  const events = await acrossCompanies(installation.orm).find(
    Event,
    { document: document.id },
    { orderBy: { createdAt: 'asc' } },
  );
  expect(events.map(({ type }) => type)).toEqual(['DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED']);
});

test('a cancellation whose answer got lost is looked up, and sent once', async () => {
  const document = await authorized();
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const { end } = await cancel(document);
  expect(end).toMatchObject({ status: 'REGISTERED' });
  const calls = await acrossCompanies(installation.orm).find(AuthorityCall, {
    subject: { $like: `ID110111${document.accessKey}%` },
  });
  expect(calls.map(({ service }) => service).toSorted()).toEqual(['NfeConsultaProtocolo', 'RecepcaoEvento']);
  expect((await found(document)).status).toBe('CANCELLED');
});

test('a cancellation that the authority refuses leaves the document authorized, with the authority’s words', async () => {
  const document = await authorized();
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 501 },
    times: 1,
    service: 'RecepcaoEvento',
  });
  const { end, event } = await cancel(document);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: '501' });
  expect(event).toMatchObject({ status: 'REJECTED', cStat: '501' });
  expect((await found(document)).status).toBe('AUTHORIZED');
});

test('a cancellation refused because of its key is registered when it is tried again', async () => {
  const document = await authorized();
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 613 },
    times: 1,
    service: 'RecepcaoEvento',
  });
  const { end, event } = await cancel(document);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: '613' });
  const again = { status: 'PENDING', attempt: 2, signedXml: null } as const;
  await acrossCompanies(installation.orm).nativeUpdate(DocumentEvent, { id: event.id }, again);
  expect(await register(document, { eventId: event.id, attempt: 2 })).toMatchObject({ status: 'REGISTERED' });
});

test('questions that others asked about the key in this hour count: the authority would answer 656 to the eleventh', async () => {
  const document = await authorized();
  const letter = `ID110110${document.accessKey}01`;
  const em = acrossCompanies(installation.orm);
  em.create(DocumentEvent, {
    company: company.id,
    document: document.id,
    type: 'CORRECTION_LETTER',
    code: '110110',
    sequence: 1,
    status: 'REGISTERED',
    occurredAt: new Date(),
  });
  for (let asked = 0; asked < maxAsksAnHour; asked += 1) {
    const subject = asked % 2 === 0 ? letter : (document.accessKey ?? '');
    const taxpayer = { company: company.id, taxIdRoot: taxIdRoot(company.taxId), environment: document.environment };
    em.create(AuthorityCall, { ...taxpayer, service: 'NfeConsultaProtocolo', subject, cStat: '217' });
  }
  await em.flush();
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const { end } = await cancel(document, 3_000);
  expect(end).toBeNull();
  const mine = { subject: { $like: `ID110111${document.accessKey}%` }, service: 'NfeConsultaProtocolo' };
  expect(await acrossCompanies(installation.orm).count(AuthorityCall, mine)).toBe(0);
});

const authorized = (): Promise<Document> => authorizedDocument(installation, company);

function found({ id }: Document): Promise<Document> {
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}

async function cancel(
  document: Document,
  patienceMs = 150_000,
): Promise<{ end: EventEnd | null; event: DocumentEvent }> {
  const em = acrossCompanies(installation.orm);
  const { id: eventId, attempt } = em.create(DocumentEvent, {
    id: uuid(),
    company: company.id,
    document: document.id,
    type: 'CANCELLATION',
    code: '110111',
    sequence: 1,
    justification: 'Pedido desfeito pelo cliente',
    occurredAt: new Date(),
  });
  await em.flush();
  const end = await register(document, { eventId, attempt }, patienceMs);
  const event = await acrossCompanies(installation.orm).findOneOrFail(
    DocumentEvent,
    { id: eventId },
    { populate: ['signedXml', 'procXml'] },
  );
  return { end, event };
}

async function register(
  { accessKey }: Document,
  run: { eventId: string; attempt: number },
  patienceMs = 150_000,
): Promise<EventEnd | null> {
  const { taxId: companyTaxId } = company;
  const start = {
    ...run,
    companyTaxId,
    accessKey: accessKey ?? '',
    title: 'Cancelamento',
  };
  await startFiscalEvent(installation.client, start);
  return awaitFiscalEvent(installation.client, run, patienceMs);
}
