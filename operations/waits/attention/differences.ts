import { kindsInWords } from '../../../domain/comparison/in-words.ts';
import type { DifferenceKind } from '../../../domain/comparison/rule.ts';
import { inutilizationTerm } from '../../../domain/documents/events/terms.ts';
import { shortDay } from '../../../domain/fiscal-time.ts';
import { boundsOf, monthInDigits } from '../../../domain/month.ts';
import { type AttentionItem, type AttentionReader, type Instant, ofRows } from './attention-item.ts';

type Row = {
  company: string;
  year: number;
  month: number;
  kind: DifferenceKind;
  count: number;
  since: Instant;
  total: number;
};

/** Months in which a company and its authority differ: an item for each kind of difference. */
export const monthsWithDifferences: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<Row[]>(
    `select c.tax_id as company, m.year, m.month, m.kind, sum(m.end_number - m.start_number + 1)::int as count, min(m.found_at) as since,
       count(*) over ()::int as total
     from month_difference m join company c on c.id = m.company_id
     where m.settled_at is null and c.is_active and (?::uuid is null or c.id = ?::uuid)
     group by c.tax_id, m.year, m.month, m.kind
     order by min(m.found_at), c.tax_id, m.year, m.month, m.kind limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, itemOf);
};

function itemOf({ company, year, month, kind, count, since }: Row): AttentionItem {
  const ofMonth = { year, month };
  const { title, reason } = kindsInWords[kind];
  const day = shortDay(inutilizationTerm(boundsOf(ofMonth).start));
  return {
    what: 'difference',
    kind: 'BOOKS_DIFFER',
    id: null,
    company,
    title: `${title} · ${monthInDigits(ofMonth)}`,
    reason: `${count === 1 ? '1 número' : `${count} números`}: ${reason}${kind === 'GAP' ? ` Prazo: ${day}.` : ''}`,
    since: new Date(since),
    until: null,
    remedy: { kind: 'OPERATOR', subject: { task: 'SHOW_DIFFERENCES', company, month: monthInDigits(ofMonth) } },
  };
}
