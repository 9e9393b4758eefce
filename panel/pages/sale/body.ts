import { changedInput, type ClientRecord, isOtherClient } from '../../../domain/clients/change.ts';
import type { ClientInput } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { municipalityCodeOf } from '../../../domain/municipality-code.ts';
import type { SaleRequest } from '../../../operations/documents/sale-request.ts';
import { type Sent, sentBy } from '../../forms/read.ts';
import type { Written } from '../../forms/rows.ts';
import { fieldsOf, type ListName, paymentFields, wholeFields } from './fields.ts';
import { itemFields } from './item-fields.ts';
import { rowsOf, totalOf } from './rows.ts';

/** How a consumer is called who does not say his name. */
const nobody = 'Consumidor não identificado';

/** How many rows each list of the form has. */
export function rowCounts(written: Written): Record<ListName, number> {
  const count = (list: ListName): number => rowsOf(written, list).length;
  return { items: count('items'), payments: count('payments'), duplicates: count('duplicates') };
}

function sentIn(type: DocumentType, written: Written): Sent {
  return sentBy(new URLSearchParams(written), fieldsOf(type, rowCounts(written)));
}

/** The sale of the form as the API takes it: what is empty is not sent. */
export function creationOf(type: DocumentType, written: Written): Sent {
  const sent = pruned({ ...sentIn(type, written), ...listsOf(type, written) });
  const clientId = written['clientId'] ?? '';
  const recipient = clientId === '' ? { client: pruned(clientOf(type, written)) } : { clientId };
  return { type, ...withoutClient(sent), items: sent['items'] ?? [], ...recipient };
}

function withoutClient({ client: _client, ...sale }: Sent): Sent {
  return sale;
}

/** What the form changes of a sale: what is empty clears what was there. */
export function changesOf(type: DocumentType, written: Written, kept: SaleRequest): Sent {
  const sent = sentIn(type, written);
  const { first, more } = wholeFields(type);
  const whole = [...first, ...more].filter(({ name }) => !name.includes('.')).map(({ name }) => [name, sent[name]]);
  const groups = ['transport', 'service'].flatMap((name) => {
    const group = sent[name];
    const isKept = Reflect.get(kept, name) !== undefined;
    return isGroup(group) && (isKept || Object.keys(pruned(group)).length > 0) ? [[name, withEmptyGroups(group)]] : [];
  });
  const lists = listsOf(type, written);
  return {
    ...(Object.fromEntries([...whole, ...groups]) as Sent),
    ...Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows ?? null])),
    ...recipientChanges(type, written, kept),
  };
}

function recipientChanges(type: DocumentType, written: Written, { clientId: kept }: SaleRequest): Sent {
  const clientId = written['clientId'] ?? '';
  if (clientId !== '') return clientId === kept ? {} : { clientId };
  return { client: clientOf(type, written) };
}

/** The client as it is written; its city is found by its name. */
function clientOf(type: DocumentType, written: Written): Sent {
  const { client } = sentIn(type, written);
  const { name, city, state, municipalityCode, ...others } = isGroup(client) ? client : {};
  const found = typeof city === 'string' && typeof state === 'string' ? municipalityCodeOf(city, state) : null;
  const isNobody = type === 'NFCE' && name === null;
  return {
    name: isNobody ? nobody : (name ?? ''),
    city,
    state,
    municipalityCode: municipalityCode ?? found,
    ...others,
  };
}

/** Whom the changed sale is to, for its preview: a client on record, or the one that the document has, changed. */
export function recipientOf(
  type: DocumentType,
  written: Written,
  kept: ClientRecord,
): { clientId: string } | { client: ClientInput } {
  const clientId = written['clientId'] ?? '';
  if (clientId !== '') return { clientId };
  const sent = clientOf(type, written) as ClientInput;
  return { client: isOtherClient(kept, sent) ? (pruned(sent) as ClientInput) : changedInput(kept, sent) };
}

/** Lines, payments and installments, each as its row says; a single payment without a sum is of the whole. */
function listsOf(
  type: DocumentType,
  written: Written,
): { items: Sent[]; payments?: Sent[] | undefined; duplicates?: Sent[] | undefined } {
  const sent = sentIn(type, written);
  const rows = (name: ListName): Sent[] => (Array.isArray(sent[name]) ? (sent[name] as Sent[]).map(pruned) : []);
  const items = rows('items').map((item, at) => {
    const { productId } = rowsOf(written, 'items')[at] ?? {};
    return { ...item, ...(productId ? { productId } : {}) };
  });
  if (type === 'NFSE') return { items };
  const [payments, duplicates] = [rows('payments'), rows('duplicates')];
  const [only] = payments;
  const total = totalOf(written);
  if (only && payments.length === 1 && only['value'] === undefined && total !== null) only['value'] = total;
  return {
    items,
    payments: payments.length > 0 ? payments : undefined,
    ...(type === 'NFE' ? { duplicates: duplicates.length > 0 ? duplicates : undefined } : {}),
  };
}

/** A sale with what its lines and payments had before, and the form does not show. */
export function withUnshown(sale: SaleRequest, kept: SaleRequest, written: Written): SaleRequest {
  const items = overlaid(sale.items, kept.items, {
    rows: rowsOf(written, 'items'),
    shown: namesOf([...itemFields(sale.type, 0).first, ...itemFields(sale.type, 0).more]),
    isSame: (one, other) => one['code'] === other['code'] && one['productId'] === other['productId'],
  });
  if (sale.type === 'NFSE' || kept.type === 'NFSE' || !sale.payments) return { ...sale, items } as SaleRequest;
  const payments = overlaid(sale.payments, kept.payments ?? [], {
    rows: rowsOf(written, 'payments'),
    shown: namesOf(paymentFields(0)),
    isSame: (one, other) => one['method'] === other['method'],
  });
  return { ...sale, items, payments } as SaleRequest;
}

type Overlay = { rows: readonly Written[]; shown: ReadonlySet<string>; isSame: (one: Sent, other: Sent) => boolean };

/** Rows that were there before say which they were; one that is now about something else keeps nothing. */
function overlaid(
  rows: readonly object[],
  before: readonly object[],
  { rows: written, shown, isSame }: Overlay,
): object[] {
  return rows.map((row, at) => {
    const was = before[Number(written[at]?.['was'] ?? Number.NaN)];
    if (!was || !isSame(was as Sent, row as Sent)) return row;
    const unshown = Object.entries(was).filter(([name]) => !shown.has(name) && name !== 'productId');
    return { ...Object.fromEntries(unshown), ...row };
  });
}

function namesOf(fields: readonly { name: string }[]): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name.slice(name.indexOf('.') + 1)));
}

/** Without what is empty, and groups of which nothing is left. */
function pruned(group: object): Sent {
  const kept = Object.entries(group).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (!isGroup(value)) return [[name, value]];
    const inner = pruned(value);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(kept);
}

/** A group within one that is changed field by field is replaced whole, or cleared. */
function withEmptyGroups(group: Sent): Sent {
  const inner = (value: unknown): unknown => {
    if (!isGroup(value)) return value;
    const kept = pruned(value);
    return Object.keys(kept).length > 0 ? kept : null;
  };
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, inner(value)]));
}

function isGroup(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
