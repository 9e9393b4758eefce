import type { EntityManager } from '../../config/orm.ts';
import type { Call, EventOutcome } from '../../domain/conversation/authority.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventSubject } from '../../domain/documents/events/event.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { callOf, type CallRow } from '../conversation/calls.ts';
import type { Conversation } from '../conversation/matter.ts';

/**
 * One answer about an event: code and words (the event's own where it has them), the outcome, and the registration where the answer brings one.
 * Only the answer to the event itself can refuse it: nothing follows from a question that finds nothing, or is refused.
 */
export type EventAnswer = {
  cStat: string;
  xMotivo: string;
  outcome: EventOutcome | null;
  registration: {
    protocol: string | null;
    registeredAt: Date | null;
    /** The XML that is kept of the event; null where the authority says that it took effect without showing it. */
    procXml: string | null;
  } | null;
};

/** An attempt to register an event, with what its conversation needs. */
export type EventAttempt = Conversation & {
  event: DocumentEvent;
  about: EventSubject;
  /** Questions about the same key that were asked for the note itself, or for another event. */
  otherAsks: Call[];
  /** For a manifestation: how many other conclusions of the recipient are known to be registered. */
  otherConclusions: number;
};

/**
 * SQL that joins an event `e` with its subject `s` (an own document, a received one, or a note that another replaced) and its author `c`. It is the
 * one place that knows the kinds of subject.
 */
export const joinedSubject = `join company c on c.id = e.company_id
  join lateral (
    select d.type, d.access_key, d.environment, d.protocol_number as protocol, d.type = 'NFE' and exists (
        select from emission m where m.document_id = d.id and m.access_key = d.access_key
          and split_part(m.signed_xml, '</emit>', 1) not like '%<IE>%'
      ) as is_unregistered
    from document d where d.id = e.document_id
    union all
    select case r.model when 'NFE' then 'NFE' else 'NFSE' end, r.access_key, r.environment, r.protocol, false
    from received_document r where r.id = e.received_document_id
    union all
    select n.type, n.access_key, n.environment, n.protocol, false from replaced_note n where n.id = e.replaced_note_id
  ) s on true`;

type Row = Pick<EventSubject, 'type' | 'accessKey' | 'environment' | 'isUnregistered' | 'protocol'> &
  EventSubject['author'];

/** What an event is about, and its author. */
export async function subjectOf(em: EntityManager, eventId: string): Promise<EventSubject> {
  const [row] = await em.execute<Row[]>(statement, [eventId]);
  if (!row) throw new Error(`event ${eventId} is about no issued document`);
  const { type, accessKey, environment, isUnregistered, protocol, ...author } = row;
  return { type, accessKey, environment, isUnregistered, protocol, author };
}

const statement = `
  select s.type, s.access_key as "accessKey", s.environment, s.is_unregistered as "isUnregistered", s.protocol,
    c.id as "companyId", c.tax_id as "taxId", ${newestCertificate('c.id')} as "certificateId",
    coalesce(c.settings->'address'->>'state', '') as state
  from document_event e ${joinedSubject}
  where e.id = ? and s.access_key is not null`;

/** Questions about a note's key that the author asked within the last hour for the note itself, or for another of its events. */
export async function otherAsksAbout(
  em: EntityManager,
  { accessKey, environment, author: { companyId } }: EventSubject,
  subject: string,
): Promise<Call[]> {
  const rows = await em.execute<CallRow[]>(
    `select service, round(extract(epoch from started_at) * 1000) as "startedAt", c_stat as "cStat", fault from authority_call
     where service = 'NfeConsultaProtocolo' and company_id = ? and subject <> ? and started_at > now() - interval '1 hour' and subject in (
       select ? union all
       select 'ID' || e.code || ? || lpad(e.sequence::text, 2, '0') from document_event e
       where e.document_id = (select id from document where access_key = ?)
         or e.received_document_id = (
           select id from received_document
           where company_id = ? and environment = ? and access_key = ? and event_code = '' and event_sequence = 0)
     )`,
    [companyId, subject, accessKey, accessKey, accessKey, companyId, environment, accessKey],
  );
  return rows.map((row) => callOf(sefaz, { ...row, startedAt: Number(row.startedAt) }));
}
