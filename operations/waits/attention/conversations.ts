import { isForPeople, wholeWait } from '../../../domain/conversation/wait-with-remedy.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { type DocumentEventType, type DocumentType, traitsOf } from '../../../domain/document-types.ts';
import { titleOfEvent } from '../../../domain/documents/events/event.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import {
  type AttentionItem,
  type AttentionQuery,
  type AttentionReader,
  type Instant,
  ofRows,
} from './attention-item.ts';

type WaitingRow = {
  id: string;
  company: string;
  kind: WaitKind;
  reason: string | null;
  since: Instant;
  until: Instant | null;
  total: number;
};

/** The columns of `WaitingRow`, for a row by its alias and its company `c`. */
const columns = (alias: string, words: string): string => `
  ${alias}.id, c.tax_id as company, ${alias}.waiting_kind as kind, ${alias}.${words} as reason, ${alias}.waiting_since as since,
  ${alias}.waiting_until as until, count(*) over ()::int as total`;

/** Rows about which a person must decide come first. */
const selection = (alias: string): string => `
  where ${isForPeople(alias)} and (?::uuid is null or ${alias}.company_id = ?::uuid)
  order by ${alias}.waiting_kind = 'PERSON' desc, ${alias}.waiting_since, ${alias}.id limit ?`;

const values = ({ company, atMost, now }: AttentionQuery) => [now, company?.id ?? null, company?.id ?? null, atMost];

/** Documents that wait, the oldest wait first. */
export const waitingDocuments: AttentionReader = async (em, wanted) => {
  const rows = await em.execute<(WaitingRow & NoteName & { client: string | null; totalValue: string })[]>(
    `select ${columns('d', 'waiting_for')}, d.type, d.series, d.number, d.total_value as "totalValue",
       d.client_snapshot ->> 'name' as client
     from document d join company c on c.id = d.company_id ${selection('d')}`,
    values(wanted),
  );
  return ofRows(rows, ({ client, totalValue, ...row }) =>
    itemOf('document', row, [noteInWords(row), client, `R$ ${brazilianMoney(totalValue)}`].filter(Boolean).join(' · ')),
  );
};

/** Events of our own documents and of received ones that wait. */
export const waitingEvents: AttentionReader = async (em, wanted) => {
  const rows = await em.execute<(WaitingRow & NoteName & { eventType: DocumentEventType; code: string })[]>(
    `select ${columns('e', 'reason')}, e.type as "eventType", e.code, d.type, d.series, d.number, r.access_key as "accessKey"
     from document_event e join company c on c.id = e.company_id
       left join document d on d.id = e.document_id left join received_document r on r.id = e.received_document_id
     ${selection('e')}`,
    values(wanted),
  );
  return ofRows(rows, (row) =>
    itemOf('event', row, `${titleOfEvent({ type: row.eventType, code: row.code })} · ${noteInWords(row)}`),
  );
};

/** Ranges of numbers whose inutilization waits. */
export const waitingRanges: AttentionReader = async (em, wanted) => {
  type Range = { model: string; series: number; first: number; last: number };
  const rows = await em.execute<(WaitingRow & Range)[]>(
    `select ${columns('i', 'reason')}, i.model, i.series, i.start_number as first, i.end_number as last
     from inutilization i join company c on c.id = i.company_id ${selection('i')}`,
    values(wanted),
  );
  return ofRows(rows, (row) => {
    const { model, series, first, last } = row;
    return itemOf('inutilization', row, `Inutilização · modelo ${model}, série ${series}, ${first} a ${last}`);
  });
};

type NoteName = { type: DocumentType | null; series: number | null; number: number | null; accessKey?: string | null };

function noteInWords({ type, series, number, accessKey }: NoteName): string {
  if (type === null) return accessKey ?? 'documento recebido';
  const { title } = traitsOf[type];
  return number ? `${title} ${series}/${number}` : title;
}

function itemOf(what: 'document' | 'event' | 'inutilization', row: WaitingRow, title: string): AttentionItem {
  const { id, company, kind, reason } = row;
  const wait = { kind, reason, since: new Date(row.since), until: row.until === null ? null : new Date(row.until) };
  return { what, id, company, title, ...wholeWait(wait, { what, id, company }) };
}
