import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import type { ComputedItem, ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { NoteIdentity } from '../../../domain/nfe/layout/ide.ts';
import type { IcmsAmounts } from '../../../domain/taxation/amounts.ts';

/** A company of São Paulo under the normal regime, in homologation. */
export const issuer: Issuer = {
  taxId: '11222333000181',
  name: 'Padaria São José Ltda',
  tradeName: 'Pão & Cia',
  environment: 'HOMOLOGATION',
  settings: {
    stateRegistration: '110042490114',
    municipalRegistration: '123456',
    cnae: '4721102',
    taxRegime: 'NORMAL',
    address: {
      street: 'Rua das Acácias',
      number: '100',
      complement: 'Loja 2',
      neighborhood: 'Centro',
      municipalityCode: '3550308',
      city: 'São Paulo',
      state: 'SP',
      zipCode: '01001000',
    },
    phone: '1133334444',
    email: 'fiscal@example.com',
    series: { '55': 1 },
    taxDefaults: {},
    pisCofinsExcludesIcms: true,
    danfe: { orientation: 'PORTRAIT' },
    technicalResponsible: {
      cnpj: '11222333000181',
      contact: 'Suporte',
      email: 'suporte@example.com',
      phone: '1133334444',
    },
    autXml: ['52998224725'],
  },
};

/** A taxpayer of the same state. */
export const recipient: ClientSnapshot = {
  id: null,
  name: 'Comércio de Alimentos Água Boa S/A',
  document: '11444777000161',
  documentType: 'CNPJ',
  type: 'COMPANY',
  stateRegistration: '116881331118',
  taxpayerType: 'CONTRIBUINTE',
  email: 'compras@example.com',
  phone: '1144445555',
  address: {
    street: 'Avenida Brasil',
    number: 'S/N',
    neighborhood: 'Jardim América',
    municipalityCode: '3509502',
    city: 'Campinas',
    state: 'SP',
    zipCode: '13010000',
  },
  country: 'BR',
};

export const identity: NoteIdentity = {
  series: 1,
  number: 42,
  cNF: '83450921',
  issuedAt: new Date('2026-11-21T12:30:00Z'),
  environment: 'HOMOLOGATION',
  version: '0.1.0',
};

const noIcms: IcmsAmounts = {
  origin: '0',
  situation: '00',
  baseMode: null,
  baseReduction: null,
  base: null,
  rate: null,
  operationValue: null,
  deferralRate: null,
  deferredValue: null,
  value: null,
  fcpBase: null,
  fcpRate: null,
  fcpValue: null,
  stBaseMode: null,
  stMargin: null,
  stBaseReduction: null,
  stBase: null,
  stRate: null,
  stValue: null,
  fcpStBase: null,
  fcpStRate: null,
  fcpStValue: null,
  creditRate: null,
  creditValue: null,
};

/** ICMS of one line of R$ 100.00; CST 00 at 18 % unless told otherwise. */
export function computedIcms(amounts: Partial<IcmsAmounts> = {}): IcmsAmounts {
  const own = { baseMode: '3', base: '100.00', rate: '18.0000', value: '18.00' };
  return { ...noIcms, ...(amounts.situation === undefined ? own : {}), ...amounts };
}

/** A line of R$ 100.00 with everything that a line of the normal regime has. */
export function computedItem(overrides: Partial<ComputedItem> = {}): ComputedItem {
  return {
    number: 1,
    code: 'P-001',
    gtin: '7891000315507',
    description: 'Pão de queijo congelado 1 kg',
    ncm: '19012090',
    cest: null,
    cfop: '5102',
    unit: 'UN',
    quantity: '4.0000',
    unitValue: '25.0000000000',
    total: '100.00',
    freight: null,
    insurance: null,
    discount: null,
    otherCosts: null,
    additionalInfo: null,
    icms: computedIcms(),
    difal: null,
    ipi: null,
    pis: { situation: '01', base: '82.00', rate: '1.6500', value: '1.35' },
    cofins: { situation: '01', base: '82.00', rate: '7.6000', value: '6.23' },
    ibsCbs: {
      situation: '000',
      classification: '000001',
      amounts: {
        base: '74.42',
        stateRate: '0.1000',
        stateReduction: null,
        stateEffectiveRate: null,
        stateDeferralRate: null,
        stateDeferredValue: null,
        stateValue: '0.07',
        municipalRate: '0.0000',
        municipalReduction: null,
        municipalEffectiveRate: null,
        municipalDeferralRate: null,
        municipalDeferredValue: null,
        municipalValue: '0.00',
        ibsValue: '0.07',
        cbsRate: '0.9000',
        cbsReduction: null,
        cbsEffectiveRate: null,
        cbsDeferralRate: null,
        cbsDeferredValue: null,
        cbsValue: '0.67',
      },
      itemTotal: '100.00',
    },
    taxation: {},
    ...overrides,
  };
}

/** A valid note of one line, R$ 100.00 in all; callers that change `items`, `totals` or `payments` must keep them consistent. */
export function computedNote(overrides: Partial<ComputedNote> = {}): ComputedNote {
  return {
    model: '55',
    issuer,
    recipient,
    operationNature: 'Venda de mercadoria',
    operationType: 'OUT',
    purpose: 'NORMAL',
    destination: '1',
    finalConsumer: false,
    presence: '1',
    items: [computedItem()],
    totals: {
      icmsBase: '100.00',
      icms: '18.00',
      icmsExempted: '0.00',
      fcpDestination: null,
      icmsDestination: null,
      icmsOrigin: null,
      fcp: '0.00',
      stBase: '0.00',
      st: '0.00',
      fcpSt: '0.00',
      products: '100.00',
      freight: '0.00',
      insurance: '0.00',
      discount: '0.00',
      ipi: '0.00',
      pis: '1.35',
      cofins: '6.23',
      otherCosts: '0.00',
      note: '100.00',
      ibsCbs: {
        base: '74.42',
        stateDeferred: '0.00',
        state: '0.07',
        municipalDeferred: '0.00',
        municipal: '0.00',
        ibs: '0.07',
        cbsDeferred: '0.00',
        cbs: '0.67',
        noteTotal: '100.00',
      },
    },
    payments: [{ method: 'PIX', term: '0', description: null, value: '100.00', card: null }],
    change: null,
    invoice: null,
    transport: { freightType: 'NO_FREIGHT', carrier: null, vehicle: null, volume: null },
    referencedDocuments: [],
    additionalInfo: 'Pedido 123.',
    ...overrides,
  };
}
