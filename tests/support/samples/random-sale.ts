import fc from 'fast-check';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { NoteInput } from '../../../domain/documents/compute/operation.ts';
import type { GoodsPayload, ItemInput } from '../../../domain/documents/payload.ts';
import type { TaxFields } from '../../../domain/taxation/fields.ts';
import { icmsSituations } from '../../../domain/taxation/icms/situations.ts';
import type { TaxRecords } from '../../../domain/taxation/levels/records.ts';
import { type TaxRegime, usesCsosn } from '../../../domain/taxation/operation.ts';
import { issuerOf, personIn, taxpayerIn } from '../../domain/documents/sale.ts';

/** A rate in percent with up to four places; the least and the highest come often. */
const rate = (most: number) =>
  fc.oneof(
    fc.constantFrom('0', '0.0001', String(most)),
    fc.integer({ min: 0, max: most * 100 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    fc.integer({ min: 0, max: most * 10_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4)),
  );

/** Fields that any level may have besides the codes; their rates are valid for every operation. */
const withoutIpi = {
  icmsOrigin: fc.constantFrom('0', '1', '5', '8'),
  icmsRate: rate(4),
  icmsRedBc: rate(100),
  icmsDeferralRate: rate(100),
  icmsExemptionReason: fc.constant('9'),
  icmsExemptionDeducted: fc.constantFrom('0', '1'),
  icmsStModBc: fc.constantFrom('4', '6'),
  icmsStMva: rate(200),
  icmsStRate: rate(30),
  icmsStRedBc: rate(100),
  icmsSnCreditRate: rate(5),
  // Rates that every state with a fund accepts (rules 874 and 875).
  fcpRate: fc.constantFrom('0', '2'),
  fcpStRate: fc.constantFrom('0', '2'),
  pisSituation: fc.constantFrom('01', '02', '04', '06', '09', '49', '99'),
  pisRate: rate(10),
  cofinsSituation: fc.constantFrom('01', '02', '05', '07', '08', '49', '99'),
  cofinsRate: rate(20),
  ibsCbsClassification: fc.constantFrom('000001', '200003', '200034', '200047', '410004', '510001', '515001', '550001'),
  ibsCbsRegularClassification: fc.constantFrom('000001', '200034', '410004'),
};
const parameters = {
  ...withoutIpi,
  ipiSituation: fc.constantFrom('50', '51', '53', '99'),
  ipiRate: rate(300),
};

const origins = [{ imported: false, state: 'SP', percent: '100' }];
/** Fuels of the table by the litre, with all fields that sales between taxpayers need, and a situation of companies outside Simples. */
const fuel = fc.record({
  icmsSituation: fc.constantFrom('02', '53', '61'),
  unit: fc.constant('L'),
  fuel: fc.constantFrom(
    { anpCode: '320102001', biodieselPercent: '30', origins },
    { anpCode: '820101034', biodieselPercent: '15', origins },
    { anpCode: '810102001', origins },
  ),
});

/** Situations that the authority accepts in a sale to any recipient (rules N12-70, N12-80 and N12a-70). */
const forOutsiders = new Set(['00', '20', '40', '41', '60', '102', '103', '300', '400', '500']);

/** Situations of a MEI's sales (rules N12a-80 and N12a-90). */
const forMei = new Set(['102', '300', '400']);

function situationsFor(regime: TaxRegime, { taxpayerType }: ClientSnapshot): string[] {
  const table = usesCsosn(regime) ? 'CSOSN' : 'CST';
  const all = [...icmsSituations].filter(([, situation]) => situation.table === table).map(([code]) => code);
  const own = regime === 'MEI' ? all.filter((code) => forMei.has(code)) : all;
  return taxpayerType === 'CONTRIBUINTE' ? own : own.filter((code) => forOutsiders.has(code));
}

const digits = (most: number, places: number) =>
  fc.integer({ min: 1, max: most }).map((value) => (value / 10 ** places).toFixed(places));

const amounts = fc.record(
  {
    quantity: digits(999_999, 4),
    unitValue: digits(99_999_999, 6),
    freight: digits(9_999, 2),
    insurance: digits(999, 2),
    otherCosts: digits(9_999, 2),
  },
  { requiredKeys: ['quantity', 'unitValue'] },
);

const registrations = { SP: '110042490114', BA: '12345663', RJ: '99999993' };
const taxpayers = Object.entries(registrations).map(([state, stateRegistration]) => ({
  ...taxpayerIn(state),
  stateRegistration,
}));

const persons = ['SP', 'BA', 'MG'].map(personIn);

const { address: inBahia } = taxpayerIn('BA');
const { address: inSaoPaulo } = taxpayerIn('SP');
const warehouse = { ...inBahia, document: '11444777000161', name: 'Depósito Barra', stateRegistration: '12345663' };
/** Most sales go from seller to buyer. */
const places: Pick<GoodsPayload, 'delivery' | 'pickup'>[] = [
  ...[{}, {}, {}, {}],
  { delivery: { ...inBahia, email: 'obra@example.com', phone: '71999990000' } },
  { delivery: { ...inSaoPaulo } },
  { pickup: warehouse },
  { pickup: warehouse, delivery: { ...inBahia, document: '52998224725' } },
];

/**
 * A sale of any situation whose lines take their taxes from all five levels: the company has every field, and every other level has random
 * ones, most of which the code that wins does not use.
 */
export const randomSale = randomSaleTo([...taxpayers, ...persons]);

const classesOfConsumers = fc.constantFrom('000001', '200003', '200034', '200047');

/** The same at the counter: to natural persons, without IPI, of classifications that an NFC-e may have. */
export const randomConsumerSale = randomSaleTo(persons, { ...withoutIpi, ibsCbsClassification: classesOfConsumers });

function randomSaleTo(
  clients: ClientSnapshot[],
  said: Partial<typeof parameters> = parameters,
): fc.Arbitrary<NoteInput> {
  return circumstances(clients).chain((of) => {
    const situations = fc.constantFrom(...situationsFor(of.regime, of.client));
    const partial = fc.record({ icmsSituation: situations, ...said }, { requiredKeys: [] });
    const isOfFuels = !usesCsosn(of.regime) && of.client.taxpayerType === 'CONTRIBUINTE';
    const item = isOfFuels
      ? fc.oneof({ weight: 4, arbitrary: partial }, { weight: 1, arbitrary: fc.tuple(partial, fuel).map(merged) })
      : partial;
    const line = fc.record({ amounts, item, rule: partial, product: partial });
    return fc
      .record({
        company: fc.record({ icmsSituation: situations, ...said }),
        template: partial,
        lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      })
      .map((levels) => noteInput(of, levels));
  });
}

function circumstances(clients: ClientSnapshot[]): fc.Arbitrary<Of> {
  return fc.record({
    regime: fc.constantFrom<TaxRegime>('NORMAL', 'SIMPLES', 'SIMPLES_EXCESS', 'MEI'),
    client: fc.constantFrom(...clients),
    discount: fc.integer({ min: 0, max: 100 }),
    excludesIcms: fc.boolean(),
    finalConsumer: fc.boolean(),
    presence: fc.constantFrom('1', '2', '9'),
    places: fc.constantFrom(...places),
  });
}

function merged([item, fuel]: [Partial<ItemInput>, Partial<ItemInput>]): Partial<ItemInput> {
  return { ...item, ...fuel };
}

type Of = {
  regime: TaxRegime;
  client: ClientSnapshot;
  discount: number;
  excludesIcms: boolean;
  finalConsumer: boolean;
  presence: string;
  places: Pick<GoodsPayload, 'delivery' | 'pickup'>;
};
type Line = {
  amounts: Pick<ItemInput, 'quantity' | 'unitValue'>;
  item: Partial<ItemInput>;
  rule: TaxFields;
  product: TaxFields;
};
type Levels = { company: TaxFields; template: TaxFields; lines: Line[] };

const cfops = { internalCfop: '5102', interstateContributor: null, interstateNonContributor: null, exportCfop: null };

function noteInput(of: Of, { company, template, lines }: Levels): NoteInput {
  const codes = { cest: '2800100', cfop: '5102', ipiFramework: '999', benefitCode: 'SEM CBENEF' };
  const taxDefaults = { ...coherent(company), ...codes, ncm: '61091000' };
  const records: TaxRecords = {
    items: lines.map(({ rule, product }, index) => ({
      taxRule: {
        id: `rule-${index}`,
        name: 'Regra',
        subRules: [{ states: [], clientTypes: [], cfops: [], fields: coherent(rule) }],
      },
      product: { id: `product-${index}`, name: 'Produto', taxation: { cfops, fields: coherent(product) } },
    })),
    template: { id: 'template', name: 'Modelo', fields: coherent(template) },
  };
  const items = lines.map(({ amounts, item }, index) => ({
    code: `P${index}`,
    description: 'Camiseta de algodão',
    ...amounts,
    ...coherent(item),
    ...(wasCollected(item) ? { retainedSt } : {}),
    discount: shareOf(amounts, of.discount),
  }));
  return {
    issuer: issuerOf(of.regime, { taxDefaults, pisCofinsExcludesIcms: of.excludesIcms }),
    client: of.client,
    payload: {
      type: 'NFE',
      operationNature: 'Venda de mercadoria',
      items,
      presence: of.presence,
      ...of.places,
      ...(of.client.taxpayerType === 'CONTRIBUINTE' ? { finalConsumer: of.finalConsumer } : {}),
    },
    records,
    on: new Date('2026-11-21T15:00:00Z'),
  };
}

/** The substitution that was charged when the goods were bought; only lines that themselves say that it was collected may have it. */
const retainedSt = { base: '1200', rate: '18', ownValue: '90', value: '126' };

function wasCollected({ icmsSituation }: Partial<ItemInput>): boolean {
  return icmsSituations.get(icmsSituation ?? '')?.isCollected ?? false;
}

/**
 * A level as a competent person would write it: with a reason of exemption it has the rate by which the exempted ICMS is found; regular
 * taxation stands only with a classification that shows it (rule 1114).
 */
function coherent({ ibsCbsRegularClassification, ...fields }: TaxFields): TaxFields {
  return {
    ...fields,
    ...(fields.icmsExemptionReason ? { icmsExemptedRate: '30' } : {}),
    ...(fields.ibsCbsClassification === suspended
      ? { ibsCbsRegularClassification: ibsCbsRegularClassification ?? '000001' }
      : {}),
  };
}

/** A classification of goods that are not taxed now, but show the tax as if they were. */
const suspended = '550001';

/** A percentage of a line's value, rounded down to the cent, so that it never exceeds the value. */
function shareOf({ quantity, unitValue }: Line['amounts'], percentage: number): string {
  return (Math.floor(Number(quantity) * Number(unitValue) * percentage) / 100).toFixed(2);
}
