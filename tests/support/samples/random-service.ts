import fc from 'fast-check';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { NfseSettings } from '../../../domain/companies/settings.ts';
import type { ServiceInput } from '../../../domain/documents/compute/service.ts';
import type { ServiceItemInput } from '../../../domain/documents/payload.ts';
import type {
  DeclaredServiceIbsCbs,
  DeductionDocument,
  Reimbursement,
  ServiceDetails,
  SiteAddress,
} from '../../../domain/documents/service-sale.ts';
import { atSea } from '../../../domain/service-taxation/service-code.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { personIn, taxpayerIn } from '../../domain/documents/sale.ts';
import { foreigner, foreignTrade, providerOf, serviceOf } from '../../domain/documents/service.ts';

/** When the services are issued; tests set the simulated authority's clock to it. */
export const issuedAt = new Date('2026-11-21T15:00:00Z');

const saoPaulo = '3550308';
const rio = '3304557';
const recife = '2611606';

/** What the simulated cities accept for a service. Recife is not on the national system, so there the issuer says the rate. */
type Served = { code: string; place: string; rate: string; isRateSaid: boolean };

const atHome: Served[] = ['010701', '170101', '060101', '042201'].map((code) => ({
  ...{ code, place: saoPaulo, isRateSaid: true },
  rate: code === '010701' ? '2.90' : '5.00',
}));
const elsewhere: Served[] = ['070201', '070501', '120101', '110201', '160101'].flatMap((code) => [
  { code, place: rio, rate: '5.00', isRateSaid: false },
  { code, place: recife, rate: '3.50', isRateSaid: true },
  { code, place: saoPaulo, rate: '5.00', isRateSaid: true },
]);
const others: Served[] = [
  // Its ISSQN is due to the taker's city, which is always on the national system here.
  { code: '170501', place: saoPaulo, rate: '5.00', isRateSaid: false },
  { code: '110201', place: atSea, rate: '5.00', isRateSaid: true },
  { code: '220101', place: rio, rate: '5.00', isRateSaid: false },
  { code: '990101', place: saoPaulo, rate: '5.00', isRateSaid: false },
];

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => (value / 100).toFixed(2));
/** A rate in percent; the least and the highest come often. */
const rate = (most: number) =>
  fc.oneof(fc.constantFrom('0', '0.01', most.toFixed(2)), cents(0, most * 100), cents(0, 1500));
const maybe = <Value>(of: fc.Arbitrary<Value>, freq = 3) => fc.option(of, { nil: null, freq });

const amounts = fc.record({
  quantity: fc.integer({ min: 1, max: 99_999 }).map((value) => (value / 1000).toFixed(3)),
  unitValue: fc.oneof(cents(1, 500), cents(10_000, 9_999_999)),
});

const iss = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ issTaxation: '1' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('1', '2', '3', '4', '5').map((type) => ({ issTaxation: '2', issImmunityType: type })),
  },
  { weight: 1, arbitrary: fc.constant({ issTaxation: '3', issResultCountry: 'PT' }) },
  { weight: 1, arbitrary: fc.constant({ issTaxation: '4' }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('1', '2')
      .map((type) => ({ issSuspensionType: type, issSuspensionProcess: '1'.repeat(30) })),
  },
  {
    weight: 2,
    arbitrary: maybe(cents(1, 6000), 5).map((issBenefitReduction) => ({
      ...{ issBenefitCode: '35503080100001', issBenefitReduction },
    })),
  },
);

const contribution = fc.oneof(
  fc.constant({}),
  fc.record({
    pisCofinsCst: fc.constantFrom('01', '02', '03', '05', '49', '50', '99'),
    pisRate: fc.constantFrom('0.65', '1.65', '0'),
    cofinsRate: fc.constantFrom('3', '7.60', '0'),
  }),
  fc.record({
    pisCofinsCst: fc.constantFrom('00', '04', '06', '07', '08', '09'),
    pisRate: fc.constantFrom(null, '0'),
  }),
);
const federal = fc
  .tuple(
    contribution,
    fc.record({ pisCofinsWithholding: fc.constantFrom(...'0123456789') }),
    fc.record({ inssRate: maybe(rate(11)), irrfRate: maybe(rate(5)), csllRate: maybe(rate(2)) }),
    fc.constantFrom(false, false, false, true),
  )
  .map(([own, kind, withheld, isNothingSaid]) => ({ ...own, ...(isNothingSaid ? {} : kind), ...withheld }));

const threeRates = fc.record({ totalFederalRate: rate(100), totalStateRate: rate(100), totalMunicipalRate: rate(100) });
const ofSimples = fc.oneof(
  threeRates,
  rate(99).map((totalSimplesRate) => ({ totalSimplesRate })),
);

const ibsCbs = fc.oneof(
  fc.constant({}),
  fc
    .record({
      ibsCbsClassification: fc.constantFrom('000001', '200028', '200052', '221001', '410001', '410999', '820001'),
      ibsCbsOperationIndicator: fc.constantFrom('100301', '020101', '050101', '030102'),
    })
    .map((declared) => ({ ...declared, nbsCode: '115013000' })),
  fc.record({
    ibsCbsClassification: fc.constant('515001'),
    ibsStateDeferralRate: rate(100),
    ibsMunicipalDeferralRate: rate(100),
    cbsDeferralRate: rate(100),
    ibsCbsOperationIndicator: fc.constant('100301'),
    nbsCode: fc.constant('115013000'),
  }),
  fc.constant({
    ...{ ibsCbsClassification: '550016', ibsCbsOperationIndicator: '100301', nbsCode: '115013000' },
    ...{ ibsCbsRegularSituation: '000', ibsCbsRegularClassification: '000001' },
  }),
);

const deduction = (value: string): DeductionDocument => ({
  ...{
    nfeKey: '35261111222333000181550010000000421834509210',
    type: '2',
    issueDate: '2026-11-01',
    deductibleValue: '99999999.00',
    value,
  },
});
const passedOn = (value: string): Reimbursement => ({
  ...{ otherDocument: { number: '7', description: 'Recibo' }, type: '04', value },
  ...{ issueDate: '2026-11-10', competence: '2026-11-01' },
});
const declaredWithIt = fc.record(
  {
    personalUse: fc.boolean(),
    reimbursements: fc.array(cents(1, 4000), { minLength: 1, maxLength: 3 }).map((values) => values.map(passedOn)),
    presumedCreditCode: fc.constantFrom('01', '13'),
    recipient: fc.constant(personIn('RJ')),
  },
  { requiredKeys: [] },
);

const details = fc.record(
  {
    conditionalDiscount: cents(0, 100),
    deductions: fc.oneof(
      fc.constantFrom('0.01', '10', '33.33', '60', '100').map((percentage) => ({ rate: percentage })),
      cents(1, 9000).map((value) => ({ value })),
      fc.array(cents(1, 4000), { minLength: 1, maxLength: 3 }).map((values) => ({ documents: values.map(deduction) })),
    ),
    intermediary: fc.boolean(),
  },
  { requiredKeys: [] },
);

const regimes: [TaxRegime, Partial<NfseSettings>][] = [
  ...['0', '1', '2', '4', '6', '9'].map((specialRegime): [TaxRegime, Partial<NfseSettings>] => [
    'NORMAL',
    { specialRegime },
  ]),
  ['NORMAL', {}],
  ['NORMAL', {}],
  ...(['1', '2', '3'] as const).map((simplesAssessment): [TaxRegime, Partial<NfseSettings>] => [
    'SIMPLES',
    { simplesAssessment },
  ]),
  ['SIMPLES', { simplesAssessment: '2', specialRegime: '5' }],
  ['SIMPLES_EXCESS', {}],
  ['MEI', {}],
];
const takers: ClientSnapshot[] = [
  taxpayerIn('SP'),
  { ...taxpayerIn('RJ'), address: { ...taxpayerIn('RJ').address, municipalityCode: rio } },
  personIn('SP'),
  { ...personIn('SP'), address: null },
  { ...personIn('SP'), document: '', documentType: null, type: null },
  foreigner,
];
const broker: ServiceDetails['intermediary'] = { ...taxpayerIn('SP'), document: '04252011000110' };
const site: SiteAddress = { zipCode: '01001000', street: 'Praça da Sé', number: '1', neighborhood: 'Sé' };

/**
 * A service of any shape that a company of São Paulo may ask for, with codes that the simulated cities accept: some are refused by the form
 * of their fields, most are not.
 */
export const randomService: fc.Arbitrary<ServiceInput> = fc
  .record({
    regime: fc.constantFrom(...regimes),
    client: fc.constantFrom(...takers),
    served: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...atHome) },
      { weight: 2, arbitrary: fc.constantFrom(...elsewhere) },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    ),
    isAbroad: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
    lines: fc.array(amounts, { minLength: 1, maxLength: 3 }),
    discount: fc.constantFrom(0, 0, 0, 1, 7, 33, 50),
    withholding: fc.constantFrom(null, '1', '1', '2', '2', '3'),
    ...{ iss, federal, threeRates, ofSimples, ibsCbs, declaredWithIt, details },
  })
  .map(({ regime, client, served, isAbroad, lines, discount, withholding, ...codes }) => {
    const [taxRegime, nfse] = regime;
    const { code, place } = served;
    const isExport = isAbroad || 'issResultCountry' in codes.iss;
    const isForeign = isExport || client.type === 'FOREIGN';
    const isSimples = taxRegime === 'SIMPLES' && nfse.simplesAssessment === '1';
    const isOurs = place === saoPaulo && code !== '170501';
    const mayBenefit = isOurs && taxRegime === 'NORMAL';
    const said = 'issBenefitCode' in codes.iss && !mayBenefit ? {} : codes.iss;
    const isExempt = 'issBenefitCode' in said && !said.issBenefitReduction;
    const iss = { ...said, ...(code === '990101' ? { issTaxation: '4' } : isAbroad ? { issTaxation: '3' } : {}) };
    const isTaxed = !isAbroad && !(iss.issTaxation && iss.issTaxation !== '1');
    // Whether a benefit without a reduction exempts is known to its municipality alone.
    const isDue = isTaxed && !isExempt && taxRegime !== 'MEI' && (nfse.specialRegime ?? '0') === '0';
    const mayWithhold = isDue && !('issSuspensionType' in iss);
    const { deductions, intermediary, ...details } = codes.details;
    const fields: Partial<ServiceItemInput> = {
      serviceCode: code,
      ...(taxRegime !== 'MEI' && (served.isRateSaid || isSimples) ? { issRate: served.rate } : {}),
      ...(mayWithhold ? { issWithholding: withholding } : {}),
      ...iss,
      ...codes.federal,
      ...(taxRegime.startsWith('SIMPLES') ? codes.ofSimples : codes.threeRates),
      ...codes.ibsCbs,
      ...(isForeign ? { nbsCode: '115013000' } : {}),
    };
    const declared: DeclaredServiceIbsCbs = {
      ...codes.declaredWithIt,
      ...('ibsCbsOperationIndicator' in codes.ibsCbs &&
      codes.ibsCbs.ibsCbsOperationIndicator === '020101' &&
      code !== '070201' &&
      code !== '070501'
        ? { property: { cib: 'AB12CD34' } }
        : {}),
    };
    const service: ServiceDetails = {
      ...details,
      ...('ibsCbsClassification' in codes.ibsCbs ? { ibsCbs: declared } : {}),
      ...(isDue ? { deductions } : {}),
      ...(intermediary || withholding === '3' ? { intermediary: broker } : {}),
      place: isAbroad ? { country: 'US' } : { municipalityCode: place },
      ...(isForeign ? { foreignTrade } : {}),
      ...(code.startsWith('07') ? { works: isAbroad ? { code: 'CNO-1' } : { address: site } } : {}),
      ...(code.startsWith('12')
        ? { event: { name: 'Feira', startDate: '2026-11-20', endDate: '2026-11-22', code: 'EV1' } }
        : {}),
    };
    return {
      issuer: providerOf(taxRegime, nfse),
      client,
      payload: serviceOf(
        lines.map((line, index) => ({ code: `S${index}`, description: 'Serviço', ...line, ...fields })),
        { service, discount: portionOf(lines, discount) },
      ),
      on: issuedAt,
    };
  });

/** A percentage of the lines' value, rounded down to the cent. */
function portionOf(lines: { quantity: string; unitValue: string }[], percentage: number): string {
  const worth = lines.reduce((sum, { quantity, unitValue }) => sum + Number(quantity) * Number(unitValue), 0);
  return (Math.floor(worth * percentage) / 100).toFixed(2);
}
