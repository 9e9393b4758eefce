import type { FiscalCase, ItemBody } from '../fiscal-case.ts';
import { person, taxpayer } from '../people.ts';

const charged = { icmsSituation: '00' } as const;
const lot = { number: 'L2026-11', quantity: '10', manufacturedOn: '2026-10-01', expiresOn: '2028-10-01' };
const medicine: Partial<ItemBody> = {
  ...charged,
  ncm: '30049099',
  medicine: { anvisaCode: '1234567890123', maxPrice: '150.00' },
};
const platform = { taxId: '33.000.167/0001-01', sellerId: 'loja-do-ze' };
const online = { presence: '2', marketplace: platform } as const;
const nt2021 = 'NT 2021.004 v1.35, in production since 2022-09-27';
const nt2020 = 'NT 2020.006 v1.31, in production since 2022-04-04';

/** Medicines, marketplaces, orders. */
export const buyersDetails: FiscalCase[] = [
  {
    of: 'medicine: with its registration, its highest price and its lot',
    source: `${nt2021}, K01-20 (873)`,
    sale: { item: { ...medicine, lots: [lot] } },
    gives: ['cProdANVISA = 1234567890123', 'vPMC = 150.00', 'rastro/nLote = L2026-11', 'rastro/qLote = 10'],
  },
  {
    of: 'medicine: exempt from registration, with the reason',
    source: `${nt2021}, K01b`,
    sale: {
      item: {
        ...medicine,
        medicine: { anvisaCode: 'ISENTO', exemptionReason: 'RDC 26/2014', maxPrice: '0' },
        lots: [lot],
      },
    },
    gives: ['cProdANVISA = ISENTO', 'xMotivoIsencao = RDC 26/2014', 'vPMC = 0.00'],
  },
  {
    of: 'medicine: by internet it needs no lot',
    source: `${nt2021}, K01-20 (873), its exception of indPres 2 and 3`,
    sale: { to: person('SP'), item: medicine, document: { presence: '2' } },
    gives: ['med = present', 'rastro = absent'],
  },
  {
    of: 'medicine without its lot',
    source: `${nt2021}, K01-20 (873)`,
    sale: { item: medicine },
    refused: { code: 'validation_error', path: 'items[0].lots' },
    authority: {
      cStat: 873,
      mended: { item: { lots: [lot] } },
      forged: [
        ['<rastro><nLote>L2026-11</nLote><qLote>10</qLote><dFab>2026-10-01</dFab><dVal>2028-10-01</dVal></rastro>', ''],
      ],
    },
  },
  {
    of: 'lot that expires before it is made',
    source: 'MOC 7.0 Anexo I, I84-10 (870)',
    sale: { item: { ...medicine, lots: [{ ...lot, expiresOn: '2026-09-30' }] } },
    refused: { code: 'validation_error', path: 'items[0].lots[0].expiresOn' },
    authority: 'the two days are judged in the simulator’s list of what it does not judge',
  },
  {
    of: 'lot of tomorrow',
    source: 'MOC 7.0 Anexo I, I83-10 (877)',
    sale: { item: { ...medicine, lots: [{ ...lot, manufacturedOn: '2026-11-22' }] } },
    refused: { code: 'validation_error', path: 'items[0].lots[0].manufacturedOn' },
    authority: 'the day is judged in the simulator’s list of what it does not judge',
  },
  {
    of: 'marketplace: a sale through somebody else’s site names it',
    source: `${nt2020}, B25c-10 (434) and YB01-10 (438)`,
    sale: { to: person('SP'), item: charged, document: online },
    gives: ['indIntermed = 1', 'infIntermed/CNPJ = 33000167000101', 'idCadIntTran = loja-do-ze'],
  },
  {
    of: 'marketplace: on one’s own site there is none',
    source: `${nt2020}, B25c-10 (434)`,
    sale: { to: person('SP'), item: charged, document: { presence: '2' } },
    gives: ['indIntermed = 0', 'infIntermed = absent'],
  },
  {
    of: 'marketplace: also of goods that are fetched in the shop',
    source: `${nt2020}, chapter 6; B25c-20 (435)`,
    sale: { to: person('SP'), item: charged, document: { ...online, presence: '1' } },
    gives: ['indPres = 1', 'indIntermed = 1'],
  },
  {
    of: 'marketplace on a sale that has no presence to speak of',
    source: `${nt2020}, B25c-20 (435)`,
    sale: { item: charged, document: { ...online, presence: '0' } },
    refused: { code: 'validation_error', path: 'marketplace' },
    authority: {
      cStat: 435,
      mended: { document: { presence: '2' } },
      forged: [['<indPres>2</indPres>', '<indPres>0</indPres>']],
    },
  },
  {
    of: 'marketplace with a wrong CNPJ',
    source: `${nt2020}, YB02-10 (440)`,
    sale: {
      to: person('SP'),
      item: charged,
      document: { ...online, marketplace: { ...platform, taxId: '33000167000102' } },
    },
    refused: { code: 'validation_error', path: 'marketplace.taxId' },
    authority: {
      cStat: 440,
      mended: { document: online },
      forged: [['<infIntermed><CNPJ>33000167000101', '<infIntermed><CNPJ>33000167000102']],
    },
  },
  {
    of: 'order of the buyer, of the note and of the line',
    source: 'MOC 7.0 Anexo I, I60, I61 and ZB03',
    sale: {
      item: { ...charged, purchaseOrder: { number: 'PED-7', item: 3 } },
      document: { purchaseOrder: { number: 'PED-7', contract: 'C-9', commitment: '2026NE000123' } },
    },
    gives: [
      'det/xPed = PED-7',
      'nItemPed = 3',
      'compra/xPed = PED-7',
      'compra/xCont = C-9',
      'compra/xNEmp = 2026NE000123',
    ],
  },
  {
    of: 'remarks: fields of free use, of the note and of a line, and a process',
    source: 'MOC 7.0 Anexo I, groups Z and VA (Z04 to Z13, VA02 to VA07); PL_010f v1.04',
    sale: {
      item: {
        ...charged,
        remark: { field: 'Lote', text: 'L2026-11' },
        taxOfficeRemark: { field: 'cBarra', text: '7891000100103' },
      },
      document: {
        remarks: [
          { field: 'Vendedor', text: 'Ana & Cia "Sul"' },
          { field: 'Rota', text: '12' },
        ],
        taxOfficeRemarks: [{ field: 'Regime', text: 'RE 123/2026' }],
        taxOfficeInfo: 'Mercadoria com tratamento do art. 400 do RICMS',
        legalProcesses: [
          { number: '0001234-56.2026.4.03.6100', origin: 'FEDERAL_COURT' },
          { number: 'RE-77', origin: 'TAX_OFFICE', act: 'SPECIAL_REGIME' },
        ],
      },
    },
    gives: [
      'infAdFisco = Mercadoria com tratamento do art. 400 do RICMS',
      'count(obsCont) = 3',
      'infAdic/obsCont/xTexto = Ana & Cia "Sul"',
      'infAdic/obsFisco/xTexto = RE 123/2026',
      'procRef[1]/indProc = 1',
      'procRef[2]/tpAto = 10',
      'obsItem/obsCont/xTexto = L2026-11',
      'obsItem/obsFisco/xTexto = 7891000100103',
    ],
  },
  {
    of: 'remark: the act of a court is none of the treasury’s',
    source: 'MOC 7.0 Anexo I, Z13 (PL_010f v1.04, tpAto)',
    sale: {
      item: charged,
      document: { legalProcesses: [{ number: '1', origin: 'STATE_COURT', act: 'AGREEMENT' }] },
    },
    refused: { code: 'validation_error', path: 'legalProcesses[0].act' },
    authority: 'the schema takes it, and no rule looks at it',
  },
  {
    of: 'an accountant may download the note',
    source: 'MOC 7.0 Anexo I, GA02 to GA03-10 (325)',
    sale: { item: charged, document: { authorizedTaxIds: ['529.982.247-25'] } },
    gives: ['autXML/CPF = 52998224725'],
  },
  {
    of: 'approximate taxes of a sale to a consumer, which the seller says',
    source: 'Lei 12.741/2012 art. 1; MOC 7.0 Anexo I, W16a-10 (685)',
    sale: { to: person('SP'), item: { ...charged, approximateTaxes: '312.40' } },
    gives: ['imposto/vTotTrib = 312.40', 'ICMSTot/vTotTrib = 312.40'],
  },
  {
    of: 'a taxpayer of another state that is one in words only: its address has no city',
    source: 'MOC 7.0 Anexo I, E05 and PL_010f',
    sale: { to: { ...taxpayer('MG'), city: null, municipalityCode: null }, item: charged },
    refused: { code: 'validation_error', path: 'client.municipalityCode' },
    authority: 'the schema has no address without it',
  },
];
