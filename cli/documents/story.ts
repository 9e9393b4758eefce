import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { idOfEvent } from '../../domain/documents/events/event-id.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Session } from '../session.ts';
import { findDocument } from './find-document.ts';

/** The state of a document, with its attempts, its events and all calls to the authority about them. */
export async function documentStory(session: Session, reference: string) {
  const em = acrossCompanies(await session.orm());
  const document = await findDocument(session, reference);
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
    ...facts(document),
    attempts: emissions.map(({ attempt, series, number, accessKey, subject, createdAt }) => {
      const known = document.type === 'NFSE' ? { dpsId: subject } : { accessKey };
      return { attempt, series, number, ...known, createdAt };
    }),
    events: events.map(({ type, code, sequence, status, attempt, protocol, cStat, reason, occurredAt }) => {
      return { type, code, sequence, status, attempt, protocol, cStat, reason, occurredAt };
    }),
    authorityCalls: calls.map(({ service, subject, startedAt, endedAt, cStat, fault }) => {
      return { service, subject, startedAt, endedAt, cStat, fault };
    }),
  };
}

function facts({ id, company, type, environment, status, series, number, accessKey, ...rest }: Document) {
  const { protocolNumber, cStat, rejectionReason, waitingFor, attempt, claimedAt, updatedAt } = rest;
  const { nfseNumber, verificationCode } = rest;
  const ofService = type === 'NFSE' ? { nfseNumber, verificationCode } : {};
  const identity = { id, companyId: company, type, environment, status, series, number, accessKey, ...ofService };
  return { ...identity, protocolNumber, cStat, rejectionReason, waitingFor, attempt, claimedAt, updatedAt };
}
