import { expect, test } from '@jest/globals';
import type { ClientSnapshot } from '../../../domain/clients/snapshot.ts';
import type { TaxRegime } from '../../../domain/companies/settings.ts';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import type { IcmsAmounts } from '../../../domain/nfe/note.ts';
import { compute, issuerOf, item, personIn, saleOf, taxpayerIn } from '../documents/sale.ts';

type Case = {
  of: string;
  fields: Partial<ItemInput>;
  to?: ClientSnapshot;
  gives: Partial<IcmsAmounts>;
  note?: string;
};

/** Every amount was worked out by hand from the rules of MOC 7.0 on ten pieces of 100.00, unless the case says otherwise. */
const ofNormalRegime: Case[] = [
  {
    of: '00 at 18%',
    fields: { icmsSituation: '00', icmsRate: '18' },
    gives: { base: '1000.00', rate: '18.0000', value: '180.00' },
  },
  {
    of: '00 without a rate, which the state has',
    fields: { icmsSituation: '00' },
    gives: { rate: '18.0000', value: '180.00' },
  },
  {
    of: '00 with discount and freight in the base',
    fields: { icmsSituation: '00', icmsRate: '18', discount: '100', freight: '30', insurance: '15', otherCosts: '5' },
    gives: { base: '950.00', value: '171.00' },
    note: '950.00',
  },
  {
    of: '00 with the fund against poverty on the same base',
    fields: { icmsSituation: '00', icmsRate: '18', fcpRate: '2' },
    gives: { value: '180.00', fcpBase: '1000.00', fcpRate: '2.0000', fcpValue: '20.00' },
    note: '1000.00',
  },
  {
    of: '00 with IPI in the base of a final consumer',
    fields: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
    to: personIn('SP'),
    gives: { base: '1100.00', value: '198.00' },
    note: '1100.00',
  },
  {
    of: '00 with IPI outside the base of one who resells',
    fields: { icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
    gives: { base: '1000.00', value: '180.00' },
    note: '1100.00',
  },
  {
    of: '00 from SP to BA',
    fields: { icmsSituation: '00' },
    to: taxpayerIn('BA'),
    gives: { rate: '7.0000', value: '70.00' },
  },
  {
    of: '00 from SP to RJ',
    fields: { icmsSituation: '00' },
    to: taxpayerIn('RJ'),
    gives: { rate: '12.0000', value: '120.00' },
  },
  {
    of: '00 of imported goods to another state',
    fields: { icmsSituation: '00', icmsOrigin: '1' },
    to: taxpayerIn('RJ'),
    gives: { origin: '1', rate: '4.0000', value: '40.00' },
  },
  {
    of: '20 whose base is rounded before the rate',
    fields: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '33.33' },
    gives: { baseReduction: '33.3300', base: '666.70', value: '120.01' },
  },
  {
    of: '20 at 12%',
    fields: { icmsSituation: '20', icmsRate: '12', icmsRedBc: '41.67' },
    gives: { base: '583.30', value: '70.00' },
  },
  { of: '40', fields: { icmsSituation: '40', icmsRate: '18' }, gives: { base: null, rate: null, value: null } },
  { of: '41', fields: { icmsSituation: '41' }, gives: { base: null, value: null } },
  { of: '50', fields: { icmsSituation: '50' }, gives: { base: null, value: null } },
  {
    of: '60',
    fields: { icmsSituation: '60', icmsStRate: '18' },
    gives: { base: null, stBase: null, stValue: null },
    note: '1000.00',
  },
  {
    of: '51, all of it deferred',
    fields: { icmsSituation: '51', icmsRate: '18' },
    gives: { operationValue: '180.00', deferralRate: '100.0000', deferredValue: '180.00', value: '0.00' },
  },
  {
    of: '51, a third of it deferred',
    fields: { icmsSituation: '51', icmsRate: '18', icmsDeferralRate: '33.3333' },
    gives: { operationValue: '180.00', deferredValue: '60.00', value: '120.00' },
  },
  {
    of: '10 by margin',
    fields: {
      icmsSituation: '10',
      icmsRate: '18',
      icmsStModBc: '4',
      icmsStMva: '40',
      icmsStRate: '18',
      cest: '2800100',
    },
    gives: {
      value: '180.00',
      stBaseMode: '4',
      stMargin: '40.0000',
      stBase: '1400.00',
      stRate: '18.0000',
      stValue: '72.00',
    },
    note: '1072.00',
  },
  {
    of: '10 by the operation value, without the margin that was sent',
    fields: {
      icmsSituation: '10',
      icmsRate: '18',
      icmsStModBc: '6',
      icmsStMva: '40',
      icmsStRate: '20',
      cest: '2800100',
    },
    gives: { stMargin: null, stBase: '1000.00', stValue: '20.00' },
    note: '1020.00',
  },
  {
    of: '10 with IPI in the base of substitution',
    fields: {
      ...{ icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '50', icmsStRate: '18', cest: '2800100' },
      ...{ ipiSituation: '50', ipiRate: '5' },
    },
    gives: { base: '1000.00', stBase: '1575.00', stValue: '103.50' },
    note: '1153.50',
  },
  {
    of: '10 with the fund of substitution less the own fund',
    fields: {
      ...{ icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2800100' },
      ...{ fcpRate: '2', fcpStRate: '2' },
    },
    gives: { fcpValue: '20.00', fcpStBase: '1400.00', fcpStValue: '8.00' },
    note: '1080.00',
  },
  {
    of: '10 whose substitution is less than the own ICMS and so nothing',
    fields: { icmsSituation: '10', icmsRate: '18', icmsStModBc: '6', icmsStRate: '12', cest: '2800100' },
    gives: { stValue: '0.00' },
    note: '1000.00',
  },
  {
    of: '30, without own ICMS to deduct',
    fields: { icmsSituation: '30', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2800100' },
    gives: { base: null, value: null, stBase: '1400.00', stValue: '252.00' },
    note: '1252.00',
  },
  {
    of: '70, both bases reduced',
    fields: {
      ...{ icmsSituation: '70', icmsRate: '18', icmsRedBc: '10', cest: '2800100' },
      ...{ icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', icmsStRedBc: '10' },
    },
    gives: { base: '900.00', value: '162.00', stBaseReduction: '10.0000', stBase: '1260.00', stValue: '64.80' },
    note: '1064.80',
  },
  { of: '90 bare', fields: { icmsSituation: '90' }, gives: { base: null, value: null, stValue: null } },
  {
    of: '90 with a rate and a reduced base',
    fields: { icmsSituation: '90', icmsRate: '18', icmsRedBc: '50' },
    gives: { baseReduction: '50.0000', base: '500.00', value: '90.00' },
  },
  {
    of: '90 with substitution',
    fields: { icmsSituation: '90', icmsRate: '18', icmsStModBc: '6', icmsStRate: '25', cest: '2800100' },
    gives: { value: '180.00', stValue: '70.00' },
    note: '1070.00',
  },
];

const ofSimples: Case[] = [
  {
    of: '101',
    fields: { icmsSituation: '101', icmsSnCreditRate: '2.5' },
    gives: { base: null, creditRate: '2.5000', creditValue: '25.00' },
  },
  {
    of: '101 rounded half-up',
    fields: { icmsSituation: '101', icmsSnCreditRate: '1.36', quantity: '1', unitValue: '333.33' },
    gives: { creditValue: '4.53' },
  },
  {
    of: '102',
    fields: { icmsSituation: '102', icmsRate: '18' },
    gives: { base: null, value: null, creditValue: null },
  },
  { of: '103', fields: { icmsSituation: '103' }, gives: { base: null, value: null } },
  { of: '300', fields: { icmsSituation: '300' }, gives: { base: null, value: null } },
  { of: '400', fields: { icmsSituation: '400' }, gives: { base: null, value: null } },
  { of: '500', fields: { icmsSituation: '500' }, gives: { base: null, stValue: null } },
  {
    of: '201, less the ICMS that the normal regime would have had',
    fields: {
      ...{ icmsSituation: '201', icmsSnCreditRate: '2.5', cest: '2800100' },
      ...{ icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' },
    },
    gives: { value: null, stBase: '1400.00', stValue: '72.00', creditValue: '25.00' },
    note: '1072.00',
  },
  {
    of: '202 to another state, less the interstate ICMS',
    fields: { icmsSituation: '202', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2800100' },
    to: taxpayerIn('MG'),
    gives: { stValue: '132.00', creditValue: null },
    note: '1132.00',
  },
  {
    of: '203',
    fields: { icmsSituation: '203', icmsStModBc: '6', icmsStRate: '25', cest: '2800100' },
    gives: { stBase: '1000.00', stValue: '70.00' },
    note: '1070.00',
  },
  {
    of: '900 bare',
    fields: { icmsSituation: '900' },
    gives: { base: null, value: null, stValue: null, creditValue: null },
  },
  {
    of: '900 with its own ICMS',
    fields: { icmsSituation: '900', icmsRate: '18', icmsRedBc: '10', fcpRate: '2' },
    gives: { base: '900.00', value: '162.00', fcpValue: null },
  },
];

test.each(ofNormalRegime)('a company of the normal regime computes CST $of', (given) => {
  expectAmounts(given, 'NORMAL');
});

test.each(ofSimples)('a company of Simples computes CSOSN $of', (given) => {
  expectAmounts(given, 'SIMPLES');
});

test('a company above the limit of Simples pays ICMS by CST', () => {
  expectAmounts(
    { of: '00', fields: { icmsSituation: '00', icmsRate: '18' }, gives: { value: '180.00' } },
    'SIMPLES_EXCESS',
  );
});

function expectAmounts({ fields, to = taxpayerIn('SP'), gives, note = '1000.00' }: Case, regime: TaxRegime) {
  const computed = compute({ issuer: issuerOf(regime), client: to, payload: saleOf([item(fields)]) });
  expect(computed.items[0]?.icms).toMatchObject(gives);
  if (!fields.unitValue) expect(computed.totals.note).toBe(note);
}
