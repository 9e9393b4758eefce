import { changedInput, type ClientRecord, isOtherClient } from '../../../domain/clients/change.ts';
import type { ClientInput } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import type { SaleRequest } from '../../../operations/documents/sale-request.ts';
import { type Sent, sentBy } from '../../forms/read.ts';
import type { Written } from '../../forms/rows.ts';
import { asTaken, plainKey, sameMoment, withCityCode, withKeptSuppliers } from './conversions.ts';
import { deductionList } from './deduction-fields.ts';
import { allOf, fieldsOf, hasPayments, type ListName, lists } from './fields.ts';
import { isGroup, pruned, regrouped } from './groups.ts';
import { itemFields } from './item-fields.ts';
import { type FittedPayment, fittedPayment } from './payment-fields.ts';
import { processList } from './regulated-fields.ts';
import { rowsOf, totalOf } from './rows.ts';
import { reimbursementList } from './service-ibs-cbs.ts';
import { ofWhole, usualNature } from './whole-fields.ts';

/** How a consumer is called who does not say his name. */
const nobody = 'Consumidor não identificado';

/** How many rows each list of the form has. */
export function rowCounts(written: Written): Record<ListName, number> {
  const names = Object.keys(lists) as ListName[];
  return Object.fromEntries(names.map((list) => [list, rowsOf(written, list).length])) as Record<ListName, number>;
}

function sentIn(type: DocumentType, written: Written): Sent {
  const sent = asTaken(type, sentBy(new URLSearchParams(written), fieldsOf(type, rowCounts(written))));
  return type === 'NFSE' ? sent : { ...sent, operationNature: sent['operationNature'] ?? natureOf(sent) };
}

/** What a template says is better than what is usual. */
function natureOf({ templateId }: Sent): string | null {
  return templateId === null ? usualNature : null;
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

/** Groups that are changed field by field; the others are replaced whole. */
const changedWithin: ReadonlySet<string> = new Set(['transport', 'service']);

/** What the form changes of a sale: what is empty clears what was there. */
export function changesOf(type: DocumentType, written: Written, kept: SaleRequest): Sent {
  const asked = sentIn(type, written);
  const { service } = asked;
  const placesOf = (list: ListName) => rowsOf(written, list).map(({ was }) => was);
  const places = { ibsCbs: placesOf(reimbursementList), deductions: placesOf(deductionList) };
  const ofService = isGroup(service)
    ? { service: withKeptSuppliers(service, Reflect.get(kept, 'service'), places) }
    : {};
  const sent: Sent = { ...asked, ...ofService };
  const names = [...namesOf(ofWhole(type))].filter((name) => name !== 'replaces');
  const whole = names.flatMap((name): [string, unknown][] => {
    const [value, former] = [sent[name], Reflect.get(kept, name) as unknown];
    if (!isGroup(value)) return [[name, name === 'movementDateTime' ? sameMoment(value, former) : value]];
    if (former === undefined && Object.keys(pruned(value)).length === 0) return [];
    return [[name, changedWithin.has(name) ? within(value, former) : regrouped(value, former)]];
  });
  const lists = listsOf(type, written, kept);
  return {
    ...Object.fromEntries<unknown>(whole),
    ...Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows ?? null])),
    ...replacementOf(sent, kept),
    ...recipientChanges(type, written, kept),
  };
}

/** Groups within such a group are replaced whole. */
function within(sent: Sent, kept: unknown): Sent {
  const former = isGroup(kept) ? kept : {};
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isGroup(value) ? regrouped(value, former[name]) : value]),
  );
}

/** A sale that takes the place of another keeps which one; the form says why. */
function replacementOf({ replaces }: Sent, kept: SaleRequest): Sent {
  if (kept.type !== 'NFSE' || !kept.replaces || !isGroup(replaces)) return {};
  const { documentId, accessKey } = kept.replaces;
  return { replaces: pruned({ documentId, accessKey, ...replaces }) };
}

function recipientChanges(type: DocumentType, written: Written, { clientId: kept }: SaleRequest): Sent {
  const clientId = written['clientId'] ?? '';
  if (clientId !== '') return clientId === kept ? {} : { clientId };
  return { client: clientOf(type, written) };
}

/** The client as it is written; its city is found by its name. */
function clientOf(type: DocumentType, written: Written): Sent {
  const { client } = sentIn(type, written);
  const { name, ...others } = withCityCode(isGroup(client) ? client : {});
  const isNobody = type === 'NFCE' && name === null;
  return { name: isNobody ? nobody : (name ?? ''), ...others };
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
  kept?: SaleRequest,
): { items: Sent[] } & Partial<Record<'payments' | 'duplicates' | typeof processList, Sent[] | undefined>> {
  const sent = sentIn(type, written);
  const rows = (name: ListName): Sent[] => (Array.isArray(sent[name]) ? (sent[name] as Sent[]).map(pruned) : []);
  const lines = rowsOf(written, 'items');
  const items = rows('items').map((item, at) => {
    const { productId } = lines[at] ?? {};
    const { referencedItem } = item;
    const origin = isGroup(referencedItem)
      ? { referencedItem: { ...referencedItem, accessKey: plainKey(referencedItem['accessKey']) } }
      : {};
    return { ...item, ...origin, ...(productId ? { productId } : {}) };
  });
  if (!hasPayments(type)) return { items };
  const payments = fittedPayments(type, written, kept).map(({ payment }) => payment);
  const [duplicates, processes] = [rows('duplicates'), rows(processList)];
  const [only] = payments;
  const total = totalOf(written);
  if (only && payments.length === 1 && only['value'] === undefined && total !== null) only['value'] = total;
  return {
    items,
    payments: payments.length > 0 ? payments : undefined,
    ...(type === 'NFE'
      ? {
          duplicates: duplicates.length > 0 ? duplicates : undefined,
          [processList]: processes.length > 0 ? processes : undefined,
        }
      : {}),
  };
}

/** The payments of the form, each with what its means has room for. */
export function fittedPayments(type: DocumentType, written: Written, kept?: SaleRequest): FittedPayment[] {
  const { payments } = sentIn(type, written);
  const before = kept && kept.type !== 'NFSE' ? (kept.payments ?? []) : [];
  const rows = rowsOf(written, 'payments');
  return (Array.isArray(payments) ? (payments as Sent[]) : []).map((payment, at) =>
    fittedPayment(pruned(payment), before[Number(rows[at]?.['was'] ?? Number.NaN)]?.method),
  );
}

/** A sale with what its lines had before, and the form does not show. Rows that were there before say which they were. */
export function withUnshown(sale: SaleRequest, kept: SaleRequest, written: Written): SaleRequest {
  const all = allOf(itemFields(sale.type, 0));
  const shown = new Set([...namesOf(all.map(withoutRow)), 'productId']);
  const ofIssqn = all.filter(({ name }) => name.includes('.issqn.')).map(withoutRow);
  const shownOfIssqn = namesOf(ofIssqn.map(withoutRow));
  const rows = rowsOf(written, 'items');
  const items = sale.items.map((item, at) => {
    const was = kept.items[Number(rows[at]?.['was'] ?? Number.NaN)];
    // A line that is now about something else keeps nothing.
    if (!was || was.code !== item.code || (was.productId ?? null) !== (item.productId ?? null)) return item;
    const [own, former] = ['issqn' in item ? item.issqn : null, 'issqn' in was ? was.issqn : null];
    const within = own && former ? { issqn: { ...without(former, shownOfIssqn), ...own } } : {};
    return { ...without(was, shown), ...item, ...within };
  });
  return { ...sale, items };
}

function without<Source extends object>(source: Source, names: ReadonlySet<string>): Partial<Source> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !names.has(name))) as Partial<Source>;
}

function withoutRow({ name }: { name: string }): { name: string } {
  return { name: name.slice(name.indexOf('.') + 1) };
}

/** What fields are about: that of `service.place.country` is about `service`. */
function namesOf(fields: readonly { name: string }[]): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name.split('.')[0] ?? name));
}
