import { DateTime } from 'luxon';
import type { DocumentType } from '../../../domain/document-types.ts';
import { brasiliaZone } from '../../../domain/fiscal-time.ts';
import { municipalityCodeOf } from '../../../domain/municipality-code.ts';
import type { ValueTree } from '../../forms/read.ts';
import { deductionFields } from './deduction-fields.ts';
import { fieldsOfPart } from './fields.ts';
import { isGroup, pruned } from './groups.ts';
import { reimbursementFields } from './service-ibs-cbs.ts';
import { caneToApi, caneToForm, itemToApi, itemToForm, noteListsToApi, noteListsToForm } from './written-lists.ts';

/** Converts what the form writes in another way than the API into what the API takes. */
export function toApi(type: DocumentType, sent: ValueTree): ValueTree {
  const { referencedDocuments, advancePayments, governmentPurchase: purchase } = sent;
  return {
    ...sent,
    ...(Array.isArray(referencedDocuments) ? { referencedDocuments: referencedDocuments.map(plainKey) } : {}),
    ...(Array.isArray(advancePayments) ? { advancePayments: advancePayments.map(plainKey) } : {}),
    ...(isGroup(purchase) ? { governmentPurchase: withPlainKeys(purchase) } : {}),
    ...(type === 'NFE'
      ? { movementDateTime: momentIn(sent['movementDateTime']), ...travelling(sent['transport']), ...listed(sent) }
      : {}),
    ...(type === 'NFSE' && isGroup(sent['service']) ? { service: serviceToApi(sent['service']) } : {}),
  };
}

/** Converts what the API takes into what the form writes: the reverse of `toApi`. */
export function toForm(sale: object): object {
  const { movementDateTime, transport, items, sugarCane } = sale as ValueTree;
  return {
    ...sale,
    ...noteListsToForm(sale as ValueTree),
    ...(Array.isArray(items) ? { items: (items as object[]).map(itemToForm) } : {}),
    ...(isGroup(sugarCane) ? { sugarCane: caneToForm(sugarCane) } : {}),
    ...(typeof movementDateTime === 'string' ? { movementDateTime: dayAndTime(movementDateTime) } : {}),
    ...(isGroup(transport) && Array.isArray(transport['trailers'])
      ? { transport: { ...transport, trailers: (transport['trailers'] as Trailer[]).map(trailerLine) } }
      : {}),
  };
}

/** Reads those lists of an NF-e that the form shows as text, one element a line. */
function listed(sent: ValueTree): ValueTree {
  const { items, sugarCane, delivery } = sent;
  return {
    ...noteListsToApi(sent),
    ...(isGroup(delivery) ? { delivery: withCityCode(delivery) } : {}),
    ...(Array.isArray(items) ? { items: (items as ValueTree[]).map(itemToApi) } : {}),
    ...(isGroup(sugarCane) ? { sugarCane: caneToApi(sugarCane) } : {}),
  };
}

/** Keeps the stored text when both name the same moment: its offset is the one that its sender chose. */
export function sameMoment(sent: unknown, kept: unknown): unknown {
  if (typeof sent !== 'string' || typeof kept !== 'string') return sent;
  return Date.parse(sent) === Date.parse(kept) ? kept : sent;
}

/** The lists of a service whose rows name a supplier, who issued the document, by the group that holds the list. */
const suppliedLists = { ibsCbs: 'reimbursements', deductions: 'documents' } as const;
type Supplied = keyof typeof suppliedLists;

/** The service with what is stored of each supplier and the form does not show. `was` of a row is its place in the stored list. */
export function withKeptSuppliers(
  service: ValueTree,
  kept: unknown,
  was: Record<Supplied, readonly (string | undefined)[]>,
): ValueTree {
  const groups = Object.entries(suppliedLists).map(([name, list]): [string, unknown] => {
    const [sent, former] = [service[name], isGroup(kept) ? kept[name] : null];
    const rows = isGroup(sent) ? sent[list] : null;
    const before = isGroup(former) ? former[list] : null;
    if (!isGroup(sent) || !Array.isArray(rows) || !Array.isArray(before)) return [name, sent];
    const shown = supplierNames(name as Supplied);
    const own = (rows as ValueTree[]).map((row, at) => {
      const known: unknown = before[Number(was[name as Supplied][at] ?? Number.NaN)];
      return withKeptSupplier(row, known, shown);
    });
    return [name, { ...sent, [list]: own }];
  });
  return { ...service, ...Object.fromEntries(groups.filter(([, group]) => group !== undefined)) };
}

function withKeptSupplier(row: ValueTree, known: unknown, shown: ReadonlySet<string>): ValueTree {
  const [own, old] = [row['supplier'], isGroup(known) ? known['supplier'] : null];
  if (!isGroup(own) || !isGroup(old) || own['document'] !== old['document']) return row;
  const unshown = Object.entries(old).filter(([name, value]) => !shown.has(name) || value === null);
  return { ...row, supplier: { ...Object.fromEntries(unshown), ...own } };
}

/** The fields of a supplier that the form shows, by their names within it. */
function supplierNames(group: Supplied): ReadonlySet<string> {
  const fields = { ibsCbs: reimbursementFields, deductions: deductionFields }[group];
  return new Set(fieldsOfPart(fields(0)).map(({ name }) => name.replace(/^.*\.supplier\./, '')));
}

/** An access key without the blanks with which people copy it, in capitals. */
export function plainKey(key: unknown): unknown {
  return typeof key === 'string' ? key.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase() : key;
}

/** The place with the code of its city, found by city and state where it has none. */
export function withCityCode(place: ValueTree): ValueTree {
  const { city, state, municipalityCode } = place;
  const found = typeof city === 'string' && typeof state === 'string' ? municipalityCodeOf(city, state) : null;
  return { ...place, municipalityCode: municipalityCode ?? found };
}

function withPlainKeys(group: ValueTree): ValueTree {
  const { previousDocuments: keys } = group;
  return Array.isArray(keys) ? { ...group, previousDocuments: keys.map(plainKey) } : group;
}

function serviceToApi({ ibsCbs, deductions, ...service }: ValueTree): ValueTree {
  return {
    ...service,
    ...(isGroup(deductions) ? { deductions: { ...deductions, documents: rowsToApi(deductions['documents']) } } : {}),
    ...(isGroup(ibsCbs) ? { ibsCbs: ibsCbsToApi(ibsCbs) } : {}),
  };
}

function ibsCbsToApi({ recipient, reimbursements, ...ibsCbs }: ValueTree): ValueTree {
  return {
    ...withPlainKeys(ibsCbs),
    recipient: isGroup(recipient) ? withCityCode(recipient) : null,
    reimbursements: rowsToApi(reimbursements),
  };
}

/** The rows of a list of documents, without empty fields and with plain keys; null for none. */
function rowsToApi(rows: unknown): ValueTree[] | null {
  if (!Array.isArray(rows) || rows.length === 0) return null;
  return (rows as ValueTree[]).map((row) => {
    const keys = ['nfseKey', 'nfeKey', 'cteKey'].filter((name) => name in row);
    const supplier = isGroup(row['supplier']) ? { supplier: withCityCode(row['supplier']) } : {};
    return pruned({ ...row, ...Object.fromEntries(keys.map((name) => [name, plainKey(row[name])])), ...supplier });
  });
}

type Trailer = { plate: string; state: string; rntc?: string | null };

/** A trailer as one line: `ABC1D23 SP`, and its RNTC where it has one. */
function trailerLine({ plate, state, rntc }: Trailer): string {
  return [plate, state, rntc].filter(Boolean).join(' ');
}

function travelling(transport: unknown): { transport?: ValueTree } {
  if (!isGroup(transport)) return {};
  const { trailers } = transport;
  if (!Array.isArray(trailers)) return { transport };
  const read = trailers.map((line: string): Trailer => {
    const [plate = '', state = '', rntc] = line.split(/[\s/]+/);
    return { plate, state, ...(rntc ? { rntc } : {}) };
  });
  return { transport: { ...transport, trailers: read } };
}

/** Date and time in Brasília as one moment; null when both are empty. Text that is no moment stays as written, so that validation reports it. */
function momentIn(written: unknown): string | null {
  if (!isGroup(written)) return null;
  const { day, time } = written;
  if (day === null && time === null) return null;
  const text = [day, time].map((part) => (typeof part === 'string' ? part : '')).join('T');
  const moment = DateTime.fromISO(text, { zone: brasiliaZone });
  const isWhole = day !== null && time !== null && moment.isValid;
  return isWhole ? moment.toISO({ suppressMilliseconds: true }) : text;
}

function dayAndTime(text: string): { day: string; time: string } {
  const moment = DateTime.fromISO(text, { zone: brasiliaZone });
  return { day: moment.toFormat('yyyy-MM-dd'), time: moment.toFormat(moment.second === 0 ? 'HH:mm' : 'HH:mm:ss') };
}
