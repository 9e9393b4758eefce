import type { EntityManager, Orm } from '../../config/orm.ts';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { waitOfRow } from '../../domain/conversation/wait-with-remedy.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { idOfEvent } from '../../domain/documents/events/event.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { inCompany } from '../in-company.ts';
import { findMails } from '../mails/find-mails.ts';
import { type DocumentInFull, findDocumentInFull } from './find-document.ts';
import { summaryOf } from './summary.ts';

export type Story = Awaited<ReturnType<typeof documentStory>>;

/** A document in full, its story, and when its emission was asked for first: not at its creation where it was a draft. */
export type DocumentWithStory = DocumentInFull & { story: Story; emissionAskedAt: Date };

/**
 * A document of a company, in full and with its story.
 *
 * @throws NotFound
 */
export function findDocumentWithStory(
  orm: Orm,
  { id: companyId }: Pick<Company, 'id'>,
  id: string,
): Promise<DocumentWithStory> {
  return inCompany(orm, companyId, async (em) => {
    const found = await findDocumentInFull(em, id);
    const { document } = found;
    return {
      ...found,
      story: await documentStory(em, document),
      emissionAskedAt: (await askedAfterCreation(em, document)) ?? document.createdAt,
    };
  });
}

/** When the emission of a document was asked for first; null where its creation asked for it, or where no entry says so. */
async function askedAfterCreation(em: EntityManager, { id }: Document): Promise<Date | null> {
  const actions = { action: { $in: ['DOCUMENT_CREATED', 'DOCUMENT_EMISSION_REQUESTED'] } } as const;
  const oldestFirst = { orderBy: { at: 'asc', id: 'asc' } } as const;
  const entries = await em.find(AuditEntry, { subject: id, ...actions }, { ...oldestFirst, limit: 2 });
  const [first] = entries.filter(({ details }) => details?.['emit'] === true);
  return first?.action === 'DOCUMENT_EMISSION_REQUESTED' ? first.at : null;
}

/** The story of a document: its attempts, its events, all calls to the authority about them, deliveries to webhooks, and mails. */
export async function documentStory(em: EntityManager, document: Document) {
  const company = await em.findOneOrFail(Company, { id: document.company });
  const emissions = await em.find(
    Emission,
    { document: document.id },
    { orderBy: { attempt: 'asc' }, fields: ['attempt', 'series', 'number', 'subject', 'accessKey', 'createdAt'] },
  );
  const events = await em.find(DocumentEvent, { document: document.id }, { orderBy: { createdAt: 'asc' } });
  const known = [...emissions.map(({ subject }) => subject), ...events.map((event) => idOfEvent(event, document))];
  const subjects = [...new Set(known)];
  const calls = await em.find(AuthorityCall, { subject: { $in: subjects } }, { orderBy: { startedAt: 'asc' } });
  return {
    ...facts(document, company),
    attempts: emissions.map(({ attempt, series, number, accessKey, subject, createdAt }) => {
      const known = document.type === 'NFSE' ? { dpsId: subject } : { accessKey };
      return { attempt, series, number, ...known, createdAt };
    }),
    events: events.map((event) => {
      const { type, code, sequence, status, attempt, protocol, cStat, reason, occurredAt } = event;
      const waiting = waitOfRow(event, { what: 'event', id: event.id, company: company.taxId });
      return { type, code, sequence, status, attempt, protocol, cStat, reason, waiting, occurredAt };
    }),
    authorityCalls: calls.map(({ service, subject, startedAt, endedAt, cStat, fault }) => {
      return { service, subject, startedAt, endedAt, cStat, fault };
    }),
    deliveries: await deliveriesAbout(em, document),
    mails: (await findMails(em, document.id)).toReversed(),
  };
}

function facts(document: Document, { taxId, name }: Company) {
  const { company: companyId, protocolNumber, cStat, attempt, claimedAt, type } = document;
  const { nfseNumber, verificationCode } = document;
  const ofService = type === 'NFSE' ? { nfseNumber, verificationCode } : {};
  const issuer = { companyId, company: { taxId, name } };
  return { ...summaryOf(document, { taxId }), ...issuer, ...ofService, protocolNumber, cStat, attempt, claimedAt };
}

/** The deliveries of each event about the document at each endpoint, the oldest first. */
async function deliveriesAbout(em: EntityManager, { id }: Document) {
  const events = await em.find(Event, { document: id }, { fields: ['type'] });
  const typeOf = new Map(events.map((event) => [event.id, event.type]));
  const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  const deliveries = await em.find(WebhookDelivery, { event: { $in: [...typeOf.keys()] } }, oldestFirst);
  const ids = [...new Set(deliveries.map(({ endpoint }) => endpoint))];
  const endpoints = await em.find(WebhookEndpoint, { id: { $in: ids } }, { fields: ['url'] });
  const urlOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint.url]));
  return deliveries.map(({ id: deliveryId, event, endpoint, status, attempts, nextAttemptAt, ...answer }) => {
    const { responseStatus, errorMessage, deliveredAt, createdAt } = answer;
    const what = { id: deliveryId, event: typeOf.get(event) ?? null, endpoint, url: urlOf.get(endpoint) ?? null };
    return { ...what, status, attempts, nextAttemptAt, responseStatus, errorMessage, deliveredAt, createdAt };
  });
}
