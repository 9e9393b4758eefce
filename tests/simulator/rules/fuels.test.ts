import { afterAll, beforeAll, expect, test } from 'vitest';
import { control } from '../support/control.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant } from '../support/test-company.ts';

let company: TestCompany;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

const gasoline = '320102001';
const gas = '210203001';
/** A fuel that has no single-phase ICMS. */
const ethanol = '810101001';

type Sale = {
  product?: string;
  /** What stands before and after UFCons in the XML. */
  shares?: string;
  blend?: string;
  origins?: string;
  icms?: string;
  totals?: string;
  /** Whether the buyer resells the fuel instead of using it. */
  resold?: boolean;
  note?: string;
};

const onePhase = (base = '4.0000', rate = '1.5700', value = '6.28'): string =>
  `<ICMS61><orig>0</orig><CST>61</CST><qBCMonoRet>${base}</qBCMonoRet><adRemICMSRet>${rate}</adRemICMSRet>` +
  `<vICMSMonoRet>${value}</vICMSMonoRet></ICMS61>`;
const own = (base = '4.0000', value = '6.28'): string =>
  `<ICMS02><orig>0</orig><CST>02</CST><qBCMono>${base}</qBCMono><adRemICMS>1.5700</adRemICMS><vICMSMono>${value}</vICMSMono></ICMS02>`;
const retained = (product: string, value: string): Sale => ({
  product,
  resold: true,
  blend: '<pBio>14.0000</pBio>',
  origins: '<origComb><indImport>0</indImport><cUFOrig>35</cUFOrig><pOrig>100.0000</pOrig></origComb>',
  icms:
    '<ICMS15><orig>0</orig><CST>15</CST><qBCMono>4.0000</qBCMono><adRemICMS>1.5700</adRemICMS><vICMSMono>6.28</vICMSMono>' +
    `<qBCMonoReten>10.0000</qBCMonoReten><adRemICMSReten>1.1700</adRemICMSReten><vICMSMonoReten>${value}</vICMSMonoReten></ICMS15>`,
  totals: `<qBCMono>4.00</qBCMono><vICMSMono>6.28</vICMSMono><qBCMonoReten>10.00</qBCMonoReten><vICMSMonoReten>${value}</vICMSMonoReten>`,
  note: (100 + Number(value)).toFixed(2),
});
const simples = '<ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102>';
const back = '<qBCMonoRet>4.00</qBCMonoRet><vICMSMonoRet>6.28</vICMSMonoRet>';
const charged = '<qBCMono>4.00</qBCMono><vICMSMono>6.28</vICMSMono>';
const ofState = (share: string, imported = '0'): string =>
  `<origComb><indImport>${imported}</indImport><cUFOrig>35</cUFOrig><pOrig>${share}</pOrig></origComb>`;

/** Fuel that a Simples company sells within São Paulo: to a consumer, or to a taxpayer who resells it. */
function sold(sale: Sale): Edits {
  const { product = gasoline, shares = '', blend = '', origins = '', icms = onePhase(), totals = back, note } = sale;
  return [
    ['<CFOP>5102', '<CFOP>5656'],
    ['<NCM>19059090', '<NCM>27101259'],
    ...(product === gas ? [] : [['<uTrib>KG', '<uTrib>L'] as const]),
    [
      '<indTot>1</indTot>',
      `<indTot>1</indTot><comb><cProdANP>${product}</cProdANP><descANP>Combustivel</descANP>${shares}<UFCons>SP</UFCons>${blend}${origins}</comb>`,
    ],
    ...(icms === simples ? [] : [[/<ICMSSN102>.*<\/ICMSSN102>/, icms] as const]),
    ...(totals === '' ? [] : [['</vFCPSTRet>', `</vFCPSTRet>${totals}`] as const]),
    ...(note
      ? ([
          ['<vNF>100.00', `<vNF>${note}`],
          ['<vPag>100.00', `<vPag>${note}`],
        ] as const)
      : []),
    ...(sale.resold ? toTaxpayer : []),
  ];
}

const toTaxpayer: Edits = [
  ['<indFinal>1', '<indFinal>0'],
  ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
  ['<indIEDest>9</indIEDest>', '<indIEDest>1</indIEDest><IE>110042490114</IE>'],
];

const blended = '<pBio>30.0000</pBio>';
const onward: Sale = { resold: true, blend: blended, origins: ofState('100.0000') };
/** Since 2023-05-01 gas needs no starting value (LA03d-10 was 856). */
const whole: Sale = { product: gas, shares: '<pGLP>100.0000</pGLP>' };

/** By code: a sale that breaks the rule, and the most similar one that does not. */
const cases: readonly (readonly [number, string, Sale, Sale])[] = [
  [461, 'shares of gas in gasoline', { shares: '<pGLP>100.0000</pGLP>' }, {}],
  [855, 'shares of gas that are not the whole', { product: gas, shares: '<pGLP>90.0000</pGLP>' }, whole],
  [907, 'biofuel in what has none', { ...whole, blend: blended }, whole],
  [908, 'gasoline that is sold on and does not say its ethanol', { ...onward, blend: '' }, onward],
  [909, 'gasoline that is sold on and does not say where from', { ...onward, origins: '' }, onward],
  [
    909,
    'natural gas that does not say where from',
    { ...whole, resold: true, shares: '<pGLP>90.0000</pGLP><pGNn>10.0000</pGNn>' },
    { ...whole, resold: true },
  ],
  [
    747,
    'where ethanol comes from',
    { product: ethanol, origins: ofState('100.0000'), icms: simples, totals: '' },
    { product: ethanol, icms: simples, totals: '' },
  ],
  [
    958,
    'states of origin that are not the whole',
    { ...onward, origins: ofState('90.0000') },
    { ...onward, origins: ofState('60.0000') + ofState('40.0000') },
  ],
  [
    958,
    'imported gas that is not the whole',
    { ...whole, origins: ofState('50.0000') + ofState('50.0000', '1') },
    { ...whole, origins: ofState('100.0000') + ofState('100.0000', '1') },
  ],
  [959, 'single-phase ICMS of ethanol', { product: ethanol }, { product: ethanol, icms: simples, totals: '' }],
  [960, 'gasoline without single-phase ICMS', { icms: simples, totals: '' }, {}],
  [
    767,
    'own ICMS without its quantity',
    { ...onward, icms: own().replace(/<qBCMono>.*<\/qBCMono>/, ''), totals: '<vICMSMono>6.28</vICMSMono>' },
    { ...onward, icms: own(), totals: charged },
  ],
  [
    962,
    'own ICMS that is not quantity times rate',
    { ...onward, icms: own('4.0000', '6.30'), totals: charged.replace('6.28', '6.30') },
    { ...onward, icms: own('4.0000', '6.29'), totals: charged.replace('6.28', '6.29') },
  ],
  [
    768,
    'retained ICMS without its quantity',
    {
      ...retained(gasoline, '11.70'),
      icms: retained(gasoline, '11.70').icms!.replace(/<qBCMonoReten>.*<\/qBCMonoReten>/, ''),
    },
    retained(gasoline, '11.70'),
  ],
  [964, 'retained ICMS that is not quantity times rate', retained(gasoline, '3.90'), retained(gasoline, '11.70')],
  [
    964,
    'all ICMS retained on diesel, of which a third is due',
    retained('820101034', '11.70'),
    retained('820101034', '3.90'),
  ],
  [
    769,
    'ICMS retained before without its quantity',
    { icms: onePhase().replace(/<qBCMonoRet>.*<\/qBCMonoRet>/, ''), totals: '<vICMSMonoRet>6.28</vICMSMonoRet>' },
    {},
  ],
  [
    966,
    'goods that do not say where they come from',
    { product: ethanol, icms: simples.replace('<orig>0</orig>', ''), totals: '' },
    { product: ethanol, icms: simples, totals: '' },
  ],
  [
    700,
    'another total of the quantity',
    { ...onward, icms: own(), totals: charged.replace('4.00', '4.02') },
    { ...onward, icms: own(), totals: charged },
  ],
  [
    967,
    'another total of own ICMS',
    { ...onward, icms: own(), totals: charged.replace('6.28', '6.29') },
    { ...onward, icms: own(), totals: charged },
  ],
  [
    723,
    'another total of the quantity retained',
    { ...retained(gasoline, '11.70'), totals: retained(gasoline, '11.70').totals!.replace('10.00', '10.02') },
    retained(gasoline, '11.70'),
  ],
  [744, 'another total of the quantity retained before', { totals: back.replace('4.00', '4.02') }, {}],
  [969, 'another total of the ICMS retained before', { totals: back.replace('6.28', '6.29') }, {}],
  [
    610,
    'a note that leaves out the ICMS that it retains',
    { ...retained(gasoline, '11.70'), note: '100.01' },
    retained(gasoline, '11.70'),
  ],
];

test.each(cases)('%i: %s, and not its nearest neighbour', async (expected, _what, broken, right) => {
  expect(await company.answerTo(sold(broken))).toBe(expected);
  expect(await company.answerTo(sold(right))).toBe(100);
});

test('968: another total of the ICMS that is retained', async () => {
  const sale = retained(gasoline, '11.70');
  const totals = sale.totals!.replace('<vICMSMonoReten>11.70', '<vICMSMonoReten>11.71');
  expect(await company.answerTo(sold({ ...sale, totals, note: '111.71' }))).toBe(968);
});

test('diesel says what was charged of it and of its biodiesel, which is no product of the rate', async () => {
  const parts = { icms: onePhase('4.0000', '1.5700', '5.66'), totals: back.replace('6.28', '5.66') };
  expect(await company.answerTo(sold(parts))).toBe(100);
});

test('961, 963, 965: rates per unit are those of the table where a state looks at them', async () => {
  const old = sold({ icms: onePhase('4.0000', '1.4700', '5.88'), totals: back.replace('6.28', '5.88') });
  const ofOwn = sold({
    ...onward,
    icms: own().replace('1.5700', '1.4700').replace('6.28', '5.88'),
    totals: charged.replace('6.28', '5.88'),
  });
  expect(await company.answerTo(old)).toBe(100);
  await control(company.started.simulator, 'PUT', '/state-options', { fuelRates: ['SP'] });
  expect(await company.answerTo(old)).toBe(965);
  expect(await company.answerTo(ofOwn)).toBe(961);
  expect(await company.answerTo(sold(retained(gasoline, '11.70')))).toBe(963);
  expect(await company.answerTo(sold({}))).toBe(100);
  await control(company.started.simulator, 'DELETE', '/state-options');
});
