import { isForPeople, toldWait } from '../../domain/conversation/told-wait.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { waitingData } from '../../domain/webhooks/payloads.ts';
import { isNamedBy, type Notice, recordNotices, type Transaction } from '../outbox.ts';

/** Documents in one transaction: their rows are locked meanwhile. */
export const toldAtOnce = 500;

/**
 * Tells webhooks of documents that have waited for five minutes, and at once of those that a person must decide about: each once in an attempt,
 * and once more where it stops for a person after another wait. A document whose waits change is told of after ten minutes, and one that was
 * issued in contingency when half of the time has passed within which it must be transmitted. Other processes may do the same meanwhile.
 *
 * @param only this document, where it is not all of them
 * @param late hears of those that are told of now because they are not transmitted yet, inside the transaction
 * @returns of how many webhooks are told now, or need not be; as many as `toldAtOnce` where more may follow
 */
export async function tellWaiting(
  tx: Transaction,
  now: Date,
  only: string | null = null,
  late: (documentIds: string[]) => void = () => {},
): Promise<number> {
  const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  const rows = await tx.em.execute<{ id: string; isHeard: boolean; isLate: boolean }[]>(untold, [
    only,
    only,
    now,
    minutesAgo(5),
    minutesAgo(10),
    now,
    toldAtOnce,
  ]);
  if (rows.length === 0) return 0;
  await tx.em.execute('update document set waiting_told = waiting_kind where id in (?)', [rows.map(({ id }) => id)]);
  const untransmitted = rows.filter(({ isLate }) => isLate).map(({ id }) => id);
  if (untransmitted.length > 0) late(untransmitted);
  const heard = rows.filter(({ isHeard }) => isHeard).map(({ id }) => id);
  const documents = heard.length > 0 ? await tx.em.find(Document, { id: heard }) : [];
  await recordNotices(
    tx,
    'DOCUMENT_WAITING',
    documents.flatMap((document) => noticeOf(document, now)),
  );
  return rows.length;
}

function noticeOf(document: Document, now: Date): Notice[] {
  const { id, company, waitingFor } = document;
  const wait = toldWait({ ...document, reason: waitingFor }, { what: 'document', id, company }, now);
  return wait ? [{ company, document: id, data: waitingData(document, wait) }] : [];
}

const untold = `
  select d.id, ${isNamedBy('d.company_id', 'DOCUMENT_WAITING')} as "isHeard", d.waiting_kind = 'TRANSMISSION' as "isLate" from document d
  where d.waiting_kind is not null and (?::uuid is null or d.id = ?::uuid)
    and (d.waiting_told is null or (d.waiting_kind in ('PERSON', 'TRANSMISSION') and d.waiting_told <> d.waiting_kind))
    and case d.waiting_kind
      when 'PERSON' then true
      when 'TRANSMISSION' then ${isForPeople('d')}
      else d.waiting_since <= ? or (d.claimed_at <= ? and ${isForPeople('d')})
    end
  order by d.waiting_since limit ?
  for update of d skip locked`;
