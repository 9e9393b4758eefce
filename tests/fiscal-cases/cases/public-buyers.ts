import type { FiscalCase } from '../fiscal-case.ts';
import { consumer, person } from '../people.ts';

const nt = 'NT 2025.002 v1.52, groups BB and UB82a; LC 214/2025 arts. 370, 472 and 473';
const charged = { icmsSituation: '00' } as const;
const of = (entity: 'UNION' | 'STATE' | 'MUNICIPALITY', more: object = {}) => ({
  governmentPurchase: { entity, operation: 'SUPPLY_TO_BE_PAID' as const, ...more },
});
/** The key of an earlier note of the company. */
const earlier = '35261111222333000181550010000000071123456788';
const in2027 = {
  source: 'a test',
  periods: [{ from: '2027-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
};
const later = { on: '2027-03-10', rates: { ibsCbs: in2027 } } as const;

/** Purchases by public bodies. */
export const publicBuyers: FiscalCase[] = [
  {
    of: 'public buyer: the Union buys in 2026, and each entity keeps its own',
    source: `${nt}; Receita's calculator V0023 (pRedutor 0 in 2026)`,
    sale: { to: consumer('SP'), item: charged, document: of('UNION') },
    gives: [
      'gCompraGov/tpEnteGov = 1',
      'gCompraGov/pRedutor = 0.0000',
      'gCompraGov/tpOperGov = 1',
      'refDFeAnt = absent',
      'gIBSUF/pRedAliq = 0.0000',
      'gIBSUF/pAliqEfet = 0.1000',
      'gIBSUF/vIBSUF = 820.00 × 0.1% = 0.82',
      'gCBS/vCBS = 820.00 × 0.9% = 7.38',
      'gTribCompraGov/pAliqIBSUF = 0.1000',
      'gTribCompraGov/vTribIBSUF = 0.82',
      'gTribCompraGov/vTribIBSMun = 0.00',
      'gTribCompraGov/vTribCBS = 7.38',
    ],
  },
  {
    of: 'public buyer: a reduced class keeps its own reduction beside the buyer’s',
    source: `${nt}, UB28-10 (1035)`,
    sale: { to: consumer('SP'), item: { ...charged, ibsCbsClassification: '200034' }, document: of('STATE') },
    gives: [
      'gIBSUF/pRedAliq = 60.0000',
      'gIBSUF/pAliqEfet = 0.1 × (1 − 60%) = 0.0400',
      'gTribCompraGov/pAliqIBSUF = 0.0400',
      'gTribCompraGov/vTribIBSUF = 820.00 × 0.04% = 0.33',
    ],
  },
  {
    of: 'public buyer: what is deferred is due to nobody',
    source: `${nt}, UB82a-20 (1142)`,
    sale: { to: consumer('SP'), item: { ...charged, ibsCbsClassification: '510001' }, document: of('MUNICIPALITY') },
    gives: [
      'gIBSUF/gDif/vDif = 820.00 × 0.1% = 0.82',
      'gIBSUF/vIBSUF = 0.00',
      'gTribCompraGov/pAliqIBSUF = 0.1000',
      'gTribCompraGov/vTribIBSUF = 0.00',
    ],
  },
  {
    of: 'public buyer: a class outside the taxes has no composition',
    source: `${nt}, UB82a-10 (1141, its exception)`,
    sale: { to: consumer('SP'), item: { ...charged, ibsCbsClassification: '410999' }, document: of('UNION') },
    gives: ['gCompraGov = present', 'gTribCompraGov = absent'],
  },
  {
    of: 'public buyer: the payment of goods that another note delivered has IBS and CBS alone',
    source: `${nt}, B25-80 (1001) and BB05-20 (1196)`,
    sale: {
      to: consumer('SP'),
      item: { ...charged, pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
      document: of('UNION', { operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier] }),
    },
    gives: [
      'gCompraGov/tpOperGov = 2',
      `gCompraGov/refDFeAnt = ${earlier}`,
      'ICMS = absent',
      'PIS = absent',
      'COFINS = absent',
      'gIBSCBS/vBC = 1000.00',
      'gTribCompraGov/vTribCBS = 1000.00 × 0.9% = 9.00',
    ],
  },
  {
    of: 'public buyer: from 2027 on the Union gets the IBS too, at the reduced rates',
    source: `${nt}; Receita's calculator (TributacaoCompraGovernamentalDomain); decision 105`,
    sale: { ...later, to: consumer('SP'), item: charged, document: of('UNION', { rateReduction: '10' }) },
    gives: [
      'gCompraGov/pRedutor = 10.0000',
      'gIBSCBS/vBC = 820.00 ÷ 1.0792 = 759.82',
      'pIBSUF = 0.0500',
      'gIBSUF/pAliqEfet = 0.0000',
      'gIBSUF/vIBSUF = 0.00',
      'gIBSMun/vIBSMun = 0.00',
      'pCBS = 8.7000',
      'gCBS/pAliqEfet = 7.83 + 0.045 + 0.045 = 7.9200',
      'gCBS/vCBS = 759.82 × 7.92% = 60.18',
      'gTribCompraGov/pAliqIBSUF = 0.05 × (1 − 10%) = 0.0450',
      'gTribCompraGov/vTribIBSUF = 759.82 × 0.045% = 0.34',
      'gTribCompraGov/vTribCBS = 759.82 × 7.83% = 59.49',
    ],
  },
  {
    of: 'public buyer: from 2027 on a state gets the IBS of the municipality',
    source: `${nt}; LC 214/2025 art. 372`,
    sale: { ...later, to: consumer('SP'), item: charged, document: of('STATE', { rateReduction: '0' }) },
    gives: ['gIBSUF/pAliqEfet = 0.1000', 'gIBSMun/pAliqEfet = 0.0000', 'gCBS/pAliqEfet = 8.7000'],
  },
  {
    of: 'public buyer: from 2027 on a municipality gets the IBS of the state',
    source: `${nt}; LC 214/2025 art. 372`,
    sale: { ...later, to: consumer('SP'), item: charged, document: of('MUNICIPALITY', { rateReduction: '0' }) },
    gives: ['gIBSUF/pAliqEfet = 0.0000', 'gIBSMun/pAliqEfet = 0.1000', 'gTribCompraGov/pAliqIBSUF = 0.0500'],
  },
  {
    of: 'public buyer: from 2027 on the reduction of the day must be said',
    source: `${nt}`,
    sale: { ...later, to: consumer('SP'), item: charged, document: of('UNION') },
    refused: { code: 'validation_error', path: 'governmentPurchase.rateReduction' },
    authority: 'the reductions of 2027 and later are not published: the authority compares with what the note says',
  },
  {
    of: 'public buyer: no reduction in 2026',
    source: `${nt}; Receita's calculator V0023`,
    sale: { to: consumer('SP'), item: charged, document: of('UNION', { rateReduction: '5' }) },
    refused: { code: 'invalid_taxation', path: 'governmentPurchase.rateReduction' },
    authority: 'no published rule compares pRedutor with the table of the year',
  },
  {
    of: 'public buyer: a payment without the note of its supply',
    source: `${nt}, BB05-20 (1196)`,
    sale: { to: consumer('SP'), item: charged, document: of('UNION', { operation: 'PAYMENT_OF_SUPPLY' }) },
    refused: { code: 'validation_error', path: 'governmentPurchase.previousDocuments' },
    authority: {
      cStat: 1196,
      mended: { document: of('UNION', { operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier] }) },
      forged: [[`<refDFeAnt>${earlier}</refDFeAnt>`, '']],
    },
  },
  {
    of: 'public buyer: a supply that is paid later has no earlier note',
    source: `${nt}, BB05-10 (1195)`,
    sale: { to: consumer('SP'), item: charged, document: of('UNION', { previousDocuments: [earlier] }) },
    refused: { code: 'validation_error', path: 'governmentPurchase.previousDocuments' },
    authority: {
      cStat: 1195,
      mended: { document: of('UNION') },
      forged: [['<tpOperGov>1</tpOperGov>', `<tpOperGov>1</tpOperGov><refDFeAnt>${earlier}</refDFeAnt>`]],
    },
  },
  {
    of: 'public buyer: a payment of two supplies at once',
    source: `${nt}, BB05-30 (1197)`,
    sale: {
      to: consumer('SP'),
      item: charged,
      document: of('UNION', { operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier, earlier] }),
    },
    refused: { code: 'validation_error', path: 'governmentPurchase.previousDocuments' },
    authority: {
      cStat: 1197,
      mended: { document: of('UNION', { operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [earlier] }) },
      forged: [['</gCompraGov>', `<refDFeAnt>${earlier}</refDFeAnt></gCompraGov>`]],
    },
  },
  {
    of: 'public buyer: a supply that was paid without the note of the payment',
    source: `${nt}, BB05-40 (1198)`,
    sale: { to: consumer('SP'), item: charged, document: of('UNION', { operation: 'SUPPLY_ALREADY_PAID' }) },
    refused: { code: 'validation_error', path: 'governmentPurchase.previousDocuments' },
    authority: {
      cStat: 1198,
      mended: { document: of('UNION', { operation: 'SUPPLY_ALREADY_PAID', previousDocuments: [earlier] }) },
      forged: [[`<refDFeAnt>${earlier}</refDFeAnt>`, '']],
    },
  },
  {
    of: 'public buyer: a payment before the supply has no earlier note',
    source: `${nt}, BB05-50 (1199)`,
    sale: {
      to: consumer('SP'),
      item: charged,
      document: of('UNION', { operation: 'PAYMENT_BEFORE_SUPPLY', previousDocuments: [earlier] }),
    },
    refused: { code: 'validation_error', path: 'governmentPurchase.previousDocuments' },
    authority: {
      cStat: 1199,
      mended: { document: of('UNION', { operation: 'PAYMENT_BEFORE_SUPPLY', previousDocuments: null }) },
      forged: [['</gCompraGov>', `<refDFeAnt>${earlier}</refDFeAnt></gCompraGov>`]],
    },
  },
  {
    of: 'public buyer: it withholds federal taxes of what it pays',
    source: 'IN RFB 1.234/2012; MOC 7.0 Anexo I, W23 to W30',
    sale: {
      to: consumer('SP'),
      item: charged,
      document: {
        ...of('UNION'),
        withheldTaxes: { pis: '6.50', cofins: '30', csll: '10.00', irrfBase: '1000', irrf: '12.00' },
      },
    },
    gives: [
      'vRetPIS = 6.50',
      'vRetCOFINS = 30.00',
      'vRetCSLL = 10.00',
      'vBCIRRF = 1000.00',
      'vIRRF = 12.00',
      'vBCRetPrev = absent',
      'vNF = 1000.00',
    ],
  },
  {
    of: 'public buyer: it withholds more than the base',
    source: 'MOC 7.0 Anexo I, W27 and W28',
    sale: { to: consumer('SP'), item: charged, document: { withheldTaxes: { irrfBase: '10.00', irrf: '12.00' } } },
    refused: { code: 'validation_error', path: 'withheldTaxes.irrf' },
    authority: 'no published rule compares them',
  },
  {
    of: 'public buyer: nothing of COFINS is left to withhold in 2027',
    source: 'LC 214/2025 art. 542',
    sale: { ...later, to: consumer('SP'), item: charged, document: { withheldTaxes: { cofins: '30.00' } } },
    refused: { code: 'invalid_taxation', path: 'withheldTaxes.cofins' },
    authority: 'no published rule looks at it',
  },
  {
    of: 'public buyer: a person is none',
    source: 'LC 214/2025 art. 472: the direct administration, autarchies and foundations',
    sale: { to: person('SP'), item: charged, document: of('UNION') },
    refused: { code: 'validation_error', path: 'client.document' },
    authority: 'no published rule looks at who the buyer is',
  },
  {
    of: 'public buyer: an NFC-e has none',
    source: 'NT 2025.002 v1.52, B31-10 (1006)',
    sale: {
      to: consumer('SP'),
      item: charged,
      document: { type: 'NFCE', payments: [{ method: 'CASH', value: '1000.00' }], ...of('UNION') },
    },
    refused: { code: 'validation_error', path: 'governmentPurchase' },
    authority: 'rule 1006 is judged in the simulator’s own tests',
  },
];
