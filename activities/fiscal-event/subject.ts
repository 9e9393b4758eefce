import type { EntityManager } from '../../config/orm.ts';
import type { Call } from '../../domain/conversation/authority.ts';
import type { EventSubject } from '../../domain/documents/events/event-subject.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { callOf, type CallRow } from '../conversation/calls.ts';
import { newestCertificate } from '../identities.ts';

/** SQL that joins an event `e` with its document `d` and its author `c`: the one place that knows which kinds of subject there are. */
export const joinedSubject = `join document d on d.id = e.document_id join company c on c.id = e.company_id`;

type Row = Pick<EventSubject, 'type' | 'accessKey' | 'environment' | 'protocol'> & EventSubject['author'];

/** What an event is about, and its author. */
export async function subjectOf(em: EntityManager, eventId: string): Promise<EventSubject> {
  const [row] = await em.execute<Row[]>(statement, [eventId]);
  if (!row) throw new Error(`event ${eventId} is about no issued document`);
  const { type, accessKey, environment, protocol, ...author } = row;
  return { type, accessKey, environment, protocol, author };
}

const statement = `
  select d.type, d.access_key as "accessKey", d.environment, d.protocol_number as protocol,
    c.id as "companyId", c.tax_id as "taxId", ${newestCertificate('c.id')} as "certificateId",
    coalesce(c.settings->'address'->>'state', '') as state
  from document_event e ${joinedSubject}
  where e.id = ? and d.access_key is not null`;

/** Questions of the last hour about a note's key, asked for the note itself or for another of its events. */
export async function otherAsksAbout(em: EntityManager, { accessKey }: EventSubject, subject: string): Promise<Call[]> {
  const since = new Date(Date.now() - 3_600_000);
  const rows = await em.execute<CallRow[]>(
    `select service, round(extract(epoch from started_at) * 1000) as "startedAt", c_stat as "cStat", fault from authority_call
     where service = 'NfeConsultaProtocolo' and subject <> ? and started_at > ? and subject in (
       select ? union all
       select 'ID' || e.code || d.access_key || lpad(e.sequence::text, 2, '0')
       from document_event e ${joinedSubject} where d.access_key = ?
     )`,
    [subject, since, accessKey, accessKey],
  );
  return rows.map((row) => callOf(sefaz, { ...row, startedAt: Number(row.startedAt) }));
}
