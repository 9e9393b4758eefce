import type { TaxFieldName } from '../fields.ts';

/** Taxes that a line carries beside IBS and CBS. */
export type OtherTax = 'icms' | 'ipi' | 'pis' | 'cofins';

/** What the law and the authority require of one type of credit or debit note (NT 2025.002 v1.52, groups B25, BA, UB and VC). */
export type AdjustmentKind = {
  /** finNFe 5 and 6. */
  purpose: 'CREDIT' | 'DEBIT';
  /** tpNFCredito or tpNFDebito. */
  type: string;
  /** In Portuguese, as the layout calls it. */
  name: string;
  /** The only cClassTrib that it may have (rules 1200 and 1201); null where the line gives its own. */
  classification: string | null;
  /** Taxes beside IBS and CBS (rule 1001): as on a sale, those that item or template give, of these what an advance may have, none. */
  otherTaxes: 'AS_SOLD' | 'SAID' | 'ADVANCE' | 'NONE';
  /** What `referencedAccessKey` names: any issuer's note, the issuer's own, one if it is sent, none (rules 254, 269, 1010, 1027). */
  noteReference: 'REQUIRED' | 'OWN' | 'ALLOWED' | 'FORBIDDEN';
  /**
   * What each `referencedItem` names: a whole note, an item, an item of the issuer's own note, an item if it is sent, nothing (rules 1038,
   * 1039, 1042, 1048).
   */
  itemReference: 'NOTE' | 'ITEM' | 'OWN' | 'ALLOWED' | 'FORBIDDEN';
  /** Whether IBS and CBS have the rates of the note that it goes back to (exception of rules 1026, 1036 and 1037). */
  repeatsRates: boolean;
  /** CFOP inside a state where no level gives one; null where the goods decide (Convênio s/nº of 1970, Anexo II). */
  cfop: string | null;
};

/** The types as a document asks for them: at most one is given. */
export type AdjustmentTypes = { rtcCreditType?: string | null; rtcDebitType?: string | null };

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

/** Classes that no other note may have (rule 1202). */
export const boundClassifications: ReadonlySet<string> = new Set(
  kinds.flatMap(({ classification }) => classification ?? []),
);

/** The kind of note that a type asks for, the credit's where both are given; null for a note that is neither. */
export function adjustmentKindOf({ rtcCreditType, rtcDebitType }: AdjustmentTypes): AdjustmentKind | null {
  const purpose = rtcCreditType ? 'CREDIT' : 'DEBIT';
  const asked = rtcCreditType || rtcDebitType;
  return kinds.find((kind) => kind.purpose === purpose && kind.type === asked) ?? null;
}

/** The tax beside IBS and CBS that a field is about; null for those of the goods, the operation, and IBS and CBS themselves. */
export function otherTaxOf(field: TaxFieldName): OtherTax | null {
  if (/^(icms|fcp|benefit|presumed)/.test(field)) return 'icms';
  return (['ipi', 'pis', 'cofins'] as const).find((tax) => field.startsWith(tax)) ?? null;
}

/**
 * Whether such a note may have the tax at all. An advance has the contributions until the end of 2026 (rule 1001, its exception); IPI, which
 * the same exception lets it have, has no place in the layout where there is neither ICMS nor ISSQN (leiauteNFe_v4.00, M01).
 */
export function mayCarry({ otherTaxes }: AdjustmentKind, tax: OtherTax, date: string): boolean {
  switch (otherTaxes) {
    case 'AS_SOLD':
    case 'SAID':
      return true;
    case 'ADVANCE':
      return (tax === 'pis' || tax === 'cofins') && date < '2027';
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

/** In Portuguese, the kind as the caller asks for it: `rtcDebitType 04 (multa e juros)`. */
export function kindInWords({ purpose, type, name }: AdjustmentKind): string {
  return `${typeField(purpose)} ${type} (${name})`;
}

/** The field of a creation that asks for the kind. */
export function typeField(purpose: AdjustmentKind['purpose']): 'rtcCreditType' | 'rtcDebitType' {
  return purpose === 'CREDIT' ? 'rtcCreditType' : 'rtcDebitType';
}
