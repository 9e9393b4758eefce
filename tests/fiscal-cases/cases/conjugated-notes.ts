import type { FiscalCase, ItemBody, Sale } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';
import { cbsOf2027 } from './inclusive-price.ts';

const moc = 'MOC 7.0 Anexo I, group U; LC 116/2003 art. 7';
const shop = { municipalRegistration: '12345678' } as const;
const part: Partial<ItemBody> = { icmsSituation: '00', cfop: '5102' };
const repair = { serviceCode: '14.01', rate: '5', municipalityCode: '3550308' } as const;

/** A repair for 500.00. */
const service = (issqn: Partial<ItemBody['issqn']> = {}, more: Partial<ItemBody> = {}): Partial<ItemBody> => ({
  ...{ code: 'S1', description: 'Conserto', quantity: 1, unitValue: '500.00', issqn: { ...repair, ...issqn } },
  ...more,
});
const conjugated = (issqn: Partial<ItemBody['issqn']> = {}, more: Partial<ItemBody> = {}): Sale => ({
  by: shop,
  items: [part, service(issqn, more)],
});
const mended = { items: [part, service()] };

/** Goods and services in one note, if state and municipality have agreed on it. */
export const conjugatedNotes: FiscalCase[] = [
  {
    of: 'ISSQN: parts and their repair in one note',
    source: `${moc}; W16-10, W18-10`,
    sale: conjugated(),
    gives: [
      'IM = 12345678',
      'det[1]/CFOP = 5102',
      'det[2]/CFOP = 5933',
      'det[2]/NCM = 00',
      'det[2]/ICMS = absent',
      'ISSQN/vBC = 500.00',
      'ISSQN/vAliq = 5.0000',
      'ISSQN/vISSQN = 500.00 × 5% = 25.00',
      'ISSQN/cListServ = 14.01',
      'ISSQN/indISS = 1',
      'ISSQN/indIncentivo = 2',
      'det[2]/gIBSCBS/vBC = 500.00 − 25.00 = 475.00',
      'ICMSTot/vProd = 1000.00',
      'ICMSTot/vNF = 1000.00 + 500.00 = 1500.00',
      'ISSQNtot/vServ = 500.00',
      'ISSQNtot/vISS = 25.00',
      'ISSQNtot/dCompet = 2026-11-21',
    ],
  },
  {
    of: 'ISSQN: what is deducted, discounted and withheld, and the contributions of the service',
    source: `${moc} and art. 6; W19-10 to W22f-10`,
    sale: {
      by: shop,
      items: [
        part,
        service(
          { rate: '3', deduction: '100.00', conditionalDiscount: '10.00', otherWithholdings: '7.50', isWithheld: true },
          { discount: '50.00', pisSituation: '01', pisRate: '0.65', cofinsSituation: '01', cofinsRate: '3' },
        ),
      ],
      document: { issqn: { performedOn: '2026-11-19', municipalRegime: 'ESTIMATE' } },
    },
    gives: [
      'ISSQN/vBC = 500.00 − 50.00 − 100.00 = 350.00',
      'ISSQN/vISSQN = 350.00 × 3% = 10.50',
      'ISSQN/vDescIncond = 50.00',
      'ISSQN/vISSRet = 10.50',
      'ISSQNtot/vPIS = 450.00 × 0.65% = 2.93',
      'ISSQNtot/vCOFINS = 450.00 × 3% = 13.50',
      'ISSQNtot/vDeducao = 100.00',
      'ISSQNtot/vOutro = 7.50',
      'ISSQNtot/vDescCond = 10.00',
      'ISSQNtot/vISSRet = 10.50',
      'ISSQNtot/dCompet = 2026-11-19',
      'ISSQNtot/cRegTrib = 2',
      'ICMSTot/vPIS = 0.00',
      'ICMSTot/vNF = 1000.00 + 500.00 − 50.00 = 1450.00',
    ],
  },
  {
    of: 'ISSQN: between states, of what nobody owes it',
    source: `${moc}; Ajuste SINIEF 07/2001 (6.933)`,
    sale: {
      by: shop,
      to: taxpayer('BA'),
      items: [{ ...part, cfop: '6102' }, service({ rate: null, enforceability: 'EXEMPT' })],
    },
    gives: ['det[2]/CFOP = 6933', 'ISSQN/indISS = 3', 'ISSQN/vBC = 500.00', 'ISSQN/vISSQN = 0.00', 'vISS = absent'],
  },
  {
    of: 'ISSQN: suspended by a court',
    source: `${moc}; U12 and U16`,
    sale: conjugated({ enforceability: 'SUSPENDED_BY_COURT', suspensionProcess: '0001234-56.2026.8.26.0053' }),
    gives: ['ISSQN/indISS = 6', 'ISSQN/nProcesso = 0001234-56.2026.8.26.0053', 'ISSQN/vISSQN = 500.00 × 5% = 25.00'],
  },
  {
    of: 'ISSQN: rendered in another country',
    source: `${moc}, U14 and U15; LC 116/2003 art. 2, I`,
    sale: conjugated({ rate: null, enforceability: 'EXPORTED', country: 'us' }),
    gives: [
      'ISSQN/cMunFG = 3550308',
      'ISSQN/indISS = 4',
      'ISSQN/cMun = 9999999',
      'ISSQN/cPais = 2496',
      'ISSQN/vISSQN = 0.00',
    ],
  },
  {
    of: 'ISSQN: rendered in another country, though the tax is due here',
    source: 'LC 116/2003 art. 2, I',
    sale: conjugated({ country: 'US' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.enforceability' },
    authority: 'no rule compares the two',
  },
  {
    of: 'ISSQN: rendered in another country, and due in a municipality',
    source: 'MOC 7.0 Anexo I, U14 and U15',
    sale: conjugated({
      ...{ rate: null, enforceability: 'EXPORTED' },
      ...{ country: 'US', incidenceMunicipalityCode: '3550308' },
    }),
    refused: { code: 'validation_error', path: 'items[1].issqn.incidenceMunicipalityCode' },
    authority: 'the layout has one place for both',
  },
  {
    of: 'ISSQN: rendered in no country',
    source: 'MOC 7.0 Anexo I, U15 (table of the Banco Central)',
    sale: conjugated({ rate: null, enforceability: 'EXPORTED', country: 'XX' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.country' },
    authority: 'no rule compares the country',
  },
  {
    of: 'ISSQN: at the counter, in an NFC-e',
    source: 'MOC 7.0 Anexo I, I08-150 (725 takes 5933)',
    sale: {
      ...conjugated(),
      to: person('SP'),
      document: { type: 'NFCE', payments: [{ method: 'CASH', value: '1500.00' }] },
    },
    gives: ['det[2]/CFOP = 5933', 'ISSQNtot/vServ = 500.00', 'vPag = 1500.00'],
  },
  {
    of: 'ISSQN: from 2027 on the price contains IBS and CBS, and ISSQN is out of their base',
    source: 'LC 214/2025 art. 12 § 2º V; NT 2026.008 v1.00',
    sale: { ...conjugated(), on: '2027-03-01', rates: cbsOf2027 },
    gives: [
      'ISSQN/vISSQN = 500.00 × 5% = 25.00',
      'det[2]/gIBSCBS/vBC = (500.00 − 25.00) ÷ 1.088 = 436.58',
      'det[2]/PIS = absent',
      'vNFTot = 1500.00',
    ],
  },
  {
    of: 'ISSQN: goods under a CFOP of services',
    source: 'MOC 7.0 Anexo I, I08-160 (374)',
    sale: { by: shop, items: [part, { ...part, cfop: '5933' }] },
    refused: { code: 'invalid_cfop', path: 'items[1].cfop' },
    authority: { cStat: 374, mended: { items: [part, part] }, forged: [['<CFOP>5102', '<CFOP>5933']] },
  },
  {
    of: 'ISSQN: a service under a CFOP of goods',
    source: 'MOC 7.0 Anexo I, I08-170 (374)',
    sale: conjugated({}, { cfop: '5102' }),
    refused: { code: 'invalid_cfop', path: 'items[1].cfop' },
    authority: { cStat: 374, mended, forged: [['<CFOP>5933', '<CFOP>5102']] },
  },
  {
    of: 'ISSQN: a service that says ICMS, too',
    source: 'MOC 7.0 Anexo I, I08-171 (374)',
    sale: conjugated({}, { icmsSituation: '41' }),
    refused: { code: 'invalid_taxation', path: 'items[1].icmsSituation' },
    authority: 'the layout has no place for both',
  },
  {
    of: 'ISSQN: without the municipal registration',
    source: 'MOC 7.0 Anexo I, U01-10 (530)',
    sale: mended,
    refused: { code: 'validation_error', path: 'company.municipalRegistration' },
    authority: { cStat: 530, mended: { by: shop }, forged: [['<IM>12345678</IM>', '']] },
  },
  {
    of: 'ISSQN: services alone',
    source: 'MOC 7.0 Anexo I, U01-20 (592)',
    sale: { by: shop, item: service() },
    refused: { code: 'validation_error', path: 'items' },
    authority: 'rule 592 is judged in the simulator’s own tests',
  },
  {
    of: 'ISSQN: what is no item of the list of services',
    source: 'NT 2021.004 v1.35, U06-10 (844); LC 116/2003',
    sale: conjugated({ serviceCode: '41.01' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.serviceCode' },
    authority: { cStat: 844, mended, forged: [['<cListServ>14.01', '<cListServ>41.01']] },
  },
  {
    of: 'ISSQN: rendered in no municipality',
    source: 'MOC 7.0 Anexo I, U05-10 (287)',
    sale: conjugated({ municipalityCode: '3599999' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.municipalityCode' },
    authority: { cStat: 287, mended, forged: [['<cMunFG>3550308</cMunFG><cL', '<cMunFG>3599999</cMunFG><cL']] },
  },
  {
    of: 'ISSQN: due in no municipality',
    source: 'MOC 7.0 Anexo I, U14-10 (389)',
    sale: conjugated({ incidenceMunicipalityCode: '3599999' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.incidenceMunicipalityCode' },
    authority: {
      cStat: 389,
      mended: { items: [part, service({ incidenceMunicipalityCode: '3550308' })] },
      forged: [['<cMun>3550308</cMun><indInc', '<cMun>3599999</cMun><indInc']],
    },
  },
  {
    of: 'ISSQN: a service with a bar code',
    source: 'NT 2021.003 v1.40, 887',
    sale: conjugated({}, { gtin: '7891000315507' }),
    refused: { code: 'validation_error', path: 'items[1].gtin' },
    authority: {
      cStat: 887,
      mended,
      forged: [['<cProd>S1</cProd><cEAN>SEM GTIN', '<cProd>S1</cProd><cEAN>7891000315507']],
    },
  },
  {
    of: 'ISSQN: more than the law lets municipalities charge',
    source: 'LC 116/2003 art. 8, II',
    sale: conjugated({ rate: '5.01' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.rate' },
    authority: 'no rule compares the rate',
  },
  {
    of: 'ISSQN: withheld, though nobody owes it',
    source: 'LC 116/2003 art. 6',
    sale: conjugated({ enforceability: 'IMMUNE', rate: null, isWithheld: true }),
    refused: { code: 'validation_error', path: 'items[1].issqn.isWithheld' },
    authority: 'no rule compares the two',
  },
  {
    of: 'ISSQN: suspended without a process',
    source: 'MOC 7.0 Anexo I, U16',
    sale: conjugated({ enforceability: 'SUSPENDED_BY_AUTHORITY' }),
    refused: { code: 'validation_error', path: 'items[1].issqn.suspensionProcess' },
    authority: 'no rule asks for it',
  },
  {
    of: 'ISSQN: in a note of debit',
    source: 'NT 2025.002 v1.52, B25-80 (1001)',
    sale: { ...conjugated(), document: { rtcDebitType: '04' } },
    refused: { code: 'validation_error', path: 'items[1].issqn' },
    authority: 'rule 1001 is judged in the simulator’s own tests',
  },
];
