import type { Remedy } from '../../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { type DocumentType, traitsOf } from '../../../domain/document-types.ts';
import type { ReplacedStatus } from '../../../domain/documents/next-of-replaced.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { type AttentionItem, type Instant, ofRows, type AttentionReader } from './attention-item.ts';

type NamedNote = {
  id: string;
  company: string;
  type: DocumentType;
  series: number | null;
  number: number;
  total: number;
};
type RejectedNote = NamedNote & {
  client: string | null;
  totalValue: string;
  cStat: string | null;
  reason: string | null;
  since: Instant;
  until: Instant | null;
};

/**
 * Notes that were handed out in contingency and that the authority refused when they were transmitted, until they are authorized or their number is
 * inutilized.
 */
export const rejectedInContingency: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<RejectedNote[]>(
    `select d.id, c.tax_id as company, d.type, d.series, d.number, d.client_snapshot ->> 'name' as client, d.total_value as "totalValue",
       d.c_stat as "cStat", d.rejection_reason as reason, d.updated_at as since, d.contingency_transmit_by as until,
       count(*) over ()::int as total
     from document d join company c on c.id = d.company_id
     where d.status = 'REJECTED' and d.contingency_mode in ('OFFLINE', 'EPEC') and (?::uuid is null or d.company_id = ?::uuid)
       and not exists (
         select from inutilization i
         where i.company_id = d.company_id and i.environment = d.environment and i.model = case d.type when 'NFCE' then '65' else '55' end
           and i.series = d.series and d.number between i.start_number and i.end_number and i.status = 'AUTHORIZED'
       )
     order by d.updated_at, d.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, rejectedItem);
};

function rejectedItem({ id, company, client, totalValue, cStat, reason, ...row }: RejectedNote): AttentionItem {
  const words = `${cStat === null ? '' : `${cStat}: `}${reason ?? 'sem motivo'}`.replace(/\.$/, '');
  return {
    what: 'rejected',
    kind: 'REJECTED_IN_CONTINGENCY',
    id,
    company,
    title: [noteInWords(row), client, `R$ ${brazilianMoney(totalValue)}`].filter(Boolean).join(' · '),
    reason: `Já impressa e entregue, foi recusada ao ser transmitida (${words}). Corrija-a e emita de novo, ou inutilize o número.`,
    since: new Date(row.since),
    until: row.until === null ? null : new Date(row.until),
    remedy: { kind: 'MEND_SALE', subject: { documentId: id } },
  };
}

type ReplacedRow = NamedNote & {
  accessKey: string;
  status: ReplacedStatus;
  reason: string | null;
  waitingKind: WaitKind | null;
  since: Instant;
  until: Instant | null;
};

/** Notes that others replaced and that do not go on without a person. */
export const replacedNotes: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<ReplacedRow[]>(
    `select r.id, c.tax_id as company, r.type, r.series, r.number, r.access_key as "accessKey", r.status, r.reason,
       r.waiting_kind as "waitingKind", coalesce(r.waiting_since, r.updated_at) as since, r.waiting_until as until,
       count(*) over ()::int as total
     from replaced_note r join company c on c.id = r.company_id
     where r.settled_at is null and (r.status = 'PROPOSED' or r.waiting_kind in ('PERSON', 'CERTIFICATE', 'OURS'))
       and (?::uuid is null or r.company_id = ?::uuid)
     order by since, r.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, replacedItem);
};

function replacedItem({ id, company, accessKey, reason, since, until, ...row }: ReplacedRow): AttentionItem {
  return {
    what: 'replaced',
    kind: 'REPLACED_NOTE',
    id,
    company,
    title: `${noteInWords(row)}, substituída · ${accessKey}`,
    reason: reason ?? 'A SEFAZ não tem esta nota: o número pode ser inutilizado.',
    since: new Date(since),
    until: until === null ? null : new Date(until),
    remedy: remedyOf(row, { id, company }),
  };
}

function remedyOf(
  { status, waitingKind }: Pick<ReplacedRow, 'status' | 'waitingKind'>,
  { id, company }: { id: string; company: string },
): Remedy {
  if (status === 'PROPOSED') return { kind: 'GIVE_UP_REPLACED', subject: { noteId: id, company } };
  switch (waitingKind) {
    case 'CERTIFICATE':
      return { kind: 'RENEW_CERTIFICATE', subject: { company } };
    case 'OURS':
      return { kind: 'RETRY', subject: { what: 'replaced', id, company } };
    default:
      return { kind: 'OPERATOR', subject: { task: 'SHOW_CONTINGENCY', company } };
  }
}

function noteInWords({ type, series, number }: Pick<NamedNote, 'type' | 'series' | 'number'>): string {
  return `${traitsOf[type].title} ${series}/${number}`;
}
