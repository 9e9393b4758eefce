import { cfopOnRoute } from './cfop.ts';
import { hasContributions } from './ended-taxes.ts';
import { type TaxFault, type TaxFieldName, taxFieldNames, type TaxFields, type TaxTrace } from './fields.ts';
import { isPaymentAlone } from './ibs-cbs/government.ts';
import type { TaxLevel } from './levels/resolve.ts';
import type { Operation } from './operation.ts';

/** Taxes that a line may have beside IBS and CBS. */
type OtherTax = 'icms' | 'ipi' | 'pis' | 'cofins';

/** What the law and the authority require of one type of credit or debit note (NT 2025.002 v1.52, groups B25, BA, UB and VC). */
export type AdjustmentKind = {
  /** finNFe 5 and 6. */
  purpose: 'CREDIT' | 'DEBIT';
  /** tpNFCredito or tpNFDebito. */
  type: string;
  /** The type's name in Portuguese, as the layout has it. */
  name: string;
  /** The only cClassTrib that such a note may have (rules 1200 and 1201); null where the line gives its own. */
  classification: string | null;
  /**
   * Taxes that such a note may have beside IBS and CBS (rule 1001). AS_SOLD: as on a sale. SAID: those that the item or the template gives. ADVANCE:
   * those of SAID that an advance payment may have. NONE: none.
   */
  otherTaxes: 'AS_SOLD' | 'SAID' | 'ADVANCE' | 'NONE';
  /**
   * What `referencedAccessKey` must name. REQUIRED: a note of any issuer. OWN: a note of the same issuer. ALLOWED: nothing, or a note. FORBIDDEN:
   * nothing (rules 254, 269, 1010, 1027).
   */
  noteReference: 'REQUIRED' | 'OWN' | 'ALLOWED' | 'FORBIDDEN';
  /**
   * What each `referencedItem` must name. NOTE: a whole note. ITEM: an item of a note. OWN: an item of a note of the same issuer. ALLOWED: nothing,
   * or an item. FORBIDDEN: nothing (rules 1038, 1039, 1042, 1048).
   */
  itemReference: 'NOTE' | 'ITEM' | 'OWN' | 'ALLOWED' | 'FORBIDDEN';
  /** Whether IBS and CBS have the rates of the note that is referred to (exception of rules 1026, 1036 and 1037). */
  repeatsRates: boolean;
  /** CFOP inside a state if no level gives one; null where it depends on the goods (Convênio s/nº of 1970, Anexo II). */
  cfop: string | null;
};

/** The type that a document asks for; at most one of the two is given. */
type AdjustmentTypes = { rtcCreditType?: string | null; rtcDebitType?: string | null };

type Particulars = Partial<Omit<AdjustmentKind, 'purpose' | 'type' | 'name'>>;

const valuesAlone = { classification: null, otherTaxes: 'NONE' } as const;

const kinds: readonly AdjustmentKind[] = [
  credit('01', 'multa e juros', { noteReference: 'REQUIRED' }),
  credit('02', 'crédito presumido da Zona Franca de Manaus', { classification: '810001' }),
  credit('03', 'retorno por recusa na entrega', {
    otherTaxes: 'AS_SOLD',
    noteReference: 'OWN',
    cfop: null,
    repeatsRates: true,
  }),
  credit('04', 'redução de valores', { otherTaxes: 'SAID', noteReference: 'OWN', repeatsRates: true }),
  credit('05', 'transferência de crédito na sucessão', { classification: '800001', noteReference: 'ALLOWED' }),
  credit('06', 'retorno por recusa parcial na entrega', {
    otherTaxes: 'AS_SOLD',
    itemReference: 'OWN',
    cfop: null,
    repeatsRates: true,
  }),
  debit('01', 'transferência de créditos para cooperativa', { classification: '800002' }),
  debit('02', 'anulação de crédito por saídas imunes ou isentas', { classification: '811001' }),
  debit('03', 'débitos de notas não processadas na apuração', {
    classification: '811002',
    noteReference: 'FORBIDDEN',
    itemReference: 'NOTE',
  }),
  debit('04', 'multa e juros', { noteReference: 'FORBIDDEN', itemReference: 'ITEM' }),
  debit('05', 'transferência de crédito na sucessão', { classification: '800001' }),
  debit('06', 'pagamento antecipado', { otherTaxes: 'ADVANCE', cfop: '5922' }),
  debit('07', 'perda em estoque', { classification: '410030', otherTaxes: 'SAID', cfop: '5927' }),
  debit('08', 'desenquadramento do Simples Nacional', { classification: '811003' }),
];

/** Classes (cClassTrib) that only a note of credit or debit may have (rule 1202). */
export const boundClassifications: ReadonlySet<string> = new Set(
  kinds.flatMap(({ classification }) => classification ?? []),
);

/** The kind of note that a document's type asks for; null if it asks for none. Where both types are given, that of the credit note counts. */
export function adjustmentKindOf({ rtcCreditType, rtcDebitType }: AdjustmentTypes): AdjustmentKind | null {
  const purpose = rtcCreditType ? 'CREDIT' : 'DEBIT';
  const asked = rtcCreditType || rtcDebitType;
  return kinds.find((kind) => kind.purpose === purpose && kind.type === asked) ?? null;
}

/** The tax beside IBS and CBS that a field belongs to; null for fields of the goods, of the operation, and of IBS and CBS themselves. */
export function otherTaxOf(field: TaxFieldName): OtherTax | null {
  if (/^(icms|fcp|benefit|presumed)/.test(field)) return 'icms';
  return (['ipi', 'pis', 'cofins'] as const).find((tax) => field.startsWith(tax)) ?? null;
}

/**
 * Whether a note of this kind may have the tax at all. An advance payment has PIS and COFINS until the end of 2026 (rule 1001, its exception). The
 * same exception allows IPI, but the layout has no place for IPI where there is neither ICMS nor ISSQN (leiauteNFe_v4.00, M01).
 */
export function mayCarry(
  { otherTaxes }: AdjustmentKind,
  tax: OtherTax,
  dated: Pick<Operation, 'date' | 'lawOf'>,
): boolean {
  switch (otherTaxes) {
    case 'AS_SOLD':
    case 'SAID':
      return true;
    case 'ADVANCE':
      return isContribution(tax) && hasContributions(dated);
    case 'NONE':
      return false;
  }
}

function credit(type: string, name: string, particulars: Particulars): AdjustmentKind {
  const ordinary = {
    noteReference: 'FORBIDDEN',
    itemReference: 'FORBIDDEN',
    cfop: '1949',
    repeatsRates: false,
  } as const;
  return { purpose: 'CREDIT', type, name, ...valuesAlone, ...ordinary, ...particulars };
}

function debit(type: string, name: string, particulars: Particulars): AdjustmentKind {
  const ordinary = { noteReference: 'ALLOWED', itemReference: 'ALLOWED', cfop: '5949', repeatsRates: false } as const;
  return { purpose: 'DEBIT', type, name, ...valuesAlone, ...ordinary, ...particulars };
}

/** The kind as a caller asks for it, in Portuguese: `rtcDebitType 04 (multa e juros)`. */
export function kindInWords({ purpose, type, name }: AdjustmentKind): string {
  return `${typeField(purpose)} ${type} (${name})`;
}

/** The field of a request by which a caller asks for a note of credit or debit. */
export function typeField(purpose: AdjustmentKind['purpose']): 'rtcCreditType' | 'rtcDebitType' {
  return purpose === 'CREDIT' ? 'rtcCreditType' : 'rtcDebitType';
}

/** The fields by which an item or a template asks for an optional tax on such a note. One of them is enough; PIS and COFINS go together. */
const saidBy = {
  icms: ['icmsSituation'],
  ipi: ['ipiSituation'],
  pis: ['pisSituation', 'cofinsSituation'],
  cofins: ['pisSituation', 'cofinsSituation'],
} as const satisfies Record<OtherTax, readonly (keyof TaxTrace)[]>;

function isContribution(tax: OtherTax): boolean {
  return tax === 'pis' || tax === 'cofins';
}

/**
 * Whether the line has the group of a tax beside IBS and CBS. PIS and COFINS: while the law has them. On a note of credit or debit: what its kind
 * admits (rule 1001). On a note about a public buyer's payment: none. Without a state registration, and under ISSQN: neither ICMS nor the IPI beside
 * it. In all other cases: yes.
 */
export function carries(tax: OtherTax, trace: TaxTrace, operation: Operation): boolean {
  const { adjustment } = operation;
  if (isPaymentAlone(operation.government)) return false;
  if (operation.isService && (tax === 'icms' || tax === 'ipi')) return false;
  if (isContribution(tax) && !hasContributions(operation)) return false;
  if (operation.isUnregistered && (tax === 'icms' || tax === 'ipi')) return repeatsIcms(trace, operation);
  if (!adjustment) return true;
  if (!mayCarry(adjustment, tax, operation)) return false;
  return (
    adjustment.otherTaxes === 'AS_SOLD' || saidBy[tax].some((name) => trace[name] && trace[name].source !== 'TABLE')
  );
}

/**
 * Whether a line of an issuer without a state registration has ICMS: only where goods come back, and some level gives its situation (rule N01-10,
 * 161, NT 2026.007 v1.10; its exceptions are returns and goods refused at delivery).
 */
function repeatsIcms(trace: TaxTrace, operation: Operation): boolean {
  return mayRepeatIcms(operation) && trace.icmsSituation !== undefined;
}

/** Whether a note of an issuer without a state registration is among the exceptions of rules 159 and 161. */
export function mayRepeatIcms({ purpose, adjustment }: Pick<Operation, 'purpose' | 'adjustment'>): boolean {
  return purpose === 'RETURN' || (purpose === 'CREDIT' && adjustment?.type === '03');
}

/** The trace without the taxes that the line does not carry. */
export function carriedOnly(trace: TaxTrace, operation: Operation): TaxTrace {
  const { adjustment, isUnregistered, isService, government } = operation;
  if (!adjustment && !isUnregistered && !isService && !isPaymentAlone(government)) return trace;
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) {
    const tax = otherTaxOf(name);
    if (trace[name] && (tax === null || carries(tax, trace, operation))) kept[name] = trace[name];
  }
  return kept;
}

/** Faults of IPI without ICMS: the layout has no place for IPI on a line without ICMS (leiauteNFe_v4.00, M01). */
export function checkCarried(trace: TaxTrace, operation: Operation): TaxFault[] {
  if (!trace.ipiSituation || carries('icms', trace, operation)) return [];
  const message = 'O IPI só vai em item que tem ICMS: informe icmsSituation, ou não envie ipiSituation.';
  return [{ field: 'icmsSituation', message }];
}

/**
 * What a note of credit or debit takes from a level; any other note takes everything. Where sold goods come back, taxes beside IBS and CBS are those
 * of a sale. On other such notes rule, product and company are ignored, because they describe sales, and the template, too, where the kind has no
 * such taxes. Also ignored are the CFOP of product and company, the company's NCM on a note without goods, and IBS and CBS where the kind gives the
 * class. What the item says always counts.
 */
export function levelOfPurpose({ source, fields }: TaxLevel, { adjustment }: Operation): TaxLevel {
  if (!adjustment || source === 'ITEM') return { source, fields };
  const { otherTaxes, classification } = adjustment;
  const isOfSales = source !== 'TEMPLATE';
  const isPassedOver = (name: TaxFieldName) =>
    (otherTaxOf(name) !== null && otherTaxes !== 'AS_SOLD' && (isOfSales || otherTaxes === 'NONE')) ||
    (name.startsWith('selectiveTax') && otherTaxes !== 'AS_SOLD') ||
    (name.startsWith('ibsCbs') && classification !== null) ||
    (name === 'cfop' && isOfSales) ||
    (name === 'ncm' && source === 'COMPANY' && otherTaxes === 'NONE');
  const taken: TaxFields = {};
  for (const name of taxFieldNames) if (fields[name] && !isPassedOver(name)) taken[name] = fields[name];
  return { source, fields: taken };
}

/** The CFOP of a note of credit or debit if no level gives one; null where it depends on the goods, and for every other note. */
export function cfopOfPurpose(operation: Operation): string | null {
  const { adjustment } = operation;
  return adjustment?.cfop ? cfopOnRoute(adjustment.cfop, operation) : null;
}
