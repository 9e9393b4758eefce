import { DateTime } from 'luxon';
import type { DocumentType } from '../../../domain/document-types.ts';
import { brasiliaZone } from '../../../domain/fiscal-time.ts';
import { municipalityCodeOf } from '../../../domain/municipality-code.ts';
import type { Sent } from '../../forms/read.ts';
import { deductionFields } from './deduction-fields.ts';
import { allOf } from './fields.ts';
import { isGroup, pruned } from './groups.ts';
import { reimbursementFields } from './service-ibs-cbs.ts';
import { caneTaken, caneWritten, itemTaken, itemWritten, noteListsTaken, noteListsWritten } from './written-lists.ts';

/** What the form writes otherwise than the API takes it, as the API takes it. */
export function asTaken(type: DocumentType, sent: Sent): Sent {
  const { referencedDocuments, advancePayments, governmentPurchase: purchase } = sent;
  return {
    ...sent,
    ...(Array.isArray(referencedDocuments) ? { referencedDocuments: referencedDocuments.map(plainKey) } : {}),
    ...(Array.isArray(advancePayments) ? { advancePayments: advancePayments.map(plainKey) } : {}),
    ...(isGroup(purchase) ? { governmentPurchase: withPlainKeys(purchase) } : {}),
    ...(type === 'NFE'
      ? { movementDateTime: momentIn(sent['movementDateTime']), ...travelling(sent['transport']), ...listed(sent) }
      : {}),
    ...(type === 'NFSE' && isGroup(sent['service']) ? { service: serviceTaken(sent['service']) } : {}),
  };
}

/** What a sale that is kept says otherwise than the form writes it, as the form does: the reverse of `asTaken`. */
export function asWritten(sale: object): object {
  const { movementDateTime, transport, items, sugarCane } = sale as Sent;
  return {
    ...sale,
    ...noteListsWritten(sale as Sent),
    ...(Array.isArray(items) ? { items: (items as object[]).map(itemWritten) } : {}),
    ...(isGroup(sugarCane) ? { sugarCane: caneWritten(sugarCane) } : {}),
    ...(typeof movementDateTime === 'string' ? { movementDateTime: dayAndTime(movementDateTime) } : {}),
    ...(isGroup(transport) && Array.isArray(transport['trailers'])
      ? { transport: { ...transport, trailers: (transport['trailers'] as Trailer[]).map(trailerLine) } }
      : {}),
  };
}

/** What of an NF-e the form has as text, an element a line. */
function listed(sent: Sent): Sent {
  const { items, sugarCane, delivery } = sent;
  return {
    ...noteListsTaken(sent),
    ...(isGroup(delivery) ? { delivery: withCityCode(delivery) } : {}),
    ...(Array.isArray(items) ? { items: (items as Sent[]).map(itemTaken) } : {}),
    ...(isGroup(sugarCane) ? { sugarCane: caneTaken(sugarCane) } : {}),
  };
}

/** A moment that is still the same is written as it was: its offset is its sender's. */
export function sameMoment(sent: unknown, kept: unknown): unknown {
  if (typeof sent !== 'string' || typeof kept !== 'string') return sent;
  return Date.parse(sent) === Date.parse(kept) ? kept : sent;
}

/** Lists of a service whose rows say who issued a document, by the group that each is in. */
const suppliedLists = { ibsCbs: 'reimbursements', deductions: 'documents' } as const;
type Supplied = keyof typeof suppliedLists;

/** Suppliers with what is kept of them and the form does not show, in rows that were there before; `was` has their places then. */
export function withKeptSuppliers(
  service: Sent,
  kept: unknown,
  was: Record<Supplied, readonly (string | undefined)[]>,
): Sent {
  const groups = Object.entries(suppliedLists).map(([name, list]): [string, unknown] => {
    const [sent, former] = [service[name], isGroup(kept) ? kept[name] : null];
    const rows = isGroup(sent) ? sent[list] : null;
    const before = isGroup(former) ? former[list] : null;
    if (!isGroup(sent) || !Array.isArray(rows) || !Array.isArray(before)) return [name, sent];
    const shown = supplierNames(name as Supplied);
    const own = (rows as Sent[]).map((row, at) => {
      const known: unknown = before[Number(was[name as Supplied][at] ?? Number.NaN)];
      return withKeptSupplier(row, known, shown);
    });
    return [name, { ...sent, [list]: own }];
  });
  return { ...service, ...Object.fromEntries(groups.filter(([, group]) => group !== undefined)) };
}

function withKeptSupplier(row: Sent, known: unknown, shown: ReadonlySet<string>): Sent {
  const [own, old] = [row['supplier'], isGroup(known) ? known['supplier'] : null];
  if (!isGroup(own) || !isGroup(old) || own['document'] !== old['document']) return row;
  const unshown = Object.entries(old).filter(([name, value]) => !shown.has(name) || value === null);
  return { ...row, supplier: { ...Object.fromEntries(unshown), ...own } };
}

/** What the form shows of the suppliers of a list. */
function supplierNames(group: Supplied): ReadonlySet<string> {
  const fields = { ibsCbs: reimbursementFields, deductions: deductionFields }[group];
  return new Set(allOf(fields(0)).map(({ name }) => name.replace(/^.*\.supplier\./, '')));
}

/** A key as people copy it, with blanks between its groups. */
export function plainKey(key: unknown): unknown {
  return typeof key === 'string' ? key.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase() : key;
}

/** With the code of its city, which is found by its name. */
export function withCityCode(place: Sent): Sent {
  const { city, state, municipalityCode } = place;
  const found = typeof city === 'string' && typeof state === 'string' ? municipalityCodeOf(city, state) : null;
  return { ...place, municipalityCode: municipalityCode ?? found };
}

function withPlainKeys(group: Sent): Sent {
  const { previousDocuments: keys } = group;
  return Array.isArray(keys) ? { ...group, previousDocuments: keys.map(plainKey) } : group;
}

function serviceTaken({ ibsCbs, deductions, ...service }: Sent): Sent {
  return {
    ...service,
    ...(isGroup(deductions) ? { deductions: { ...deductions, documents: rowsTaken(deductions['documents']) } } : {}),
    ...(isGroup(ibsCbs) ? { ibsCbs: ibsCbsTaken(ibsCbs) } : {}),
  };
}

function ibsCbsTaken({ recipient, reimbursements, ...ibsCbs }: Sent): Sent {
  return {
    ...withPlainKeys(ibsCbs),
    recipient: isGroup(recipient) ? withCityCode(recipient) : null,
    reimbursements: rowsTaken(reimbursements),
  };
}

/** Rows of documents of others, each with what is said of it; null for none. */
function rowsTaken(rows: unknown): Sent[] | null {
  if (!Array.isArray(rows) || rows.length === 0) return null;
  return (rows as Sent[]).map((row) => {
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

function travelling(transport: unknown): { transport?: Sent } {
  if (!isGroup(transport)) return {};
  const { trailers } = transport;
  if (!Array.isArray(trailers)) return { transport };
  const read = trailers.map((line: string): Trailer => {
    const [plate = '', state = '', rntc] = line.split(/[\s/]+/);
    return { plate, state, ...(rntc ? { rntc } : {}) };
  });
  return { transport: { ...transport, trailers: read } };
}

/** Day and hour in Brasília as one moment; null where neither is said, and what is none as it was written, so that who judges it says so. */
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
