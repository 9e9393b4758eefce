import { v7 as uuid } from 'uuid';
import { lavraItself } from '../../domain/audit/actor.ts';
import { awarenessCode, manifestationOf } from '../../domain/received/manifestations.ts';
import { record } from '../audit/record.ts';
import type { Transaction } from '../outbox.ts';

/** For how many days after its authorization a note may get awareness (596; NT 2020.001 v1.60). */
export const daysForAwareness = 10;

/**
 * Creates the awareness (210210) of received notes for companies that want it automatically, so that their complete XML follows: for summaries of
 * valid notes without a manifestation, in time. The runs start after the commit, and reconciliation starts those that do not.
 *
 * @param receivedDocumentIds rows that this transaction has written
 */
export async function takeAwareness({ em, events }: Transaction, receivedDocumentIds: string[]): Promise<void> {
  if (receivedDocumentIds.length === 0) return;
  const wanted = await em.execute<{ note: string; company: string }[]>(wantedAmong, [receivedDocumentIds]);
  if (wanted.length === 0) return;
  const rows = wanted.map((of) => ({ id: uuid(), ...of }));
  const taken = await em.execute<{ id: string; note: string; company: string }[]>(newEvents, [JSON.stringify(rows)]);
  for (const { id, note, company } of taken) {
    events.add(id);
    const details = { manifestation: manifestationOf(awarenessCode), event: id, isAutomatic: true };
    record(em, lavraItself, { action: 'MANIFESTATION_REQUESTED', company, subject: note, details });
  }
}

const wantedAmong = `
  select d.id as note, d.company_id as company
  from received_document d join company c on c.id = d.company_id
  where d.id in (?) and c.settings->'received'->>'awareness' = 'AUTOMATIC'
    and d.schema_type = 'RES_NFE' and d.role = 'RECIPIENT' and d.status = 'AUTHORIZED' and d.manifestation is null
    and d.emission_date > now() - make_interval(days => ${daysForAwareness})
    and not exists (select from document_event e where e.received_document_id = d.id and e.type = 'MANIFESTATION')`;

/** Where somebody manifests at the same moment, that one stays: a unique index allows one such event of a note. */
const newEvents = `
  insert into document_event
    (id, company_id, received_document_id, type, code, sequence, status, attempt, waiting_kind, waiting_since, occurred_at, created_at,
      updated_at)
  select id, company, note, 'MANIFESTATION', '${awarenessCode}', 1, 'PENDING', 1, 'START', now(), now(), now(), now()
  from json_to_recordset(?::json) as event (id uuid, company uuid, note uuid)
  on conflict do nothing
  returning id, received_document_id as note, company_id as company`;
