import { line } from '../arithmetic.ts';
import type { Buyer, FiscalCase } from '../fiscal-case.ts';
import { taxpayer } from '../people.ts';
import type { State } from '../states.ts';

const note = 'NT 2019.001 v1.70 §3.6.1';
const since: Partial<Record<State, string>> = {
  SP: 'Portaria SRE 70/2025 (SP), in production since 2026-04-06',
  RJ: 'in force in RJ since 2019-10-01',
  SC: 'in force in SC since 2025-09-01, 946 since 2025-11-03',
  GO: 'in force in GO since 2023-07-01',
  RS: 'in force in RS since 2019-10-01, 946 since 2020-08-10',
  PR: 'in force in PR since 2019-09-02, 946 since 2020-08-10',
  DF: 'in force in DF since 2023-09-04',
};

/** A list of codes as an operator provides it for a state without a published list: one for exemptions, one for reductions, one for deferrals. */
const listOf = (state: State) => ({
  benefits: {
    [state]: {
      source: 'Tabela cBenef of the state, as an operator would bring it',
      codes: {
        [`${state}801001`]: ['40', '41'],
        [`${state}802001`]: ['20', '70'],
        [`${state}803001`]: ['51'],
        'SEM CBENEF': ['20', '40', '41', '50', '51', '90'],
      },
    },
  },
});
const withList = ['RJ', 'SC', 'GO', 'PR', 'RS', 'DF'] as const satisfies State[];
/** States that also demand the exempted amount (934). */
const tellingHowMuch: readonly State[] = ['RJ', 'GO'];

const inManaus: Buyer = { ...taxpayer('AM'), isuf: '200106023' };
const forManaus = {
  ...{ icmsSituation: '40', cfop: '6110', benefitCode: 'SP010010' },
  ...{ icmsExemptionReason: '7', icmsExemptionDeducted: '1' },
} as const;

function sourceOf(state: State, rule: string): string {
  return `${note}, ${rule}; ${since[state] ?? ''}`;
}

/** Tax benefits by state (cBenef), and what they leave uncharged. */
export const benefits: FiscalCase[] = [
  ...(['20', '30', '40', '41', '50', '70', '90'] as const).map((icmsSituation): FiscalCase => ({
    of: `SP: CST ${icmsSituation} without a code of its benefit`,
    source: sourceOf('SP', 'N12-85 (930)'),
    sale: { by: { taxDefaults: { benefitCode: null } }, item: { ...parametersOf(icmsSituation), icmsSituation } },
    refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
    authority: {
      cStat: 930,
      mended: { item: { benefitCode: 'SEM CBENEF' } },
      forged: [['<cBenef>SEM CBENEF</cBenef>', '']],
    },
  })),
  {
    of: 'SP: CST 00 with a code',
    source: sourceOf('SP', 'N12-86 (928)'),
    sale: { item: { icmsSituation: '00', benefitCode: 'SP010010' } },
    refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
    authority: {
      cStat: 928,
      mended: { item: { benefitCode: null } },
      forged: [['<CFOP>', '<cBenef>SP010010</cBenef><CFOP>']],
    },
  },
  {
    of: 'SP: CST 40 with a code of reductions',
    source: sourceOf('SP', 'N12-94 (931)'),
    sale: { item: { icmsSituation: '40', benefitCode: 'SP020010' } },
    refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
    authority: {
      cStat: 931,
      mended: { item: { benefitCode: 'SP010010' } },
      forged: [['<cBenef>SP010010', '<cBenef>SP020010']],
    },
  },
  {
    of: 'SP: a code that is not on the list',
    source: sourceOf('SP', 'N12-98 (946)'),
    sale: { item: { icmsSituation: '40', benefitCode: 'SP999999' } },
    refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
    authority: {
      cStat: 946,
      mended: { item: { benefitCode: 'SP010010' } },
      forged: [['<cBenef>SP010010', '<cBenef>SP999999']],
    },
  },
  {
    of: 'SP: before 2026-04-06 nobody asks for a code',
    source: sourceOf('SP', 'N12-85 (930)'),
    sale: { by: { taxDefaults: { benefitCode: null } }, item: { icmsSituation: '40' }, on: '2026-04-05' },
    gives: ['cBenef = absent', 'ICMS40/CST = 40'],
  },
  {
    of: 'SP: a company in Simples needs no code',
    source: `${note}: CSOSN is in none of the rules`,
    sale: { by: { taxRegime: 'SIMPLES', taxDefaults: { benefitCode: null } }, item: { icmsSituation: '400' } },
    gives: ['cBenef = absent', 'CSOSN = 400'],
  },
  ...withList.flatMap((state): FiscalCase[] => {
    const exempted = tellingHowMuch.includes(state) ? { icmsExemptionReason: '9', icmsExemptedValue: '100' } : {};
    const item = { icmsSituation: '40', ...exempted };
    const code = `${state}801001`;
    const [by, rates] = [{ state }, listOf(state)];
    return [
      {
        of: `${state}: CST 40 with its code`,
        source: sourceOf(state, 'N12-85 to N12-98'),
        sale: { by, rates, item: { ...item, benefitCode: code } },
        gives: [
          `cBenef = ${code}`,
          'ICMS40/CST = 40',
          ...(tellingHowMuch.includes(state) ? ['ICMS40/vICMSDeson = 100.00'] : ['ICMS40/vICMSDeson = absent']),
        ],
      },
      {
        of: `${state}: CST 40 without a code, where the operator has brought the list`,
        source: sourceOf(state, 'N12-85 (930)'),
        sale: { by, rates, item },
        refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
        authority: 'the list of the state is not published where it could be read: the authority here does not have it',
      },
      {
        of: `${state}: a code that the operator's list does not have`,
        source: sourceOf(state, 'N12-98 (946)'),
        sale: { by, rates, item: { ...item, benefitCode: `${state}899999` } },
        refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
        authority: 'the list of the state is not published where it could be read: the authority here does not have it',
      },
      {
        of: `${state}: a code of São Paulo`,
        source: sourceOf(state, 'N12-98 (946)'),
        sale: { by, item: { ...item, benefitCode: 'SP010010' } },
        refused: { code: 'invalid_taxation', path: 'items[0].benefitCode' },
        authority: 'the list of the state is not published where it could be read: the authority here does not have it',
      },
    ];
  }),
  ...tellingHowMuch.map((state): FiscalCase => ({
    of: `${state}: CST 40 that does not say how much is exempted`,
    source: sourceOf(state, 'N12-90 (934)'),
    sale: { by: { state }, item: { icmsSituation: '40', benefitCode: `${state}801001` } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsExemptionReason' },
    authority: {
      cStat: 934,
      mended: { item: { icmsExemptionReason: '9', icmsExemptedValue: '100' } },
      forged: [
        ['<vICMSDeson>100.00</vICMSDeson><motDesICMS>9</motDesICMS>', ''],
        ['<vICMSDeson>100.00</vICMSDeson>', '<vICMSDeson>0.00</vICMSDeson>'],
      ],
    },
  })),
  {
    of: 'RJ: the exempted ICMS is found inside the price',
    source: 'Resolução SEFAZ 13/2019 (RJ) arts. 3 and 4',
    sale: {
      by: { state: 'RJ' },
      item: { icmsSituation: '40', benefitCode: 'RJ801001', icmsExemptionReason: '9', icmsExemptedRate: '20' },
    },
    gives: [line('ICMS40/vICMSDeson', '1000.00 ÷ (1 − 20%) × 20%')],
  },
  {
    of: 'GO: a reduced base tells what it leaves uncharged',
    source: sourceOf('GO', 'N12-90 (934)'),
    sale: {
      by: { state: 'GO' },
      item: { icmsSituation: '20', icmsRedBc: '50', benefitCode: 'GO802001', icmsExemptionReason: '9' },
    },
    gives: ['ICMS20/vICMS = 500.00 × 19% = 95.00', 'ICMS20/vICMSDeson = 190.00 − 95.00 = 95.00'],
  },
  {
    of: 'SC: a reduced base inside a deferral without its own code',
    source: sourceOf('SC', 'N14a-10 (665), in production since 2026-04-06'),
    sale: { by: { state: 'SC' }, item: { icmsSituation: '51', icmsRedBc: '10', benefitCode: 'SC830001' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsRedBcBenefitCode' },
    authority: {
      cStat: 665,
      mended: { item: { icmsRedBcBenefitCode: 'SC820001' } },
      forged: [['<cBenefRBC>SC820001</cBenefRBC>', '']],
    },
  },
  {
    of: 'SC: a reduced base inside a deferral names both benefits',
    source: sourceOf('SC', 'N14a-10 (665)'),
    sale: {
      by: { state: 'SC' },
      item: { icmsSituation: '51', icmsRedBc: '10', benefitCode: 'SC830001', icmsRedBcBenefitCode: 'SC820001' },
    },
    gives: [
      'cBenefRBC = SC820001',
      'ICMS51/vBC = 1000.00 × 90% = 900.00',
      'ICMS51/vICMSOp = 900.00 × 17% = 153.00',
      'ICMS51/vICMS = 153.00 − 153.00 = 0.00',
    ],
  },
  ...(['3', '9', '12'] as const).map((icmsExemptionReason): FiscalCase => ({
    of: `CST 20 exempts for reason ${icmsExemptionReason}`,
    source: 'PL_010f v1.04, ICMS20/motDesICMS; NT 2023.004 v1.20',
    sale: {
      item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '50', benefitCode: 'SP020010', icmsExemptionReason },
    },
    gives: [`ICMS20/motDesICMS = ${icmsExemptionReason}`, 'ICMS20/vICMSDeson = 180.00 − 90.00 = 90.00'],
  })),
  ...(['1', '4', '5', '8', '16', '90'] as const).map((icmsExemptionReason): FiscalCase => ({
    of: `CST 40 exempts for reason ${icmsExemptionReason}`,
    source: 'PL_010f v1.04, ICMS40/motDesICMS; MOC 7.0 Anexo I, N28',
    sale: { item: { icmsSituation: '40', benefitCode: 'SP010010', icmsExemptionReason } },
    gives: [`ICMS40/motDesICMS = ${icmsExemptionReason}`, 'ICMS40/vICMSDeson = 1000.00 × 18% = 180.00'],
  })),
  {
    of: 'CST 20 for the reason of taxis',
    source: 'PL_010f v1.04, ICMS20/motDesICMS has 3, 9, 10, 11 and 12',
    sale: {
      item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '50', benefitCode: 'SP020010', icmsExemptionReason: '1' },
    },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsExemptionReason' },
    authority: 'the schema has no such value',
  },
  {
    of: 'SUFRAMA: goods for Manaus lower the price by the ICMS of the way',
    source: 'Convênio ICMS 65/1988; MOC 7.0 Anexo I, N28-10 (625), N28-12 (652) and N28-20 (626)',
    sale: { to: inManaus, item: forManaus },
    gives: [
      'ISUF = 200106023',
      'CFOP = 6110',
      'ICMS40/motDesICMS = 7',
      'ICMS40/indDeduzDeson = 1',
      'ICMS40/vICMSDeson = 1000.00 × 7% = 70.00',
      'ICMSTot/vNF = 1000.00 − 70.00 = 930.00',
    ],
  },
  {
    of: 'SUFRAMA: a buyer in Manaus without his registration there',
    source: 'MOC 7.0 Anexo I, N28-10 (625); Convênio ICMS 65/1988',
    sale: { to: taxpayer('AM'), item: forManaus },
    refused: { code: 'validation_error', path: 'client.isuf' },
    authority: { cStat: 625, mended: { to: inManaus }, forged: [['<ISUF>200106023</ISUF>', '']] },
  },
  {
    of: 'SUFRAMA: by a CFOP of ordinary sales',
    source: 'NT 2019.001 v1.70, N28-20 (626)',
    sale: { to: inManaus, item: { ...forManaus, cfop: '6102' } },
    refused: { code: 'invalid_cfop', path: 'items[0].cfop' },
    authority: { cStat: 626, mended: { item: { cfop: '6110' } }, forged: [['<CFOP>6110</CFOP>', '<CFOP>6102</CFOP>']] },
  },
  {
    of: 'SUFRAMA: without lowering the price',
    source: 'NT 2023.004 v1.20, N28-12 (652)',
    sale: { to: inManaus, item: { ...forManaus, icmsExemptionDeducted: '0' } },
    refused: { code: 'invalid_taxation', path: 'items[0].icmsExemptionDeducted' },
    authority: {
      cStat: 652,
      mended: { item: { icmsExemptionDeducted: '1' } },
      forged: [['<indDeduzDeson>1</indDeduzDeson>', '<indDeduzDeson>0</indDeduzDeson>']],
    },
  },
];

function parametersOf(situation: string) {
  const margin = { cest: '2800100', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cfop: '5403' } as const;
  switch (situation) {
    case '20':
      return { icmsRate: '18', icmsRedBc: '10' };
    case '30':
      return margin;
    case '70':
      return { ...margin, icmsRate: '18', icmsRedBc: '10' };
    default:
      return {};
  }
}
