import { wholeWait } from '../../../domain/conversation/wait-with-remedy.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { monthInDigits } from '../../../domain/month.ts';
import { type AttentionItem, type AttentionReader, type Instant, ofRows } from './item.ts';

type WaitingRow = { id: string; company: string; kind: WaitKind; reason: string | null; since: Instant; total: number };

/** Months whose ZIP cannot be made now. */
export const waitingClosings: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<(WaitingRow & { office: string; year: number; month: number })[]>(
    `select l.id, l.company_tax_id as company, l.waiting_kind as kind, l.waiting_for as reason, l.waiting_since as since,
       o.tax_id as office, l.year, l.month, count(*) over ()::int as total
     from closing l join office o on o.id = l.office_id
     where l.status in ('PENDING', 'RUNNING') and l.waiting_kind is not null and (?::uuid is null or l.company_id = ?::uuid)
     order by l.waiting_since, l.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, (row) =>
    itemOf('closing', row, `Fechamento de ${monthInDigits(row)} · escritório ${row.office}`),
  );
};

/** Invitations whose mail has not gone. */
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
