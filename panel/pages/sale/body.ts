import { changedInput, type ClientRecord, isOtherClient } from '../../../domain/clients/change.ts';
import type { ClientInput } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import type { SaleRequest } from '../../../operations/documents/sale-request.ts';
import { type ValueTree, readValues } from '../../forms/read.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { toApi, plainKey, sameMoment, withCityCode, withKeptSuppliers } from './conversions.ts';
import { deductionList } from './deduction-fields.ts';
import { fieldsOfPart, fieldsOf, hasPayments, type ListName, saleLists } from './fields.ts';
import { isGroup, pruned, mergedGroup } from './groups.ts';
import { itemFields } from './item-fields.ts';
import { type FittedPayment, fittedPayment } from './payment-fields.ts';
import { processList } from './regulated-fields.ts';
import { rowsOf, totalOf } from './rows.ts';
import { reimbursementList } from './service-ibs-cbs.ts';
import { ofWhole, usualNature } from './whole-fields.ts';

/** The name of a consumer who gives none. */
const nobody = 'Consumidor não identificado';

/** The number of rows in each list of the form. */
export function rowCounts(written: FieldTexts): Record<ListName, number> {
  const names = Object.keys(saleLists) as ListName[];
  return Object.fromEntries(names.map((list) => [list, rowsOf(written, list).length])) as Record<ListName, number>;
}

function valuesIn(type: DocumentType, written: FieldTexts): ValueTree {
  const sent = toApi(type, readValues(new URLSearchParams(written), fieldsOf(type, rowCounts(written))));
  return type === 'NFSE' ? sent : { ...sent, operationNature: sent['operationNature'] ?? natureOf(sent) };
}

/** A template brings its own nature of operation; without one the usual nature applies. */
function natureOf({ templateId }: ValueTree): string | null {
  return templateId === null ? usualNature : null;
}

/** The form as the API takes a new sale; empty fields are left out. */
export function creationOf(type: DocumentType, written: FieldTexts): ValueTree {
  const sent = pruned({ ...valuesIn(type, written), ...listsOf(type, written) });
  const clientId = written['clientId'] ?? '';
  const recipient = clientId === '' ? { client: pruned(clientOf(type, written)) } : { clientId };
  return { type, ...withoutClient(sent), items: sent['items'] ?? [], ...recipient };
}

function withoutClient({ client: _client, ...sale }: ValueTree): ValueTree {
  return sale;
}

/** Groups that are changed field by field; the others are replaced whole. */
const changedWithin: ReadonlySet<string> = new Set(['transport', 'service']);

/** The form as the API takes changes of a stored sale: an emptied field clears its value. */
export function changesOf(type: DocumentType, written: FieldTexts, kept: SaleRequest): ValueTree {
  const asked = valuesIn(type, written);
  const { service } = asked;
  const placesOf = (list: ListName) => rowsOf(written, list).map(({ was }) => was);
  const places = { ibsCbs: placesOf(reimbursementList), deductions: placesOf(deductionList) };
  const ofService = isGroup(service)
    ? { service: withKeptSuppliers(service, Reflect.get(kept, 'service'), places) }
    : {};
  const sent: ValueTree = { ...asked, ...ofService };
  const names = [...namesOf(ofWhole(type))].filter((name) => name !== 'replaces');
  const whole = names.flatMap((name): [string, unknown][] => {
    const [value, former] = [sent[name], Reflect.get(kept, name) as unknown];
    if (!isGroup(value)) return [[name, name === 'movementDateTime' ? sameMoment(value, former) : value]];
    if (former === undefined && Object.keys(pruned(value)).length === 0) return [];
    return [[name, changedWithin.has(name) ? within(value, former) : mergedGroup(value, former)]];
  });
  const lists = listsOf(type, written, kept);
  return {
    ...Object.fromEntries<unknown>(whole),
    ...Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows ?? null])),
    ...replacementOf(sent, kept),
    ...recipientChanges(type, written, kept),
  };
}

/** The changes of a group that is changed field by field; the groups inside it are replaced whole. */
function within(sent: ValueTree, kept: unknown): ValueTree {
  const former = isGroup(kept) ? kept : {};
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isGroup(value) ? mergedGroup(value, former[name]) : value]),
  );
}

/** A sale that replaces a document keeps which one; the form gives only the reason. */
function replacementOf({ replaces }: ValueTree, kept: SaleRequest): ValueTree {
  if (kept.type !== 'NFSE' || !kept.replaces || !isGroup(replaces)) return {};
  const { documentId, accessKey } = kept.replaces;
  return { replaces: pruned({ documentId, accessKey, ...replaces }) };
}

function recipientChanges(type: DocumentType, written: FieldTexts, { clientId: kept }: SaleRequest): ValueTree {
  const clientId = written['clientId'] ?? '';
  if (clientId !== '') return clientId === kept ? {} : { clientId };
  return { client: clientOf(type, written) };
}

/** The client as written, with the code of its city, found by its name where none is written. */
function clientOf(type: DocumentType, written: FieldTexts): ValueTree {
  const { client } = valuesIn(type, written);
  const { name, ...others } = withCityCode(isGroup(client) ? client : {});
  const isNobody = type === 'NFCE' && name === null;
  return { name: isNobody ? nobody : (name ?? ''), ...others };
}

/** The recipient of the changed sale, for its preview: a stored client, or the client that the document has, with the form's changes. */
export function recipientInForm(
  type: DocumentType,
  written: FieldTexts,
  kept: ClientRecord,
): { clientId: string } | { client: ClientInput } {
  const clientId = written['clientId'] ?? '';
  if (clientId !== '') return { clientId };
  const sent = clientOf(type, written) as ClientInput;
  return { client: isOtherClient(kept, sent) ? (pruned(sent) as ClientInput) : changedInput(kept, sent) };
}

/** The items, payments, installments and legal processes of the form; a single payment without a value gets the total. */
function listsOf(
  type: DocumentType,
  written: FieldTexts,
  kept?: SaleRequest,
): { items: ValueTree[] } & Partial<Record<'payments' | 'duplicates' | typeof processList, ValueTree[] | undefined>> {
  const sent = valuesIn(type, written);
  const rows = (name: ListName): ValueTree[] =>
    Array.isArray(sent[name]) ? (sent[name] as ValueTree[]).map(pruned) : [];
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

/** The payments of the form, each without the card details that its method has no room for. */
export function fittedPayments(type: DocumentType, written: FieldTexts, kept?: SaleRequest): FittedPayment[] {
  const { payments } = valuesIn(type, written);
  const before = kept && kept.type !== 'NFSE' ? (kept.payments ?? []) : [];
  const rows = rowsOf(written, 'payments');
  return (Array.isArray(payments) ? (payments as ValueTree[]) : []).map((payment, at) =>
    fittedPayment(pruned(payment), before[Number(rows[at]?.['was'] ?? Number.NaN)]?.method),
  );
}

/** The sale with what its items had before and the form does not show. `was` of a row is the item's place in the stored sale. */
export function withUnshown(sale: SaleRequest, kept: SaleRequest, written: FieldTexts): SaleRequest {
  const all = fieldsOfPart(itemFields(sale.type, 0));
  const shown = new Set([...namesOf(all.map(withoutFirstStep)), 'productId']);
  const ofIssqn = all.filter(({ name }) => name.includes('.issqn.')).map(withoutFirstStep);
  // Within the group: `items[0].issqn.rate` is `rate` after two steps.
  const shownOfIssqn = namesOf(ofIssqn.map(withoutFirstStep));
  const rows = rowsOf(written, 'items');
  const items = sale.items.map((item, at) => {
    const was = kept.items[Number(rows[at]?.['was'] ?? Number.NaN)];
    // An item that is now another product keeps nothing.
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

/** A field by its name within the row or group: `issqn.rate` of `items[0].issqn.rate`. */
function withoutFirstStep({ name }: { name: string }): { name: string } {
  return { name: name.slice(name.indexOf('.') + 1) };
}

/** The first step of each field's name: `service` of `service.place.country`. */
function namesOf(fields: readonly { name: string }[]): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name.split('.')[0] ?? name));
}
