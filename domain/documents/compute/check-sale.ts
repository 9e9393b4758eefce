import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, joined, tried } from '../../faults.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { ServiceRecords, TaxRecords } from '../../taxation/levels/records.ts';
import { formFaults } from '../check/payload.ts';
import type { OriginNote } from '../check/returns.ts';
import type { ComputedNote } from '../computed-note.ts';
import { chargedFor, type ComputedService } from '../computed-service.ts';
import type { DocumentPayload, GoodsPayload, ServicePayload } from '../payload.ts';
import { computeNote, expectedTotal } from './note.ts';
import { computeService, expectedServiceTotal } from './service.ts';

/** A recipient as far as it is known, with its faults; null where none was found. */
export type CheckedRecipient = { client: ClientSnapshot | null; faults: Fault[] };

/** A sale before the context: what it sells, to whom, when, and what was found against its records and its recipient. */
export type SaleToCheck<Payload extends DocumentPayload, Records> = {
  /** Null while the company has no fiscal settings. */
  issuer: Issuer | null;
  recipient: CheckedRecipient;
  payload: Payload;
  /** Null where they cannot be used as they are. */
  records: Records | null;
  /** Faults of the records. */
  faults: Fault[];
  rates: LawTables;
  on: Date;
  /** The notes that a return gives back, where all are known. */
  origins?: OriginNote[] | undefined;
};

/**
 * What a sale would become, and everything for which it cannot be issued now. Where something could not be mended by taxes, settings or time
 * alone, it cannot be kept either, even as a draft: `unkeepable` says what.
 */
export type SaleCheck<Computed> = IssuableSale<Computed> | DraftableSale | RefusedSale;
/** `total` has two decimals. */
type IssuableSale<Computed> = {
  kind: 'issuable';
  client: ClientSnapshot;
  total: string;
  computed: Computed;
  faults: [];
};
type DraftableSale = { kind: 'draftable'; client: ClientSnapshot; total: string; faults: Fault[] };
type RefusedSale = { kind: 'refused'; unkeepable: Fault[]; faults: Fault[] };

export function checkGoods(sale: SaleToCheck<GoodsPayload, TaxRecords>): SaleCheck<ComputedNote> {
  return checkOf(sale, { compute: computeNote, worth: ({ totals }) => totals.note, expect: expectedTotal });
}

export function checkService(sale: SaleToCheck<ServicePayload, ServiceRecords>): SaleCheck<ComputedService> {
  return checkOf(sale, {
    compute: computeService,
    worth: ({ amounts }) => chargedFor(amounts),
    expect: expectedServiceTotal,
  });
}

type SaleInputs<Payload, Records> = {
  client: ClientSnapshot;
  payload: Payload;
  records: Records;
  rates: LawTables;
  on: Date;
  origins?: OriginNote[] | undefined;
};

/** How a kind of sale is computed, and what it is worth before it can be. */
type Kind<Payload, Records, Computed> = {
  compute: (input: SaleInputs<Payload, Records> & { issuer: Issuer }, faults: Fault[]) => Computed;
  worth: (computed: Computed) => string;
  expect: (draft: SaleInputs<Payload, Records> & { issuer: Issuer | null }) => string;
};

function checkOf<Payload extends DocumentPayload, Records, Computed>(
  { recipient, records, faults: ofRecords, ...sale }: SaleToCheck<Payload, Records>,
  { compute, worth, expect }: Kind<Payload, Records, Computed>,
): SaleCheck<Computed> {
  const { issuer, payload } = sale;
  const { client } = recipient;
  const form = formFaults(payload, issuer?.settings).filter(isNoConsequence(ofRecords));
  const known = joined(ofRecords, recipient.faults, form);
  const noIssuer = issuer ? [] : [withoutSettings];
  if (!client || !records) return refusedFor(known, noIssuer);

  const draft = { ...sale, client, records };
  const attempt =
    issuer && !recipient.faults.some(decides) ? tried(() => compute({ ...draft, issuer }, known)) : untried;
  if (attempt.value !== null) {
    return { kind: 'issuable', client, total: worth(attempt.value), computed: attempt.value, faults: [] };
  }
  if (known.length > 0) return refusedFor(known, [...attempt.faults, ...noIssuer]);
  const total = tried(() => expect(draft));
  const faults = joined([...attempt.faults, ...noIssuer], total.faults);
  if (total.value === null) return refusedFor(total.faults, faults);
  return { kind: 'draftable', client, total: total.value, faults };
}

const untried = { value: null, faults: [] } as const;

const withoutSettings: Fault = {
  code: 'invalid_state',
  path: '',
  message: 'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e envie de novo.',
};

function refusedFor(unkeepable: Fault[], others: Fault[]): RefusedSale {
  return { kind: 'refused', unkeepable, faults: joined(unkeepable, others) };
}

/** What follows from a record that is not there is not a fault of its own: texts and price are the product's, the nature the template's. */
function isNoConsequence(ofRecords: Fault[]): (fault: Fault) => boolean {
  const left = new Set(
    ofRecords.flatMap(({ path }) => {
      if (path === 'templateId') return ['operationNature'];
      if (!path.endsWith('.productId')) return [];
      return ['code', 'description', 'unitValue'].map((name) => path.replace(/productId$/, name));
    }),
  );
  return ({ path }) => !left.has(path);
}

/** Whether a fault is of what decides the operation: taxes that were resolved for another recipient would say nothing. */
function decides({ path }: Fault): boolean {
  return deciding.test(path);
}

const deciding =
  /^(client|clientId|client\.(document|documentType|type|stateRegistration|taxpayerType|state|municipalityCode|country))$/;
