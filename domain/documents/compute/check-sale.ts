import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, mergeFaults, runStep } from '../../faults.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { ServiceRecords, TaxRecords } from '../../taxation/levels/records.ts';
import { formFaults } from '../check/payload.ts';
import type { OriginNote } from '../check/returns.ts';
import type { ComputedNote } from '../computed-note.ts';
import { chargedFor, type ComputedService } from '../computed-service.ts';
import type { DocumentPayload, GoodsPayload, ServicePayload } from '../payload.ts';
import { computeNote, expectedTotal } from './note.ts';
import { computeService, expectedServiceTotal } from './service.ts';

/** The recipient, as far as it is known, with its faults; `client` is null where no client was found. */
export type CheckedRecipient = { client: ClientSnapshot | null; faults: Fault[] };

/** A sale before it is checked: its payload, recipient and day, and the faults that reading its records and its recipient already found. */
export type SaleToCheck<Payload extends DocumentPayload, Records> = {
  /** Null while the company has no fiscal settings. */
  issuer: Issuer | null;
  recipient: CheckedRecipient;
  payload: Payload;
  /** Null where the records cannot be used. */
  records: Records | null;
  /** Faults of the records. */
  faults: Fault[];
  rates: LawTables;
  on: Date;
  /** The notes that a return gives back; absent unless all of them are known. */
  origins?: OriginNote[] | undefined;
};

/**
 * What a check finds: the sale can be issued; it can only be kept as a draft, because `faults` can be mended by taxes, settings or time; or it cannot
 * even be kept, because of the faults in `unkeepable`. `faults` has all of them.
 */
export type SaleCheck<Computed> = IssuableSale<Computed> | DraftableSale | RefusedSale;
/** `total` is in reais, two decimals. */
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

/** How one kind of sale is checked: how it is computed, its total once it is computed, and its total before it can be. */
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
  const known = mergeFaults(ofRecords, recipient.faults, form);
  const noIssuer = issuer ? [] : [withoutSettings];
  if (!client || !records) return refusedFor(known, noIssuer);

  const draft = { ...sale, client, records };
  const attempt =
    issuer && !recipient.faults.some(decides) ? runStep(() => compute({ ...draft, issuer }, known)) : untried;
  if (attempt.value !== null) {
    return { kind: 'issuable', client, total: worth(attempt.value), computed: attempt.value, faults: [] };
  }
  if (known.length > 0) return refusedFor(known, [...attempt.faults, ...noIssuer]);
  const total = runStep(() => expect(draft));
  const faults = mergeFaults([...attempt.faults, ...noIssuer], total.faults);
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
  return { kind: 'refused', unkeepable, faults: mergeFaults(unkeepable, others) };
}

/** Leaves out the faults that only follow from a missing record: texts and price come from the product, the nature from the template. */
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

/** Whether a fault is of a field that decides the operation: without that field, taxes would be resolved for another recipient. */
function decides({ path }: Fault): boolean {
  return deciding.test(path);
}

const deciding =
  /^(client|clientId|client\.(document|documentType|type|stateRegistration|taxpayerType|state|municipalityCode|country))$/;
