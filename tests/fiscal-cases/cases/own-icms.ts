import { rate } from '../arithmetic.ts';
import type { FiscalCase } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';

const manual = 'MOC 7.0 Anexo I, group N; LC 87/1996 arts. 12 and 13';
const net = 'ICMSTot/vNF = 10 × 100.00 = 1000.00';
const charged = { icmsSituation: '00', icmsRate: '18' };
const inSaoPaulo = ['ICMS00/pICMS = 18.0000', 'ICMS00/vICMS = 1000.00 × 18% = 180.00'];

/** Own ICMS by CST 00 to 90, with everything in its base. */
export const ownIcms: FiscalCase[] = [
  {
    of: 'CST 00: freight, insurance and other costs are in the base, discounts are not',
    source: 'LC 87/1996 art. 13 § 1º II; MOC 7.0 Anexo I, N15',
    sale: { item: { ...charged, freight: '40', insurance: '10', otherCosts: '5', discount: '55.55' } },
    gives: [
      'ICMS00/vBC = 1000.00 + 40 + 10 + 5 − 55.55 = 999.45',
      'ICMS00/vICMS = 999.45 × 18% = 179.90',
      'ICMSTot/vNF = 1000.00 + 40 + 10 + 5 − 55.55 = 999.45',
      'IBSCBS/vBC = 999.45 − 179.90 = 819.55',
    ],
  },
  {
    of: 'CST 00: the freight of the document is shared over the lines by value',
    source: 'MOC 7.0 Anexo I, I15 and W08-10 (535)',
    sale: {
      items: [
        { ...charged, quantity: 1, unitValue: '100' },
        { ...charged, quantity: 1, unitValue: '200' },
      ],
      document: { transport: { freightType: 'SENDER', freightValue: '10.00' } },
    },
    gives: [
      'det[1]/vFrete = 10.00 × 100 ÷ 300 = 3.33',
      'det[2]/vFrete = 10.00 − 3.33 = 6.67',
      'det[1]/vICMS = 103.33 × 18% = 18.60',
      'det[2]/vICMS = 206.67 × 18% = 37.20',
      'ICMSTot/vICMS = 18.60 + 37.20 = 55.80',
      'ICMSTot/vNF = 300 + 10.00 = 310.00',
    ],
  },
  {
    of: 'CST 00: totals are sums of rounded lines',
    source: 'MOC 7.0 Anexo I, W04-10 (532)',
    sale: { items: [1, 2, 3].map(() => ({ ...charged, quantity: '1', unitValue: '0.25' })) },
    gives: [
      'det[1]/vICMS = 0.25 × 18% = 0.05',
      'ICMSTot/vICMS = 0.05 + 0.05 + 0.05 = 0.15',
      'ICMSTot/vNF = 3 × 0.25 = 0.75',
    ],
  },
  {
    of: 'CST 00: IPI is in the base where a consumer buys',
    source: 'CF art. 155 § 2º XI; MOC 7.0 Anexo I, N15',
    sale: { to: person('SP'), item: { ...charged, ipiSituation: '50', ipiRate: '10' } },
    gives: [
      'IPITrib/vIPI = 1000.00 × 10% = 100.00',
      'ICMS00/vBC = 1000.00 + 100.00 = 1100.00',
      'ICMS00/vICMS = 1100.00 × 18% = 198.00',
      'ICMSTot/vNF = 1000.00 + 100.00 = 1100.00',
    ],
  },
  {
    of: 'CST 00: IPI is outside the base where a taxpayer buys to resell',
    source: 'CF art. 155 § 2º XI; LC 87/1996 art. 13 § 2º',
    sale: { item: { ...charged, ipiSituation: '50', ipiRate: '10' } },
    gives: ['ICMS00/vBC = 10 × 100.00 = 1000.00', ...inSaoPaulo, 'ICMSTot/vNF = 1000.00 + 100.00 = 1100.00'],
  },
  {
    of: 'CST 00: a taxpayer who consumes the goods bears ICMS on the IPI too',
    source: 'CF art. 155 § 2º XI; MOC 7.0 Anexo I, B25a',
    sale: { item: { ...charged, ipiSituation: '50', ipiRate: '10' }, document: { finalConsumer: true } },
    gives: ['indFinal = 1', 'ICMS00/vBC = 1000.00 + 100.00 = 1100.00', 'ICMS00/vICMS = 1100.00 × 18% = 198.00'],
  },
  {
    of: 'CST 00: goods of a rate of 25 % that the item says',
    source: 'RICMS/SP (Decreto 45.490/2000) art. 55; MOC 7.0 Anexo I, N16',
    sale: { item: { ...charged, icmsRate: '25' } },
    gives: [
      'ICMS00/pICMS = 25.0000',
      'ICMS00/vICMS = 1000.00 × 25% = 250.00',
      'IBSCBS/vBC = 1000.00 − 250.00 = 750.00',
    ],
  },
  {
    of: 'CST 00: the fund of São Paulo on goods that bear it is 2 %',
    source: 'Lei 16.006/2015 (SP); Tabela FCP, IT 2023.004 v1.03',
    sale: { item: { ...charged, icmsRate: '25', fcpRate: '2' } },
    gives: ['ICMS00/pFCP = 2.0000', 'ICMS00/vFCP = 1000.00 × 2% = 20.00', 'ICMSTot/vFCP = 20.00', net],
  },
  {
    of: 'CST 00: imported goods bear 4 % to another state',
    source: 'Resolução do Senado 13/2012; rule N16-04 (663)',
    sale: { to: taxpayer('BA'), item: { icmsSituation: '00', icmsOrigin: '1' } },
    gives: ['ICMS00/orig = 1', 'ICMS00/pICMS = 4.0000', 'ICMS00/vICMS = 1000.00 × 4% = 40.00'],
  },
  ...(['2', '3', '8'] as const).map((icmsOrigin): FiscalCase => ({
    of: `CST 00: origin ${icmsOrigin} bears 4 % to another state too`,
    source: 'Resolução do Senado 13/2012; Ajuste SINIEF 20/2012; rule N16-04 (663)',
    sale: { to: taxpayer('MG'), item: { icmsSituation: '00', icmsOrigin } },
    gives: ['ICMS00/pICMS = 4.0000', 'ICMS00/vICMS = 1000.00 × 4% = 40.00'],
  })),
  ...(['4', '5', '6', '7'] as const).map((icmsOrigin): FiscalCase => ({
    of: `CST 00: origin ${icmsOrigin} bears the ordinary 12 % to another state`,
    source: 'Resolução do Senado 13/2012 art. 1 § 4º; Ajuste SINIEF 20/2012',
    sale: { to: taxpayer('MG'), item: { icmsSituation: '00', icmsOrigin } },
    gives: ['ICMS00/pICMS = 12.0000', 'ICMS00/vICMS = 1000.00 × 12% = 120.00'],
  })),
  {
    of: 'CST 20: a base reduced by a third is rounded before its rate',
    source: `${manual}; Convênio ICMS 52/1991 (reduction)`,
    sale: { item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '33.33', benefitCode: 'SP020010' } },
    gives: [
      'ICMS20/pRedBC = 33.3300',
      'ICMS20/vBC = 1000.00 × (1 − 33.33%) = 666.70',
      'ICMS20/vICMS = 666.70 × 18% = 120.01',
      'cBenef = SP020010',
      net,
    ],
  },
  {
    of: 'CST 20: what is reduced may be told as exempted',
    source: 'NT 2023.004 v1.20, N28a; MOC 7.0 Anexo I, N28-30 (627)',
    sale: {
      item: { icmsSituation: '20', icmsRate: '18', icmsRedBc: '50', benefitCode: 'SP020010', icmsExemptionReason: '9' },
    },
    gives: [
      'ICMS20/vICMS = 500.00 × 18% = 90.00',
      'ICMS20/vICMSDeson = 1000.00 × 18% − 90.00 = 90.00',
      'ICMS20/motDesICMS = 9',
      'ICMSTot/vICMSDeson = 90.00',
      net,
    ],
  },
  {
    of: 'CST 40: nothing is charged, and the exempted ICMS lowers the price where the seller says so',
    source: 'NT 2023.004 v1.20, N28b and W16-10 (610)',
    sale: {
      item: {
        ...{ icmsSituation: '40', benefitCode: 'SP010010' },
        ...{ icmsExemptionReason: '8', icmsExemptionDeducted: '1' },
      },
    },
    gives: [
      'ICMS40/vICMSDeson = 1000.00 × 18% = 180.00',
      'ICMS40/indDeduzDeson = 1',
      'ICMSTot/vNF = 1000.00 − 180.00 = 820.00',
    ],
  },
  {
    of: 'CST 41: not taxed',
    source: manual,
    sale: { item: { icmsSituation: '41' } },
    gives: [
      'ICMS40/CST = 41',
      'ICMS40/vICMSDeson = absent',
      'ICMSTot/vICMS = 0.00',
      'IBSCBS/vBC = 10 × 100.00 = 1000.00',
      net,
    ],
  },
  {
    of: 'CST 50: suspended, goods sent to be repaired',
    source: `${manual}; RICMS/SP art. 327-A; CFOP 5915`,
    sale: { item: { icmsSituation: '50', cfop: '5915', benefitCode: 'SP053190' } },
    gives: ['ICMS40/CST = 50', 'CFOP = 5915', 'ICMSTot/vICMS = 0.00', net],
  },
  ...(
    [
      ['51', '100', '180.00', '0.00'],
      ['51', '50', '90.00', '90.00'],
      ['51', '33.3333', '60.00', '120.00'],
    ] as const
  ).map(([icmsSituation, icmsDeferralRate, deferred, due]): FiscalCase => ({
    of: `CST 51: ${icmsDeferralRate} % is deferred`,
    source: 'MOC 7.0 Anexo I, N16a to N17-10 (351, 352, 353)',
    sale: { item: { icmsSituation, icmsRate: '18', icmsDeferralRate, benefitCode: 'SP050710' } },
    gives: [
      'ICMS51/vICMSOp = 1000.00 × 18% = 180.00',
      `ICMS51/pDif = ${rate(icmsDeferralRate)}`,
      `ICMS51/vICMSDif = 180.00 × ${icmsDeferralRate}% = ${deferred}`,
      `ICMS51/vICMS = 180.00 − ${deferred} = ${due}`,
      net,
    ],
  })),
  {
    of: 'CST 51: all is deferred where nobody says how much',
    source: 'MOC 7.0 Anexo I, N16b',
    sale: { item: { icmsSituation: '51', benefitCode: 'SP050710' } },
    gives: ['ICMS51/pDif = 100.0000', 'ICMS51/vICMS = 180.00 − 180.00 = 0.00'],
  },
  {
    of: 'CST 51: to another state the rate between the two is deferred',
    source: 'MOC 7.0 Anexo I, N16a; Resolução do Senado 22/1989',
    sale: { to: taxpayer('BA'), item: { icmsSituation: '51', benefitCode: 'SP050710' } },
    gives: ['ICMS51/vICMSOp = 1000.00 × 7% = 70.00', 'ICMS51/vICMS = 70.00 − 70.00 = 0.00'],
  },
  {
    of: 'CST 90: charges what it is given',
    source: manual,
    sale: { item: { icmsSituation: '90', icmsRate: '12' } },
    gives: ['ICMS90/vBC = 10 × 100.00 = 1000.00', 'ICMS90/vICMS = 1000.00 × 12% = 120.00'],
  },
  {
    of: 'CST 90: nothing where nothing is given',
    source: `${manual}; NT 2019.001 v1.70, N12-90`,
    sale: { item: { icmsSituation: '90', cfop: '5949' } },
    gives: ['ICMS90/vICMS = absent', 'ICMSTot/vICMS = 0.00', net],
  },
  {
    of: 'CST 00: between branches, a transfer by CFOP 5152',
    source: 'LC 204/2023; Convênio ICMS 109/2024; Convênio s/nº of 1970, Anexo II',
    sale: { item: { ...charged, cfop: '5152' }, document: { operationNature: 'Transferência' } },
    gives: ['CFOP = 5152', 'natOp = Transferência', ...inSaoPaulo],
  },
  {
    of: 'CST 00: a gift, CFOP 5910, is taxed as a sale',
    source: 'RICMS/SP art. 456; Convênio s/nº of 1970, Anexo II',
    sale: { item: { ...charged, cfop: '5910' }, document: { operationNature: 'Bonificação' } },
    gives: ['CFOP = 5910', ...inSaoPaulo, 'detPag/tPag = 90'],
  },
  {
    of: 'CST 00: half-cent goes up',
    source: 'MOC 7.0 Anexo I, rounding by ABNT NBR 5891 with a tolerance of a cent (528)',
    sale: { item: { ...charged, quantity: '1', unitValue: '0.25', icmsRate: '18' } },
    gives: ['ICMS00/vICMS = 0.25 × 18% = 0.05', 'ICMSTot/vNF = 1 × 0.25 = 0.25'],
  },
  {
    of: 'CST 00: a unit value of ten places and a quantity of four',
    source: 'MOC 7.0 Anexo I, I10a and I11-10 (629)',
    sale: { item: { ...charged, quantity: '3.3333', unitValue: '1.2345678901' } },
    gives: [
      'vUnCom = 1.2345678901',
      'qCom = 3.3333',
      'vProd = 3.3333 × 1.2345678901 = 4.12',
      'ICMS00/vICMS = 4.12 × 18% = 0.74',
    ],
  },
  {
    of: 'PIS and COFINS are charged of the price without ICMS',
    source: 'STF Tema 69 (RE 574.706); Lei 14.592/2023',
    sale: { item: { ...charged, pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' } },
    gives: [
      'PISAliq/vBC = 1000.00 − 180.00 = 820.00',
      'PISAliq/vPIS = 820.00 × 1.65% = 13.53',
      'COFINSAliq/vCOFINS = 820.00 × 7.6% = 62.32',
      'IBSCBS/vBC = 1000.00 − 180.00 − 13.53 − 62.32 = 744.15',
    ],
  },
  {
    of: 'PIS and COFINS of the whole price where the company does not follow the court',
    source: 'Leis 10.637/2002 and 10.833/2003, arts. 1 and 2',
    sale: {
      by: { pisCofinsExcludesIcms: false },
      item: { ...charged, pisSituation: '01', pisRate: '0.65', cofinsSituation: '01', cofinsRate: '3' },
    },
    gives: ['PISAliq/vPIS = 1000.00 × 0.65% = 6.50', 'COFINSAliq/vCOFINS = 1000.00 × 3% = 30.00'],
  },
];
