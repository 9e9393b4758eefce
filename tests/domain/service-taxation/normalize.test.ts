import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeService } from '../../../domain/service-taxation/normalize.ts';
import { serviceFieldNames, type ServiceFields } from '../../../domain/taxation/levels/service-fields.ts';
import { type TaxRegime, taxRegimes } from '../../../domain/taxation/operation.ts';

type Refusal = { regime?: TaxRegime; fields: ServiceFields; at: string; says: RegExp };
const contribution = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3', pisCofinsWithholding: '0' };

/** Each refusal, with part of its sentence; the service has no other fault. */
const refusals: Refusal[] = [
  { fields: { serviceCode: '10701' }, at: 'serviceCode', says: /6 dígitos.*veio 10701/ },
  { fields: { serviceCode: '071401' }, at: 'serviceCode', says: /lista da LC 116/ },
  { fields: { serviceCode: '410101' }, at: 'serviceCode', says: /lista da LC 116/ },
  { fields: { serviceCode: '010700' }, at: 'serviceCode', says: /lista da LC 116/ },
  { fields: { municipalServiceCode: '12345678901' }, at: 'municipalServiceCode', says: /de 1 a 10 dígitos.*veio 1234/ },
  { fields: { municipalServiceCode: '12A' }, at: 'municipalServiceCode', says: /de 1 a 10 dígitos/ },
  { fields: { municipalServiceCode: '000' }, at: 'municipalServiceCode', says: /não pode ser zero/ },
  { fields: { nbsCode: '1.1502.10' }, at: 'nbsCode', says: /9 dígitos/ },
  { fields: { serviceDescription: 'x'.repeat(2001) }, at: 'serviceDescription', says: /2000 caracteres\.$/ },
  { fields: { issTaxation: '5' }, at: 'issTaxation', says: /1 \(tributável\)/ },
  { fields: { serviceCode: '990101', issTaxation: '1' }, at: 'issTaxation', says: /não incidência/ },
  { fields: { issTaxation: '2' }, at: 'issImmunityType', says: /de 1 a 5/ },
  { fields: { issTaxation: '2', issImmunityType: '0' }, at: 'issImmunityType', says: /vai de 1 a 5.*veio 0/ },
  { fields: { issTaxation: '3' }, at: 'issResultCountry', says: /sigla do país/ },
  { fields: { issTaxation: '3', issResultCountry: 'br' }, at: 'issResultCountry', says: /não seja o Brasil/ },
  { fields: { issSuspensionType: '1' }, at: 'issSuspensionProcess', says: /30 dígitos/ },
  { fields: { issSuspensionProcess: '1'.repeat(30) }, at: 'issSuspensionType', says: /decisão judicial/ },
  { fields: { issSuspensionType: '2', issSuspensionProcess: '123' }, at: 'issSuspensionProcess', says: /zeros à esq/ },
  { fields: { issBenefitCode: '123' }, at: 'issBenefitCode', says: /14 dígitos/ },
  { fields: { issBenefitReduction: '10' }, at: 'issBenefitCode', says: /benefício municipal/ },
  {
    fields: { issBenefitCode: '35503080400001', issBenefitReduction: '0' },
    at: 'issBenefitReduction',
    says: /maior que zero/,
  },
  ...(['MEI', 'SIMPLES'] as const).map((regime) => ({
    regime,
    fields: { issBenefitCode: '35503080400001' },
    at: 'issBenefitCode',
    says: /não usa benefício municipal/,
  })),
  { fields: { issWithholding: '4' }, at: 'issWithholding', says: /1 \(não retido\)/ },
  { regime: 'MEI', fields: { issWithholding: '2' }, at: 'issWithholding', says: /MEI não é retido/ },
  { fields: { issTaxation: '4', issWithholding: '3' }, at: 'issWithholding', says: /não há ISSQN a reter/ },
  {
    fields: { issSuspensionType: '1', issSuspensionProcess: '1'.repeat(30), issWithholding: '2' },
    at: 'issWithholding',
    says: /suspensa não é retido/,
  },
  { fields: { issRate: '5.01' }, at: 'issRate', says: /de 0 a 5,.*veio 5\.01/ },
  { fields: { issRate: '2.123' }, at: 'issRate', says: /até 2 casas decimais/ },
  { fields: { serviceCode: '010701', issRate: '1.99' }, at: 'issRate', says: /de 2 a 5; veio 1\.9900/ },
  {
    regime: 'SIMPLES',
    fields: { serviceCode: '010701', issRate: '1.79', issWithholding: '2' },
    at: 'issRate',
    says: /de 1,8 a 5/,
  },
  { regime: 'SIMPLES', fields: { issWithholding: '2' }, at: 'issRate', says: /informe issRate/ },
  { regime: 'MEI', fields: { issRate: '2' }, at: 'issRate', says: /retire issRate/ },
  { fields: { ...contribution, pisCofinsCst: '57' }, at: 'pisCofinsCst', says: /é um CST de PIS\/COFINS/ },
  { fields: { ...contribution, pisRate: null }, at: 'pisRate', says: /O CST 01 tem alíquotas/ },
  { fields: { ...contribution, pisRate: '100' }, at: 'pisRate', says: /de 0 a 99,99/ },
  { fields: { ...contribution, pisCofinsCst: '06', cofinsRate: null }, at: 'pisRate', says: /a alíquota é zero/ },
  { fields: { ...contribution, pisCofinsWithholding: null }, at: 'pisCofinsWithholding', says: /0 quando PIS/ },
  { fields: { pisCofinsWithholding: 'x' }, at: 'pisCofinsWithholding', says: /vai de 0 a 9/ },
  { fields: { irrfRate: '-1' }, at: 'irrfRate', says: /de 0 a 100/ },
  { fields: { totalFederalRate: '13', totalStateRate: '0' }, at: 'totalMunicipalRate', says: /vão juntas/ },
  { regime: 'NORMAL', fields: { totalSimplesRate: '6' }, at: 'totalSimplesRate', says: /Simples Nacional: retire-o/ },
  {
    regime: 'SIMPLES',
    fields: { totalSimplesRate: '6', totalFederalRate: '1', totalStateRate: '0', totalMunicipalRate: '2' },
    at: 'totalSimplesRate',
    says: /não as duas formas/,
  },
  { fields: { ibsCbsOperationIndicator: '1' }, at: 'ibsCbsOperationIndicator', says: /cIndOp/ },
  { fields: { ibsCbsSituation: '001' }, at: 'ibsCbsSituation', says: /não é um CST/ },
  { fields: { ibsCbsSituation: '000' }, at: 'ibsCbsClassification', says: /informe ibsCbsClassification/ },
  { fields: { ibsCbsClassification: '999999' }, at: 'ibsCbsClassification', says: /não está na tabela/ },
  { fields: { ibsCbsClassification: '620001' }, at: 'ibsCbsClassification', says: /não é permitido em NFS-e/ },
  {
    fields: { ibsCbsSituation: '200', ibsCbsClassification: '000001' },
    at: 'ibsCbsClassification',
    says: /é do CST 000/,
  },
  { fields: { ibsCbsClassification: '550016' }, at: 'ibsCbsRegularClassification', says: /550016 pede/ },
  {
    fields: { ibsCbsClassification: '515001', ibsStateDeferralRate: '100', ibsMunicipalDeferralRate: '100' },
    at: 'cbsDeferralRate',
    says: /515001 pede cbsDeferralRate/,
  },
];

test.each(refusals)('$regime $fields is refused at $at', ({ regime = 'SIMPLES_EXCESS', fields, at, says }) => {
  const { faults } = normalizeService(fields, { regime });
  expect(faults).toEqual([{ field: at, message: expect.stringMatching(says) }]);
});

test.each(['1', '001', '1234567890'])('a municipality may give a service the code %s', (municipalServiceCode) => {
  const service = { municipalServiceCode };
  expect(normalizeService(service, { regime: 'NORMAL' })).toEqual({ faults: [], fields: service });
});

test('a service is kept without punctuation, with four decimals and without what its codes do not use', () => {
  const given = {
    serviceCode: '01.07.01',
    nbsCode: '1.1502.10.00',
    issTaxation: '4',
    issRate: '5',
    issImmunityType: '1',
    issResultCountry: 'us',
    pisCofinsCst: '08',
    pisRate: '0.65',
    pisCofinsWithholding: '0',
    irrfRate: '1.5',
    ibsCbsClassification: '000001',
    ibsCbsRegularClassification: '000001',
    cbsDeferralRate: '100',
  };
  expect(normalizeService(given, { regime: 'NORMAL' })).toEqual({
    faults: [],
    fields: {
      serviceCode: '010701',
      nbsCode: '115021000',
      issTaxation: '4',
      pisCofinsCst: '08',
      irrfRate: '1.5000',
      ibsCbsClassification: '000001',
    },
  });
});

test('a rate below 2 is for the services that the law lets pay less, and where the service is not known', () => {
  for (const serviceCode of ['070201', '070501', '160101', null]) {
    expect(normalizeService({ serviceCode, issRate: '0' }, { regime: 'NORMAL' }).faults).toEqual([]);
  }
  const codes = { regime: 'NORMAL' as const, serviceCodes: ['070201', '010701'] };
  expect(normalizeService({ issRate: '1' }, codes).faults.map(({ field }) => field)).toEqual(['issRate']);
});

test('in Simples the rate is kept only where the ISSQN may be withheld', () => {
  const { fields } = normalizeService({ issRate: '2.5', issWithholding: '1' }, { regime: 'SIMPLES' });
  expect(fields).toEqual({ issWithholding: '1' });
  expect(normalizeService({ issRate: '2.5' }, { regime: 'SIMPLES' }).fields).toEqual({ issRate: '2.5000' });
});

test('without a regime nothing that depends on it is checked', () => {
  const fields = { issBenefitCode: '35503080400001', totalSimplesRate: '6', issWithholding: '2' };
  expect(normalizeService(fields, { regime: null }).faults).toEqual([]);
});

test('whatever is given, settling what is settled changes nothing and finds the same faults or fewer', () => {
  const texts = fc.constantFrom(
    '0',
    '1',
    '2',
    '3',
    '01',
    '04',
    '08',
    '000',
    '515001',
    '550016',
    '010701',
    '5',
    '9',
    'x',
  );
  const services = fc.record(Object.fromEntries(serviceFieldNames.map((name) => [name, fc.option(texts)])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(services, fc.constantFrom(...taxRegimes, null), (given, regime) => {
      const once = normalizeService(given, { regime });
      const twice = normalizeService(once.fields, { regime });
      expect(twice.fields).toEqual(once.fields);
      if (once.faults.length === 0) expect(twice.faults).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a MEI says nothing of federal taxes (E0676)', () => {
  const federal = { ...contribution, pisCofinsWithholding: '3', csllRate: '1', inssRate: '11', irrfRate: '1.5' };
  expect(normalizeService({ ...federal, nbsCode: '115021000' }, { regime: 'MEI' })).toEqual({
    faults: [],
    fields: { nbsCode: '115021000' },
  });
});
