import pLimit from 'p-limit';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { ContingencyMode } from '../../../domain/contingency-mode.ts';
import { parseAccessKey } from '../../../domain/access-key.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { Authority } from '../servers/simulator.ts';

/** The product's database, and the authority's control API. */
export type Books = { orm: Orm; authority: Pick<Authority, 'control'> };

type NoteRecord = { chNFe: string; dhRecbto: string };
type EventRecord = { tpEvento: string; dhRegEvento: string };
type VoidedRecord = { series: { model: string; series: number }; first: number; last: number };
type Registered = NoteRecord & { events: EventRecord[]; isValid: boolean };

/** A sale as the product has it; `keys` are all access keys under which it was ever sent. */
type Sale = {
  id: string;
  status: string;
  accessKey: string | null;
  mode: ContingencyMode | null;
  transmitBy: string | null;
  keys: string[];
};

const cancellations = ['110111', '110112'];

/**
 * The differences between the product's and the authority's records about companies without a sale under way, as sentences. Empty if the
 * authority has exactly one valid note for each sale, the product's own; every number that was drawn is authorized, cancelled or inutilized
 * there; and notes in contingency were transmitted in time.
 */
export async function faultsInBooks(books: Books, companies: readonly Company[]): Promise<string[]> {
  const faults = await Promise.all(companies.map((company) => faultsOf(books, company)));
  return faults.flat();
}

async function faultsOf({ orm, authority }: Books, { id, taxId }: Company): Promise<string[]> {
  const [notes, voided, epecs, sales] = await Promise.all([
    registered(authority, taxId),
    authority.control<VoidedRecord[]>('GET', `/inutilizations?cnpj=${taxId}`),
    authority.control<{ pending: unknown[] }>('GET', `/epec/${taxId}`),
    salesOf(orm, id),
  ]);
  return [
    ...sales.flatMap((sale) => faultsOfSale(sale, notes)),
    ...strangers(sales, notes),
    ...faultsOfNumbers(sales, notes, voided),
    ...epecs.pending.map((one) => `an EPEC has no note: ${JSON.stringify(one)}`),
  ];
}

async function registered(authority: Books['authority'], taxId: string): Promise<Map<string, Registered>> {
  const notes = await authority.control<NoteRecord[]>('GET', `/documents?cnpj=${taxId}`);
  const atOnce = pLimit(8);
  const whole = notes.map((note) =>
    atOnce(async (): Promise<[string, Registered]> => {
      const events = await authority.control<EventRecord[]>('GET', `/documents/${note.chNFe}/events`);
      const isValid = !events.some(({ tpEvento }) => cancellations.includes(tpEvento));
      return [note.chNFe, { ...note, events, isValid }];
    }),
  );
  return new Map(await Promise.all(whole));
}

function salesOf(orm: Orm, company: string): Promise<Sale[]> {
  return acrossCompanies(orm).execute<Sale[]>(
    `select d.id, d.status, d.access_key as "accessKey", d.contingency_mode as mode, d.contingency_transmit_by as "transmitBy",
       (select coalesce(json_agg(distinct e.access_key), '[]') from emission e where e.document_id = d.id) as keys
     from document d where d.company_id = ? and d.type <> 'NFSE'`,
    [company],
  );
}

function faultsOfSale(
  { id, status, accessKey, mode, transmitBy, keys }: Sale,
  notes: Map<string, Registered>,
): string[] {
  const valid = keys.filter((key) => notes.get(key)?.isValid);
  const faults: string[] = [];
  if (valid.length !== 1 || valid[0] !== accessKey) {
    faults.push(`sale ${id} (${status}, ${accessKey}) has these valid notes: ${valid.join(', ') || 'none'}`);
  }
  const late = notes.get(accessKey ?? '');
  if (late && mode !== null && mode !== 'SVC') {
    const isInTime = transmitBy !== null && Date.parse(late.dhRecbto) <= new Date(transmitBy).getTime();
    if (!isInTime) faults.push(`sale ${id} came at ${late.dhRecbto}, after ${String(transmitBy)}`);
  }
  return faults;
}

function strangers(sales: Sale[], notes: Map<string, Registered>): string[] {
  const ours = new Set(sales.flatMap(({ keys }) => keys));
  return [...notes.keys()].filter((key) => !ours.has(key)).map((key) => `the authority has ${key}, which is no sale's`);
}

/** Faults of numbers: each, from the first to the last that was drawn, must have exactly one fate. */
function faultsOfNumbers(sales: Sale[], notes: Map<string, Registered>, voided: VoidedRecord[]): string[] {
  const last = new Map<string, number>();
  for (const { model, series, number } of sales.flatMap(({ keys }) => keys).map(placeOf)) {
    const of = `${model}/${series}`;
    last.set(of, Math.max(number, last.get(of) ?? 0));
  }
  const taken = [...notes.keys()].map(placeOf);
  return [...last].flatMap(([of, max]) =>
    Array.from({ length: max }, (_, at) => at + 1).flatMap((number) => {
      const kept = taken.filter((note) => `${note.model}/${note.series}` === of && note.number === number).length;
      const givenUp = voided.filter(
        ({ series, first, last: end }) => `${series.model}/${series.series}` === of && first <= number && number <= end,
      ).length;
      return kept + givenUp === 1 ? [] : [`number ${number} of ${of}: ${kept} notes, given up ${givenUp} times`];
    }),
  );
}

function placeOf(key: string): { model: string; series: number; number: number } {
  const { model, series, number } = parseAccessKey(key);
  return { model, series, number };
}
