import { expect, test } from 'vitest';
import type { DpsEdits } from '../../support/samples/nfse-dps.ts';
import { contributions, federalTaxes, withheldByTaker } from '../support/dps-edits.ts';
import { amountsOf } from '../support/nfse.ts';

const classified = (situation: string, classification: string, more = ''): DpsEdits => [
  [
    '<CST>000</CST><cClassTrib>000001</cClassTrib>',
    `<CST>${situation}</CST><cClassTrib>${classification}</cClassTrib>${more}`,
  ],
];

test('the test rates of 2026 on a base without ISSQN, PIS and COFINS', () => {
  // 1000 - 29 - 6.50 - 30 = 934.50; x 0.1 % = 0.93 (0.9345); x 0.9 % = 8.41 (8.4105)
  expect(amountsOf({ edits: federalTaxes(contributions('0')) }).IBSCBS).toEqual({
    cLocalidadeIncid: '3304557',
    xLocalidadeIncid: 'Rio de Janeiro',
    valores: {
      vBC: '934.50',
      uf: { pIBSUF: '0.10', pAliqEfetUF: '0.10' },
      mun: { pIBSMun: '0.00', pAliqEfetMun: '0.00' },
      fed: { pCBS: '0.90', pAliqEfetCBS: '0.90' },
    },
    totCIBS: {
      vTotNF: '1000.00',
      gIBS: { vIBSTot: '0.93', gIBSUFTot: { vIBSUF: '0.93' }, gIBSMunTot: { vIBSMun: '0.00' } },
      gCBS: { vCBS: '8.41' },
    },
  });
});

test('the total of a note is its net amount in 2026, and more from 2027 on', () => {
  const issuedAt = new Date('2027-01-15T10:00:00-03:00');
  expect(amountsOf({ edits: withheldByTaker }).IBSCBS?.totCIBS.vTotNF).toBe('971.00');
  // Base 971: 0.05 % and 0.05 % make 0.49 each (0.4855), 0.9 % make 8.74; PIS and COFINS stay in the base.
  const { IBSCBS } = amountsOf({ issuedAt, edits: withheldByTaker });
  expect(IBSCBS?.valores).toMatchObject({ vBC: '971.00', uf: { pIBSUF: '0.05' }, mun: { pIBSMun: '0.05' } });
  expect(IBSCBS?.totCIBS).toMatchObject({ vTotNF: '980.72', gIBS: { vIBSTot: '0.98' }, gCBS: { vCBS: '8.74' } });
});

test('a classification lowers the rates', () => {
  // Intellectual professions: 30 % less. 971 x 0.07 % = 0.68; 971 x 0.63 % = 6.12
  expect(amountsOf({ edits: classified('200', '200052') }).IBSCBS).toMatchObject({
    valores: {
      uf: { pIBSUF: '0.10', pRedAliqUF: '30.00', pAliqEfetUF: '0.07' },
      mun: { pIBSMun: '0.00', pAliqEfetMun: '0.00' },
      fed: { pCBS: '0.90', pRedAliqCBS: '30.00', pAliqEfetCBS: '0.63' },
    },
    totCIBS: { gIBS: { vIBSTot: '0.68' }, gCBS: { vCBS: '6.12' } },
  });
});

test('what is deferred is not due', () => {
  const half = '<gDif><pDifUF>50.00</pDifUF><pDifMun>50.00</pDifMun><pDifCBS>100.00</pDifCBS></gDif>';
  // 60 % less: 0.04 % and 0.36 % of 971 make 0.39 and 3.50.
  expect(amountsOf({ edits: classified('515', '515001', half) }).IBSCBS?.totCIBS).toMatchObject({
    gIBS: { vIBSTot: '0.19', gIBSUFTot: { vDifUF: '0.20', vIBSUF: '0.19' }, gIBSMunTot: { vDifMun: '0.00' } },
    gCBS: { vDifCBS: '3.50', vCBS: '0.00' },
  });
});

test('an immune operation has no taxes', () => {
  expect(amountsOf({ edits: classified('410', '410004') }).IBSCBS).toMatchObject({
    valores: { uf: { pIBSUF: '0.00' }, fed: { pCBS: '0.00' } },
    totCIBS: { gIBS: { vIBSTot: '0.00' }, gCBS: { vCBS: '0.00' } },
  });
});

test('a suspended operation shows what would be due', () => {
  const regular = '<gTribRegular><CSTReg>000</CSTReg><cClassTribReg>000001</cClassTribReg></gTribRegular>';
  expect(amountsOf({ edits: classified('550', '550016', regular) }).IBSCBS?.totCIBS).toMatchObject({
    gCBS: { vCBS: '0.00' },
    gTribRegular: {
      ...{ pAliqEfeRegIBSUF: '0.10', vTribRegIBSUF: '0.97', pAliqEfeRegIBSMun: '0.00', vTribRegIBSMun: '0.00' },
      ...{ pAliqEfeRegCBS: '0.90', vTribRegCBS: '8.74' },
    },
  });
});

test('what is passed on is in no base', () => {
  const passedOn =
    '<gReeRepRes><documentos><docOutro><nDoc>1</nDoc><xDoc>Recibo</xDoc></docOutro><dtEmiDoc>2026-11-10</dtEmiDoc>' +
    '<dtCompDoc>2026-11-01</dtCompDoc><tpReeRepRes>02</tpReeRepRes><vlrReeRepRes>200.00</vlrReeRepRes></documentos></gReeRepRes>';
  const { valores: shown, IBSCBS } = amountsOf({
    edits: [['<valores><trib><gIBSCBS>', `<valores>${passedOn}<trib><gIBSCBS>`]],
  });
  // 800 x 2.9 % = 23.20; 1000 - 200 - 23.20 = 776.80
  expect(shown).toMatchObject({ vBC: '800.00', vISSQN: '23.20', vLiq: '1000.00' });
  expect(IBSCBS?.valores).toMatchObject({ vBC: '776.80', vCalcReeRepRes: '200.00' });
});

test('a purchase of the state shows its part', () => {
  const forTheState = '<tpOper>1</tpOper><tpEnteGov>4</tpEnteGov>';
  expect(amountsOf({ edits: [['</cIndOp>', `</cIndOp>${forTheState}`]] }).IBSCBS).toMatchObject({
    pRedutor: '0.00',
    totCIBS: {
      gTribCompraGov: {
        pIBSUF: '0.10',
        vIBSUF: '0.97',
        pIBSMun: '0.00',
        vIBSMun: '0.00',
        pCBS: '0.90',
        vCBS: '8.74',
      },
    },
  });
});

test('a service rendered somewhere is taxed there', () => {
  const there: DpsEdits = [
    ['<cIndOp>100301', '<cIndOp>030101'],
    ['<cLocPrestacao>3550308', '<cLocPrestacao>4106902'],
  ];
  expect(amountsOf({ edits: there }).IBSCBS).toMatchObject({
    cLocalidadeIncid: '4106902',
    xLocalidadeIncid: 'Curitiba',
  });
});

test('nothing is said where nothing is declared', () => {
  expect(amountsOf({ edits: [[/<IBSCBS>.*<\/IBSCBS>/, '']] })).not.toHaveProperty('IBSCBS');
});
