import { expect, test } from 'vitest';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { signNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import type { IcmsAmounts } from '../../../domain/taxation/amounts.ts';
import { computedIcms, computedItem, computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();

function faultsOf(overrides: Partial<ComputedNote> = {}, issued: Partial<typeof identity> = {}) {
  const { accessKey, infNFe } = layoutNfe(computedNote(overrides), { ...identity, ...issued });
  const { xml } = signNfe(infNFe, accessKey, signer);
  return validator.validate('nfe_v4.00.xsd', xml);
}

const own = { baseMode: '3', base: '100.00', rate: '18.0000', value: '18.00' };
const fcp = { fcpBase: '100.00', fcpRate: '2.0000', fcpValue: '2.00' };
const deferral = { operationValue: '18.00', deferralRate: '50.0000', deferredValue: '9.00' };
const substitution = {
  stBaseMode: '4',
  stMargin: '40.0000',
  stBase: '140.00',
  stRate: '18.0000',
  stValue: '7.20',
  fcpStBase: '140.00',
  fcpStRate: '2.0000',
  fcpStValue: '2.80',
};
const exemption = { exemptedValue: '3.00', exemptionReason: '9', exemptionDeducted: '1' };
const stExemption = { stExemptedValue: '1.00', stExemptionReason: '9' };
const collected = {
  ...{ retainedStBase: '80.00', retainedStRate: '20.0000', retainedStOwnValue: '9.00', retainedStValue: '7.00' },
  ...{ retainedFcpStBase: '80.00', retainedFcpStRate: '2.0000', retainedFcpStValue: '1.60' },
  ...{ effectiveReduction: '0.0000', effectiveBase: '100.00', effectiveRate: '18.0000', effectiveValue: '18.00' },
};
const credit = { creditRate: '2.5600', creditValue: '2.56' };
const mono = { monoQuantity: '100.0000', monoRate: '1.5700', monoValue: '157.00' };
const situations: Record<string, Partial<IcmsAmounts>> = {
  '00': { ...own, ...fcp },
  '02': mono,
  '10': { ...own, ...fcp, ...substitution, ...stExemption },
  '15': {
    ...{ ...mono, monoRetainedQuantity: '140.0000', monoRetainedRate: '1.1700', monoRetainedValue: '54.59' },
    ...{ monoReduction: '12.50', monoReductionReason: '9' },
  },
  '20': { ...own, ...fcp, ...exemption, baseReduction: '33.3300' },
  '30': { ...substitution, ...exemption },
  '40': exemption,
  '41': exemption,
  '50': { ...exemption, exemptionDeducted: null },
  '51': { ...own, ...fcp, ...deferral, baseReduction: '10.0000', reductionBenefitCode: 'SP020010' },
  '53': { ...mono, monoOperationValue: '157.00', deferralRate: '100.0000', monoDeferredValue: '157.00' },
  '60': collected,
  '61': { monoCollectedQuantity: '100.0000', monoCollectedRate: '1.5700', monoCollectedValue: '157.00' },
  '70': {
    ...own,
    ...fcp,
    ...substitution,
    ...exemption,
    ...stExemption,
    baseReduction: '33.3300',
    stBaseReduction: '10.0000',
  },
  '90': {
    ...{ ...own, ...fcp, ...deferral, ...substitution, ...exemption, ...stExemption },
    ...{ baseReduction: '33.3300', reductionBenefitCode: 'SC12345678' },
  },
  '101': credit,
  '102': {},
  '103': {},
  '201': { ...substitution, ...credit },
  '202': substitution,
  '203': substitution,
  '300': {},
  '400': {},
  '500': collected,
  '900': { ...own, ...substitution, ...credit, baseReduction: '33.3300' },
};

test.each(Object.entries(situations))('situation %s of the ICMS passes the official schema', (situation, amounts) => {
  expect(faultsOf({ items: [computedItem({ icms: computedIcms({ situation, ...amounts }) })] })).toEqual([]);
});

test('situations that may be empty pass with nothing but themselves', () => {
  for (const situation of ['40', '51', '60', '90', '500', '900']) {
    expect(faultsOf({ items: [computedItem({ icms: computedIcms({ situation }) })] })).toEqual([]);
  }
});

test.each(['SP010010', 'RJ80123456', 'SEM CBENEF'])(
  'a line with benefit %s and presumed credit passes',
  (benefitCode) => {
    const presumedCredit = { code: 'SC000123', rate: '3.0000', value: '3.00' };
    expect(faultsOf({ items: [computedItem({ benefitCode, presumedCredit, cest: '2800100' })] })).toEqual([]);
  },
);

const contributions = ['01', '02', '04', '05', '06', '07', '08', '09', '49', '50', '56', '70', '98', '99'];

test.each(contributions)('PIS and COFINS of situation %s pass the official schema', (situation) => {
  const taxed = contributionOf(situation);
  expect(faultsOf({ items: [computedItem({ pis: taxed, cofins: taxed })] })).toEqual([]);
});

test.each(['00', '49', '50', '99', '01', '51', '55'])('IPI of situation %s passes the official schema', (situation) => {
  const ipi = { framework: '999', situation, base: '100.00', rate: '5.0000', value: '5.00' };
  expect(faultsOf({ items: [computedItem({ ipi })] })).toEqual([]);
});

test('reduced and deferred IBS and CBS pass, and a situation without amounts too', () => {
  const { ibsCbs } = computedItem();
  const amounts = ibsCbs?.amounts;
  if (!ibsCbs || !amounts) throw new TypeError('the plain item has IBS and CBS');
  const reducedAndDeferred = {
    ...amounts,
    stateReduction: '60.0000',
    stateEffectiveRate: '0.0400',
    stateDeferralRate: '100.0000',
    stateDeferredValue: '0.03',
    municipalReduction: '60.0000',
    municipalEffectiveRate: '0.0000',
    cbsReduction: '60.0000',
    cbsEffectiveRate: '0.3600',
    cbsDeferralRate: '100.0000',
    cbsDeferredValue: '0.27',
  };
  const items = [
    computedItem({ ibsCbs: { ...ibsCbs, situation: '515', classification: '515001', amounts: reducedAndDeferred } }),
    computedItem({ number: 2, ibsCbs: { ...ibsCbs, situation: '410', classification: '410001', amounts: null } }),
  ];
  expect(faultsOf({ items })).toEqual([]);
});

test('taxes by estimate pass in items and total, and the registration as substitute in the issuer', () => {
  const approximateTaxes = { value: '31.95', byTreasury: null, source: null };
  const icms = computedIcms({ situation: '10', ...own, ...substitution });
  const note = {
    items: [computedItem({ approximateTaxes, icms })],
    totals: { ...computedNote().totals, approximateTaxes: '31.95' },
    issuer: { ...issuer, settings: { ...issuer.settings, substituteStateRegistrations: { RJ: '12345674' } } },
    recipient: { ...recipient, address: { ...recipient.address, state: 'RJ', municipalityCode: '3304557' } },
    destination: '2',
  } satisfies Partial<ComputedNote>;
  expect(faultsOf(note)).toEqual([]);
  const { infNFe } = layoutNfe(computedNote(note), identity);
  expect(infNFe.match(/<vTotTrib>31.95</g)).toHaveLength(2);
  expect(infNFe).toContain('<IEST>12345674</IEST>');
});

test('a fuel with everything passes, and the totals of single-phase ICMS', () => {
  const fuel = {
    anpCode: '210203001',
    description: 'GLP',
    glpPercent: '60.0000',
    nationalGasPercent: '30.0000',
    importedGasPercent: '10.0000',
    startingValue: '3.25',
    codif: '123',
    temperatureQuantity: '0.9980',
    consumptionState: 'EX',
    biodieselPercent: '14.0000',
    origins: [
      { imported: false, state: 'SP', percent: '99.5000' },
      { imported: true, state: 'BA', percent: '0.5000' },
    ],
    cide: { quantity: '100.0000', rate: '0.1000', value: '10.00' },
    meter: { nozzle: '1', pump: '2', tank: '3', start: '0.000', end: '100.123' },
  };
  const icmsMono = {
    ...{ quantity: '100.00', value: '157.00', retainedQuantity: '140.00', retainedValue: '54.59' },
    ...{ collectedQuantity: '0.00', collectedValue: '0.00' },
  };
  const note = computedNote();
  expect(faultsOf({ items: [computedItem({ fuel })], totals: { ...note.totals, icmsMono } })).toEqual([]);
});

test('the regular taxation of a suspended class passes', () => {
  const { ibsCbs } = computedItem();
  if (!ibsCbs?.amounts) throw new TypeError('the plain item has IBS and CBS');
  const regular = {
    ...{ situation: '000', classification: '000001', stateRate: '0.1000', stateValue: '0.10' },
    ...{ municipalRate: '0.0000', municipalValue: '0.00', cbsRate: '0.9000', cbsValue: '0.90' },
  };
  const suspended = {
    ...ibsCbs,
    ...{ situation: '550', classification: '550001', amounts: { ...ibsCbs.amounts, regular } },
  };
  expect(faultsOf({ items: [computedItem({ ibsCbs: suspended })] })).toEqual([]);
});

test('a note with everything passes', () => {
  const difal = {
    base: '100.00',
    fcpBase: '100.00',
    fcpRate: '2.0000',
    internalRate: '20.0000',
    interstateRate: '12.0000',
    fcpValue: '2.00',
    destinationValue: '8.00',
    originValue: '0.00',
  };
  const item = computedItem({
    cest: '1704700',
    gtin: null,
    freight: '1.00',
    insurance: '2.00',
    discount: '3.00',
    otherCosts: '4.00',
    additionalInfo: 'Lote 7, validade 2027-01-31',
    difal,
  });
  const { totals } = computedNote();
  const note = {
    items: [item],
    destination: '2' as const,
    finalConsumer: true,
    presence: '2',
    recipient: { ...recipient, taxpayerType: 'NAO_CONTRIBUINTE' as const, stateRegistration: null },
    totals: { ...totals, fcpDestination: '2.00', icmsDestination: '8.00', icmsOrigin: '0.00' },
    invoice: {
      number: '42',
      original: '100.00',
      discount: '0.00',
      net: '100.00',
      installments: [
        { number: '001', dueDate: '2026-12-21', value: '50.00' },
        { number: '002', dueDate: '2027-01-21', value: '50.00' },
      ],
    },
    payments: [
      {
        method: 'CREDIT_CARD' as const,
        term: '1' as const,
        description: null,
        value: '60.00',
        card: { integration: '1' as const, acquirer: '11222333000181', brand: 'Visa', authorization: 'A1B2' },
      },
      { method: 'OTHERS' as const, term: '1' as const, description: 'Pagamento a prazo', value: '50.00', card: null },
    ],
    change: '10.00',
    transport: {
      freightType: 'SENDER' as const,
      carrier: {
        document: '11444777000161',
        name: 'Transportes São Jorge',
        stateRegistration: '116.881.331.118',
        address: 'Rodovia Anhanguera, km 20',
        city: 'Osasco',
        state: 'SP',
      },
      vehicle: { plate: 'ABC1D23', state: 'SP', rntc: '12345678' },
      volume: { quantity: 3, species: 'CAIXA', netWeight: '10.500', grossWeight: '11.000' },
    },
    referencedDocuments: ['52060433009911002506550120000007800267301615'],
  };
  expect(faultsOf(note)).toEqual([]);
  expect(faultsOf({ ...note, destination: '1' })).toEqual([]);
});

test.each([
  ['an issuer with letters in its CNPJ', { issuer: { ...issuer, taxId: '12ABC34501DE35' } }],
  ['a recipient with letters in its CNPJ', { recipient: { ...recipient, document: '12ABC34501DE35' } }],
  ['a recipient with a CPF', { recipient: { ...recipient, documentType: 'CPF' as const, document: '52998224725' } }],
  ['a recipient without any document', { recipient: { ...recipient, documentType: null, document: '' } }],
  ['a note without recipient', { recipient: null }],
  ['an NFC-e but for its QR code', { model: '65' as const, presence: '1' }],
  [
    'no payment',
    { payments: [{ method: 'NO_PAYMENT' as const, term: null, description: null, value: '0.00', card: null }] },
  ],
])('%s passes the official schema', (_, overrides) => {
  expect(faultsOf(overrides)).toEqual([]);
});

test('990 items pass, and are checked with less than two seconds of computing', () => {
  const items = Array.from({ length: 990 }, (_, place) => computedItem({ number: place + 1 }));
  const before = process.cpuUsage(); // CPU time, as wall clock time depends on other load
  expect(faultsOf({ items })).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

function contributionOf(situation: string) {
  const isTaxed = situation === '01' || situation === '02';
  if (isTaxed) return { situation, base: '100.00', rate: '1.6500', value: '1.65' };
  return { situation, base: null, rate: null, value: null };
}
