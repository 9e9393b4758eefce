import { describe, expect, test } from 'vitest';
import type { NfseAmounts } from '../../../simulator/nfse/arithmetic.ts';
import type { DpsEdits, DpsOptions } from '../../support/samples/nfse-dps.ts';
import {
  benefit,
  construction,
  contributions,
  deducting,
  federalTaxes,
  immune,
  inCityWithoutAgreement,
  issqnOutsideSimples,
  mei,
  rate,
  service,
  simples,
  suspension,
  taxed,
  withheldByTaker,
} from '../support/dps-edits.ts';
import { amountsOf } from '../support/nfse.ts';

const valores = (edits: DpsEdits): NfseAmounts['valores'] => amountsOf({ edits }).valores;
const discounts: DpsEdits = [
  [
    '</vServPrest>',
    '</vServPrest><vDescCondIncond><vDescIncond>100.00</vDescIncond><vDescCond>50.00</vDescCond></vDescCondIncond>',
  ],
];

describe('ISSQN', () => {
  test('a taxable service at the rate of its city', () => {
    expect(valores([])).toEqual({
      vBC: '1000.00',
      pAliqAplic: '2.90',
      vISSQN: '29.00',
      vTotalRet: '0.00',
      vLiq: '1000.00',
    });
  });

  test('half a cent is rounded up', () => {
    const issqn = (vServ: string): string | undefined =>
      valores([
        ['<vServ>1000.00', `<vServ>${vServ}`],
        [
          /<vTotTrib>.*<\/vTotTrib>/,
          '<pTotTrib><pTotTribFed>0</pTotTribFed><pTotTribEst>0</pTotTribEst><pTotTribMun>0</pTotTribMun></pTotTrib>',
        ],
      ]).vISSQN;
    expect(issqn('50.17')).toBe('1.45'); // 1.45493
    expect(issqn('2.50')).toBe('0.07'); // 0.0725
    expect(issqn('5.00')).toBe('0.15'); // 0.145
  });

  test('an unconditional discount lowers the base, a conditional one the net alone', () => {
    // 1000 - 100 = 900; 900 x 2.9 % = 26.10; 1000 - 100 - 50 = 850
    expect(valores(discounts)).toEqual({
      vBC: '900.00',
      pAliqAplic: '2.90',
      vISSQN: '26.10',
      vTotalRet: '0.00',
      vLiq: '850.00',
    });
  });

  test('deductions by percentage, amount and documents', () => {
    // (1000 - 100) x 33 % = 297; 900 - 297 = 603; 603 x 5 % = 30.15
    expect(valores([...construction, ...discounts, ...deducting('<pDR>33.00</pDR>')])).toEqual({
      ...{ vCalcDR: '297.00', vBC: '603.00', pAliqAplic: '5.00', vISSQN: '30.15', vTotalRet: '0.00', vLiq: '850.00' },
    });
    expect(valores([...construction, ...deducting('<vDR>250.00</vDR>')])).toEqual({
      ...{ vBC: '750.00', pAliqAplic: '5.00', vISSQN: '37.50', vTotalRet: '0.00', vLiq: '1000.00' },
    });
    const by =
      '<fornec><CPF>52998224725</CPF><xNome>Pedreiro</xNome><end><endNac><cMun>3550308</cMun><CEP>01001000</CEP></endNac>' +
      '<xLgr>Rua</xLgr><nro>1</nro><xBairro>Centro</xBairro></end></fornec>';
    const receipt = (amount: string): string =>
      `<docDedRed><nDoc>1</nDoc><tpDedRed>2</tpDedRed><dtEmiDoc>2026-11-10</dtEmiDoc><vDedutivelRedutivel>500.00</vDedutivelRedutivel>` +
      `<vDeducaoReducao>${amount}</vDeducaoReducao>${by}</docDedRed>`;
    const documents = `<documentos>${receipt('100.10')}${receipt('200.20')}</documentos>`;
    // 100.10 + 200.20 = 300.30; 1000 - 300.30 = 699.70; x 5 % = 34.985
    expect(valores([...construction, ...deducting(documents)])).toMatchObject({
      vCalcDR: '300.30',
      vBC: '699.70',
      vISSQN: '34.99',
    });
  });

  test('benefits by percentage, by amount and as an exemption', () => {
    // 1000 x 20 % = 200; 800 x 2.9 % = 23.20
    expect(valores(benefit('<pRedBCBM>20.00</pRedBCBM>'))).toMatchObject({
      tpBM: '2',
      vCalcBM: '200.00',
      vBC: '800.00',
      vISSQN: '23.20',
    });
    expect(valores(benefit('<vRedBCBM>200.00</vRedBCBM>'))).toEqual({
      ...{ tpBM: '3', vBC: '800.00', pAliqAplic: '2.90', vISSQN: '23.20', vTotalRet: '0.00', vLiq: '1000.00' },
    });
    expect(valores(benefit(''))).toEqual({ tpBM: '1', vBC: '1000.00', vTotalRet: '0.00', vLiq: '1000.00' });
    // (1000 - 33 % = 670) - 10 % of it = 603
    expect(
      valores([...construction, ...deducting('<pDR>33.00</pDR>'), ...benefit('<pRedBCBM>10.00</pRedBCBM>')]),
    ).toMatchObject({
      ...{ vCalcDR: '330.00', vCalcBM: '67.00', vBC: '603.00', vISSQN: '30.15' },
    });
  });

  test('what shows its net amount alone', () => {
    const net = { vLiq: '985.00' };
    const income = federalTaxes('<vRetIRRF>15.00</vRetIRRF>');
    expect(valores([...immune, ...income])).toEqual(net);
    expect(valores([['<regEspTrib>0', '<regEspTrib>5'], ...income])).toEqual(net);
    expect(valores([...taxed('1', suspension), ...income])).toEqual(net);
    expect(valores(mei)).toEqual({ vLiq: '1000.00' });
  });

  test('a small company pays within the Simples Nacional, or its taker at the rate it says', () => {
    expect(valores(simples)).toEqual({ vBC: '1000.00', vTotalRet: '0.00', vLiq: '1000.00' });
    expect(valores([...simples, ...withheldByTaker, ...rate('2.01')])).toEqual({
      ...{ vBC: '1000.00', pAliqAplic: '2.01', vISSQN: '20.10', vTotalRet: '20.10', vLiq: '979.90' },
    });
    expect(valores(issqnOutsideSimples)).toMatchObject({ pAliqAplic: '2.90', vISSQN: '29.00' });
    expect(valores([...issqnOutsideSimples, ...inCityWithoutAgreement, ...rate('3.00')])).toMatchObject({
      vISSQN: '30.00',
    });
  });
});

describe('withholding', () => {
  test('ISSQN, social security and income tax', () => {
    // 29 + 110 + 15 = 154
    expect(
      valores([...withheldByTaker, ...federalTaxes('<vRetCP>110.00</vRetCP><vRetIRRF>15.00</vRetIRRF>')]),
    ).toMatchObject({
      ...{ vISSQN: '29.00', vTotalRet: '154.00', vLiq: '846.00' },
    });
  });

  test.each(['1', '3', '4', '5', '6', '7', '8', '9'])(
    'kind %s: what is withheld of PIS, COFINS and CSLL is the one amount vRetCSLL',
    (kind) => {
      const edits = [
        ...withheldByTaker,
        ...federalTaxes(`${contributions(kind)}<vRetIRRF>15.00</vRetIRRF><vRetCSLL>46.50</vRetCSLL>`),
      ];
      // 29 + 15 + 46.50 = 90.50
      expect(valores(edits)).toMatchObject({ vTotalRet: '90.50', vLiq: '909.50' });
    },
  );

  test.each(['0', '2'])('kind %s: own PIS and COFINS are withheld from nobody', (kind) => {
    expect(valores(federalTaxes(contributions(kind)))).toMatchObject({ vTotalRet: '0.00', vLiq: '1000.00' });
  });
});

describe('where ISSQN is due', () => {
  const incidence = (options: DpsOptions): unknown => {
    const { cLocIncid, xLocIncid } = amountsOf(options);
    return [cLocIncid, xLocIncid];
  };
  const elsewhere: DpsEdits = [['<cLocPrestacao>3550308', '<cLocPrestacao>4106902']];

  test("at the provider's, wherever the service is rendered", () => {
    expect(incidence({ edits: elsewhere })).toEqual(['3550308', 'São Paulo']);
  });

  test('where cleaning is done, building is done and events are', () => {
    expect(incidence({ edits: [...service('071002'), ...elsewhere] })).toEqual(['4106902', 'Curitiba']);
    expect(incidence({ edits: [...construction, ...elsewhere] })).toEqual(['4106902', 'Curitiba']);
    for (const code of ['110101', '110201', '110401'])
      expect(incidence({ edits: [...service(code), ...elsewhere] })).toEqual(['4106902', 'Curitiba']);
    expect(incidence({ edits: [...service('110301'), ...elsewhere] })).toEqual(['3550308', 'São Paulo']);
    expect(incidence({ edits: [...service('200101'), ...elsewhere] })).toEqual(['4106902', 'Curitiba']);
  });

  test("at the taker's, for workers who are lent", () => {
    expect(incidence({ edits: [...service('170501'), ...elsewhere] })).toEqual(['3304557', 'Rio de Janeiro']);
  });

  test("at the provider's, for what is done at sea", () => {
    const atSea: DpsEdits = [...service('071002'), ['<cLocPrestacao>3550308', '<cLocPrestacao>0000000']];
    expect(incidence({ edits: atSea })).toEqual(['3550308', 'São Paulo']);
  });

  test('in a city without agreement, at the rate that the issuer says', () => {
    expect(incidence({ edits: [...inCityWithoutAgreement, ...rate('3.00')] })).toEqual(['2611606', 'Recife']);
  });

  test('nowhere, for what is immune or outside of it', () => {
    expect(incidence({ edits: immune })).toEqual([undefined, undefined]);
    expect(incidence({ edits: [...service('990101'), ...taxed('4')] })).toEqual([undefined, undefined]);
  });

  test('tolls are shared out, and show no tax', () => {
    expect(amountsOf({ edits: service('220101') })).toMatchObject({
      cLocIncid: '3550308',
      valores: { vBC: '1000.00' },
    });
    expect(valores(service('220101'))).not.toHaveProperty('vISSQN');
  });
});
