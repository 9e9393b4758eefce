import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { EventEnd } from '../../../domain/conversation/progress.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { awaitFiscalEvent, startFiscalEvent } from '../../../temporal/start.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { damage } from '../../support/faults/damage.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());
afterEach(() => installation.authority.control('DELETE', '/scenario'));

test('letters are registered in their sequence, and the document stays authorized', async () => {
  const document = await authorized();
  for (const sequence of [1, 2]) {
    const { end, event } = await letter(document, {
      sequence,
      correction: `Onde se lê A & B, leia-se ${sequence} < 3`,
    });
    expect(end).toMatchObject({ status: 'REGISTERED', cStat: '135' });
    expect(event.procXml).toContain(event.signedXml);
    expect(event.protocol).toMatch(/^[0-9]{15}$/);
    expect((await found(document)).updatedAt.getTime()).toBeGreaterThan(await lastSaid(document));
  }
  expect((await found(document)).status).toBe('AUTHORIZED');
  const told = await acrossCompanies(installation.orm).find(Event, { document: document.id });
  expect(told.map(({ type }) => type)).toEqual(['DOCUMENT_AUTHORIZED']);
});

test('a letter whose answer got lost is looked up, and sent once', async () => {
  const document = await authorized();
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const { end, event } = await letter(document);
  expect(end).toMatchObject({ status: 'REGISTERED' });
  expect(event.procXml).toContain(event.signedXml);
  expect(await services(document)).toEqual(['NfeConsultaProtocolo', 'RecepcaoEvento']);
});

test('a letter that the authority refuses is kept with its words, and the next try has its sequence', async () => {
  const document = await authorized();
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 596 },
    times: 1,
    service: 'RecepcaoEvento',
  });
  const { end, event } = await letter(document);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: '596' });
  expect((await found(document)).updatedAt.getTime()).toBeGreaterThan(await lastSaid(document));
  const em = acrossCompanies(installation.orm);
  await em.nativeUpdate(DocumentEvent, { id: event.id }, { status: 'PENDING', attempt: 2, signedXml: null });
  expect(await register(document, event.id, 2)).toMatchObject({ status: 'REGISTERED' });
});

test('a letter that another system registered under the sequence is not taken for ours', async () => {
  const document = await authorized();
  const { event } = await letter(document, { correction: 'O que o outro sistema corrigiu' });
  const ours = { status: 'PENDING', attempt: 2, signedXml: null, correction: 'O que este sistema corrige' } as const;
  await damage(installation.orm, 'document_event', (em) => em.nativeUpdate(DocumentEvent, { id: event.id }, ours));
  expect(await register(document, event.id, 2)).toMatchObject({ status: 'REJECTED', cStat: '573' });
});

const authorized = (): Promise<Document> => authorizedDocument(installation, company);

function found({ id }: Document): Promise<Document> {
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}

async function services(document: Document): Promise<string[]> {
  return (await callsAbout(document)).map(({ service }) => service).toSorted();
}

/** When the last message about a letter of the document was sent, in epoch milliseconds. */
async function lastSaid(document: Document): Promise<number> {
  return Math.max(...(await callsAbout(document)).map(({ startedAt }) => startedAt.getTime()));
}

function callsAbout({ accessKey }: Document): Promise<AuthorityCall[]> {
  return acrossCompanies(installation.orm).find(AuthorityCall, { subject: { $like: `ID110110${accessKey}%` } });
}

async function letter(
  document: Document,
  { sequence = 1, correction = 'Onde se lê Rua A, leia-se Rua B' } = {},
): Promise<{ end: EventEnd | null; event: DocumentEvent }> {
  const em = acrossCompanies(installation.orm);
  const { id } = em.create(DocumentEvent, {
    company: company.id,
    document: document.id,
    type: 'CORRECTION_LETTER',
    code: '110110',
    sequence,
    correction,
    occurredAt: new Date(),
  });
  await em.flush();
  const end = await register(document, id, 1);
  const kept = { populate: ['signedXml', 'procXml'] } as const;
  return { end, event: await acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { id }, kept) };
}

async function register({ accessKey }: Document, eventId: string, attempt: number): Promise<EventEnd | null> {
  const about = { companyTaxId: company.taxId, accessKey: accessKey ?? '', title: 'Carta de correção' };
  await startFiscalEvent(installation.client, { eventId, attempt, ...about });
  return awaitFiscalEvent(installation.client, { eventId, attempt }, 600_000);
}
