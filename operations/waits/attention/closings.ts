import { wholeWait } from '../../../domain/conversation/wait-with-remedy.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { monthInDigits } from '../../../domain/month.ts';
import { type AttentionItem, type AttentionReader, type Instant, ofRows } from './attention-item.ts';

type WaitingRow = { id: string; company: string; kind: WaitKind; reason: string | null; since: Instant; total: number };
/** `kind` is null where the closing has failed. */
type ClosingRow = Omit<WaitingRow, 'kind'> & { kind: WaitKind | null; office: string; year: number; month: number };

/** Months whose ZIP cannot be made now, and months whose last closing failed while their office works for the company. */
export const troubledClosings: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<ClosingRow[]>(
    `select l.id, l.company_tax_id as company, case when l.status <> 'FAILED' then l.waiting_kind end as kind,
       case l.status when 'FAILED' then l.failure_reason else l.waiting_for end as reason,
       coalesce(l.completed_at, l.waiting_since, l.updated_at) as since, o.tax_id as office, l.year, l.month, count(*) over ()::int as total
     from closing l join office o on o.id = l.office_id
     where (?::uuid is null or l.company_id = ?::uuid)
       and (l.status in ('PENDING', 'RUNNING') and l.waiting_kind is not null or l.status = 'FAILED'
         and not exists (
           select from closing later where later.office_id = l.office_id and later.company_id = l.company_id and later.year = l.year
             and later.month = l.month and later.created_at > l.created_at
         )
         and exists (select from office_link k where k.office_id = l.office_id and k.company_id = l.company_id and k.status = 'ACTIVE'))
     order by since, l.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, (row) => {
    const { id, kind, reason, since, office, year, month } = row;
    const title = `Fechamento de ${monthInDigits(row)} · escritório ${office}`;
    if (kind !== null) return itemOf('closing', { ...row, kind }, title);
    return {
      ...{ what: 'closing', kind: 'CLOSING_FAILED', id, company: row.company, title, until: null },
      reason: reason ?? 'O fechamento falhou.',
      since: new Date(since),
      remedy: { kind: 'CLOSE_AGAIN', subject: { closingId: id, company: row.company, office, year, month } },
    };
  });
};

/** Invitations whose mail was not sent yet. */
export const waitingInvitations: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<(WaitingRow & { office: string })[]>(
    `select i.id, c.tax_id as company, i.waiting_kind as kind, i.mail_error as reason, i.waiting_since as since, o.tax_id as office,
       count(*) over ()::int as total
     from link_invitation i join office o on o.id = i.office_id join company c on c.id = i.company_id
     where i.mail_status = 'PENDING' and i.waiting_kind is not null and (?::uuid is null or i.company_id = ?::uuid)
     order by i.waiting_since, i.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, (row) => itemOf('invitation', row, `Convite do escritório ${row.office}`));
};

function itemOf(what: 'closing' | 'invitation', row: WaitingRow, title: string): AttentionItem {
  const { id, company, kind, reason, since } = row;
  const wait = { kind, reason, since: new Date(since), until: null };
  return { what, id, company, title, ...wholeWait(wait, { what, id, company }) };
}
