import { expect, test } from 'vitest';
import { expectedServiceTotal } from '../../../../domain/documents/compute/service.ts';
import type { NfseSubRule } from '../../../../domain/taxation/levels/choose-sub-rule.ts';
import type { ServiceFields } from '../../../../domain/taxation/levels/service-fields.ts';
import type { TaxRegime } from '../../../../domain/taxation/operation.ts';
import { company, compute, foreigner, foreignTrade, providerOf, served, serviceOf } from '../service.ts';

const simples = { totalSimplesRate: '6' };

test('a service is computed with the sources of its fields', () => {
  const item = served({ issRate: '2.9', irrfRate: '1.5', pisCofinsWithholding: '3', quantity: '2', unitValue: '500' });
  const service = compute({
    payload: serviceOf([item]),
    issuer: providerOf('NORMAL', {}, { serviceDefaults: { nbsCode: '115021000' } }),
  });
  expect(service).toMatchObject({
    model: null,
    taker: company,
    regime: { opSimpNac: '1', regApTribSN: null, regEspTrib: '0' },
    place: { municipalityCode: providerOf().settings.address.municipalityCode },
    competence: '2026-11-21',
    description: 'Suporte técnico',
    fields: { serviceCode: '010701', nbsCode: '115021000', issTaxation: '1', issWithholding: '1', pisCofinsCst: '00' },
    items: [{ number: 1, quantity: '2.0000', unitValue: '500.00', total: '1000.00', discount: null, ibsCbs: null }],
    amounts: {
      computedBy: 'LAVRA',
      service: '1000.00',
      issBase: '1000.00',
      issRate: '2.9000',
      iss: '29.00',
      issWithheld: null,
      pis: null,
      pisWithheld: '6.50',
      cofinsWithheld: '30.00',
      csll: '46.50',
      irrf: '15.00',
      withheld: '61.50',
      net: '938.50',
    },
  });
  expect(service.items[0]?.taxation).toMatchObject({
    issRate: { value: '2.9000', source: 'ITEM' },
    nbsCode: { value: '115021000', source: 'COMPANY' },
    issTaxation: { value: '1', source: 'TABLE' },
    csllRate: { value: '1.0000', source: 'TABLE' },
  });
});

test('the day of issue is that of the issuer’s clock', () => {
  expect(compute({ on: new Date('2026-11-22T02:00:00Z') }).competence).toBe('2026-11-21');
  const payload = serviceOf([served()], { service: { competence: '2026-11-02' } });
  expect(compute({ payload }).competence).toBe('2026-11-02');
});

test('who is not named is no taker, and a foreigner without a document is one', () => {
  const nobody = { ...company, document: '', documentType: null, type: null, address: null };
  expect(compute({ client: nobody }).taker).toBeNull();
  const unknown = { ...foreigner, document: '', documentType: null };
  const payload = serviceOf([served({ nbsCode: '115021000' })], { service: { foreignTrade } });
  expect(compute({ client: unknown, payload }).taker).toEqual(unknown);
});

test('a service abroad has no ISSQN, and its result is where it is (E0591)', () => {
  const payload = serviceOf([served({ nbsCode: '115021000', issRate: '5' })], {
    service: { place: { country: 'us' }, foreignTrade },
  });
  const { fields, amounts, place, foreignTrade: trade } = compute({ client: foreigner, payload });
  expect(fields).toMatchObject({ issTaxation: '3', issWithholding: '1' });
  for (const name of ['issRate', 'issResultCountry']) expect(fields).not.toHaveProperty(name);
  expect({ place, trade }).toEqual({ place: { country: 'US' }, trade: foreignTrade });
  expect(amounts).toMatchObject({ issBase: null, issRate: null, iss: null, net: '1000.00' });
});

/** For each case the rate in the DPS and the computed ISSQN; null if unknown. */
test.each<[string, TaxRegime, ServiceFields, string | null, string | null]>([
  ['the municipality of the issuer gives the rate itself (E0617)', 'NORMAL', { issRate: '2' }, null, '20.00'],
  ['nobody says a rate', 'NORMAL', {}, null, null],
  ['Simples collects ISSQN (E0625)', 'SIMPLES', { ...simples, issRate: '2' }, null, null],
  ['Simples is withheld (E0621)', 'SIMPLES', { ...simples, issRate: '2', issWithholding: '2' }, '2.0000', '20.00'],
  ['Simples pays ISSQN outside', 'SIMPLES_EXCESS', { ...simples, issRate: '2' }, null, '20.00'],
  ['MEI pays a fixed amount (E0600)', 'MEI', {}, null, null],
  [
    'ISSQN is suspended',
    'NORMAL',
    { issRate: '2', issSuspensionType: '1', issSuspensionProcess: '1'.repeat(30) },
    null,
    null,
  ],
  ['the service is immune (E0602)', 'NORMAL', { issRate: '2', issTaxation: '2', issImmunityType: '1' }, null, null],
])('the rate where %s', (_why, taxRegime, fields, said, iss) => {
  const service = compute({ issuer: providerOf(taxRegime), payload: serviceOf([served(fields)]) });
  expect(service.fields.issRate ?? null).toBe(said);
  expect(service.amounts.iss).toBe(iss);
});

test('another municipality’s ISSQN may need its rate, which is said as it was given (E0619)', () => {
  const works = { code: '123456789012' };
  const item = served({ serviceCode: '070201', issRate: '3' });
  const payload = serviceOf([item], { service: { place: { municipalityCode: '3304557' }, works } });
  expect(compute({ payload })).toMatchObject({ fields: { issRate: '3.0000' }, amounts: { iss: '30.00' }, works });
});

test('a special regime has no rate, and does not leave its municipality', () => {
  const issuer = providerOf('NORMAL', { specialRegime: '6' });
  const home = compute({ issuer, payload: serviceOf([served({ issRate: '2' })]) });
  expect(home).toMatchObject({ regime: { regEspTrib: '6' }, amounts: { issRate: null, iss: null } });
  expect(home.fields).not.toHaveProperty('issRate');
  const item = served({ serviceCode: '070201', issRate: '3' });
  const service = { place: { municipalityCode: '3304557' }, works: { code: '1' } };
  expect(compute({ issuer, payload: serviceOf([item], { service }) }).regime.regEspTrib).toBe('0');
});

test.each([
  ['the three treasuries', 'NORMAL', { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '2' }],
  ['the rate of Simples', 'SIMPLES', { totalSimplesRate: '6' }],
  [
    'the three treasuries in Simples',
    'SIMPLES',
    { totalFederalRate: '1', totalStateRate: '0', totalMunicipalRate: '2' },
  ],
  ['nothing of a MEI', 'MEI', {}],
] as const)('the total of taxes says %s', (_what, taxRegime, fields) => {
  const { fields: said } = compute({ issuer: providerOf(taxRegime), payload: serviceOf([served(fields)]) });
  const totals = Object.keys(said).filter((name) => name.startsWith('total'));
  expect(totals).toEqual(Object.keys(fields));
});

test('several items are one service: their sum, and a line of description each', () => {
  const items = [served({ unitValue: '0.335', quantity: '1' }), served({ description: 'Visita', unitValue: '99.99' })];
  const { amounts, description, items: lines } = compute({ payload: serviceOf(items, { discount: '10.00' }) });
  expect(amounts).toMatchObject({ service: '100.33', unconditionalDiscount: '10.00', issBase: '90.33', net: '90.33' });
  expect(description).toBe('Suporte técnico\nVisita');
  expect(lines.map(({ total, discount }) => [total, discount])).toEqual([
    ['0.34', '0.03'],
    ['99.99', '9.97'],
  ]);
});

test('a description that all items resolve to is said once', () => {
  const serviceDefaults = { serviceDescription: 'Suporte mensal\nconforme contrato' };
  const issuer = providerOf('NORMAL', {}, { serviceDefaults });
  expect(compute({ issuer, payload: serviceOf([served(), served()]) }).description).toBe(
    'Suporte mensal\nconforme contrato',
  );
  const own = serviceOf([served(), served({ serviceDescription: 'Plantão' })]);
  expect(compute({ issuer, payload: own }).description).toBe('Suporte mensal conforme contrato\nPlantão');
});

test('what is reported items joins what is reported the whole', () => {
  const items = [served({ additionalInfo: 'Chamado 1' }), served(), served({ additionalInfo: 'Chamado 3' })];
  const payload = serviceOf(items, { additionalInfo: 'Contrato 7' });
  expect(compute({ payload }).additionalInfo).toBe('Contrato 7 Chamado 1 Chamado 3');
});

test('IBS and CBS are declared by their codes, and computed by the authority', () => {
  const item = served({ nbsCode: '115021000', ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301' });
  const { fields, amounts } = compute({ payload: serviceOf([item]) });
  expect(fields).toMatchObject({
    ibsCbsSituation: '000',
    ibsCbsClassification: '000001',
    ibsCbsOperationIndicator: '100301',
  });
  expect(amounts.ibsCbs).toBeNull();
  expect(Object.keys(compute().fields).filter((name) => name.startsWith('ibsCbs'))).toEqual([]);
});

test('a new service is worth its value less the unconditional discount, whatever its taxes will be', () => {
  const payload = serviceOf([{ ...served(), serviceCode: null }], {
    discount: '100.00',
    service: { conditionalDiscount: '50.00', competence: '2027-01-05' },
  });
  const draft = { issuer: null, client: company, payload, on: new Date('2026-11-21T15:00:00Z') };
  expect(expectedServiceTotal(draft)).toBe('900.00');
  expect(expectedServiceTotal({ ...draft, issuer: providerOf() })).toBe('900.00');
  expect(() =>
    expectedServiceTotal({ ...draft, client: { ...company, document: '11222333000181' }, issuer: providerOf() }),
  ).toThrow(/E0202/);
  expect(() => expectedServiceTotal({ ...draft, payload: { ...payload, discount: '1000.00' } })).toThrow(/E0431/);
});

test('the example of docs/taxation.md', () => {
  const subRule = (fields: ServiceFields, lists: Partial<NfseSubRule> = {}): NfseSubRule => {
    return { municipalityCodes: [], takerTypes: [], serviceCodes: [], ...lists, fields };
  };
  const subRules = [
    subRule({ issWithholding: '1' }),
    subRule({ issWithholding: '2', pisCofinsWithholding: '3', irrfRate: '1.5000' }, { takerTypes: ['COMPANY'] }),
    subRule({ issWithholding: '1', irrfRate: '1.5000' }, { serviceCodes: ['171901'] }),
  ];
  const ofIbsCbs = { ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301' };
  const fields = { serviceCode: '010701', nbsCode: '115021000', ...ofIbsCbs };
  const own = { pisCofinsCst: '01', pisRate: '0.6500', cofinsRate: '3.0000', pisCofinsWithholding: '0' };
  const item = { code: 'HORA', description: 'Hora técnica', quantity: '10', unitValue: '100.00' };
  const service = compute({
    issuer: providerOf('NORMAL', {}, { serviceDefaults: { issRate: '2.9000', ...own } }),
    payload: serviceOf([item], { discount: '50.00' }),
    records: {
      items: [{ taxRule: { id: 'r', name: 'Serviços', subRules }, product: null }],
      template: { id: 't', name: 'Suporte', fields },
    },
  });
  expect(service.items[0]?.taxation).toEqual({
    serviceCode: { value: '010701', source: 'TEMPLATE' },
    nbsCode: { value: '115021000', source: 'TEMPLATE' },
    issTaxation: { value: '1', source: 'TABLE' },
    issWithholding: { value: '2', source: 'TAX_RULE' },
    issRate: { value: '2.9000', source: 'COMPANY' },
    pisCofinsCst: { value: '01', source: 'COMPANY' },
    pisRate: { value: '0.6500', source: 'COMPANY' },
    cofinsRate: { value: '3.0000', source: 'COMPANY' },
    pisCofinsWithholding: { value: '3', source: 'TAX_RULE' },
    irrfRate: { value: '1.5000', source: 'TAX_RULE' },
    csllRate: { value: '1.0000', source: 'TABLE' },
    ibsCbsSituation: { value: '000', source: 'TABLE' },
    ibsCbsClassification: { value: '000001', source: 'TEMPLATE' },
    ibsCbsOperationIndicator: { value: '100301', source: 'TEMPLATE' },
    totalFederalRate: { value: '13.4500', source: 'COMPANY' },
    totalStateRate: { value: '0.0000', source: 'COMPANY' },
    totalMunicipalRate: { value: '2.0000', source: 'COMPANY' },
  });
  expect(service.items[0]?.taxedBy).toEqual({
    taxRule: { id: 'r', name: 'Serviços', subRule: 2 },
    product: null,
    template: { id: 't', name: 'Suporte' },
  });
  const amounts = { issBase: '950.00', issWithheld: '27.55', pis: '6.18', cofins: '28.50' };
  expect(service.amounts).toMatchObject({ ...amounts, csll: '44.18', irrf: '14.25', withheld: '85.98', net: '864.02' });
  expect(service.fields).not.toHaveProperty('issRate');
});

test.each<[string, string, string | undefined]>([
  ['is due to its provider', '010701', 'PT'],
  ['would be due where it is rendered', '110201', undefined],
  ['would be due to a taker in Brazil', '170501', undefined],
])('an export whose ISSQN %s (%s) says %s as the country of its result', (_what, serviceCode, country) => {
  const fields = { serviceCode, issTaxation: '3', issResultCountry: 'PT' };
  const service = compute({ payload: serviceOf([served(fields)], { service: { foreignTrade } }) });
  expect(service.fields.issResultCountry).toBe(country);
});

test('a suspended ISSQN says the rate of a municipality that may not be on the national system (E0619)', () => {
  const suspended = { issSuspensionType: '1', issSuspensionProcess: '1'.repeat(30), issRate: '3' };
  const rateIn = (municipalityCode: string) =>
    compute({
      payload: serviceOf([served({ ...suspended, serviceCode: '110201' })], {
        service: { place: { municipalityCode } },
      }),
    }).fields.issRate;
  expect([rateIn('2611606'), rateIn('3550308')]).toEqual(['3.0000', undefined]);
});
