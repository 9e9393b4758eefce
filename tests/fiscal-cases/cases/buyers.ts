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
const nt2023 = 'NT 2023.004 v1.20; NT 2025.001 v1.03';

/** Medicines, marketplaces, orders, and how a note is paid. */
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
    of: 'an accountant may download the note',
    source: 'MOC 7.0 Anexo I, GA02 to GA03-10 (325)',
    sale: { item: charged, document: { authorizedTaxIds: ['529.982.247-25'] } },
    gives: ['autXML/CPF = 52998224725'],
  },
  {
    of: 'payment: in cash, and none where nobody says anything',
    source: `${nt2023}; IT 2024.002 v1.10`,
    sale: { item: charged },
    gives: ['detPag/tPag = 90', 'detPag/vPag = 0.00'],
  },
  ...(
    [
      ['CASH', '01'],
      ['PIX', '17'],
      ['BANK_SLIP', '15'],
      ['BANK_DEPOSIT', '16'],
      ['BANK_TRANSFER', '18'],
      ['LOYALTY', '19'],
      ['PIX_STATIC', '20'],
      ['SHOP_CREDIT', '21'],
      ['CHECK', '02'],
      ['STORE_CREDIT', '05'],
    ] as const
  ).map(([method, tPag]): FiscalCase => ({
    of: `payment: ${method} is ${tPag}`,
    source: 'IT 2024.002 v1.10, table of means of payment',
    sale: { item: charged, document: { payments: [{ method, value: '1000.00' }] } },
    gives: [`detPag/tPag = ${tPag}`, 'detPag/vPag = 1000.00'],
  })),
  {
    of: 'payment: OTHERS says in words what it is',
    source: `${nt2020}, YA02a-10 (441)`,
    sale: { item: charged, document: { payments: [{ method: 'OTHERS', value: '1000.00', description: 'Permuta' }] } },
    gives: ['detPag/tPag = 99', 'detPag/xPag = Permuta'],
  },
  {
    of: 'payment: by card, with the machine that is part of the program',
    source: `${nt2023}, YA05-10 (392)`,
    sale: {
      item: charged,
      document: {
        payments: [
          {
            method: 'CREDIT_CARD',
            value: '1000.00',
            card: { integration: 'INTEGRATED', brand: 'VISA', acquirer: '01.027.058/0001-91', authorization: 'A1' },
          },
        ],
      },
    },
    gives: [
      'detPag/tPag = 03',
      'card/tpIntegra = 1',
      'card/CNPJ = 01027058000191',
      'card/tBand = 01',
      'card/cAut = A1',
    ],
  },
  {
    of: 'payment: later, since 2025-11-03',
    source: 'IT 2024.002 v1.10: 91 Pagamento Posterior, in force since 2025-11-03',
    sale: { item: charged, document: { payments: [{ method: 'PAY_LATER', value: '0' }] } },
    gives: ['detPag/tPag = 91', 'detPag/vPag = 0.00'],
  },
  {
    of: 'payment in three installments',
    source: 'MOC 7.0 Anexo I, group Y (851, 852, 850)',
    sale: {
      item: charged,
      document: {
        duplicates: [
          { dueDate: '2026-12-21', value: '333.33' },
          { dueDate: '2027-01-21', value: '333.33' },
          { dueDate: '2027-02-21', value: '333.34' },
        ],
      },
    },
    gives: [
      'count(dup) = 3',
      'dup[3]/nDup = 003',
      'dup[3]/vDup = 1000.00 − 333.33 − 333.33 = 333.34',
      'fat/vLiq = 1000.00',
      'detPag/indPag = 1',
    ],
  },
  {
    of: 'payment by OTHERS without words',
    source: `${nt2020}, YA02a-10 (441)`,
    sale: { item: charged, document: { payments: [{ method: 'OTHERS', value: '1000.00' }] } },
    refused: { code: 'validation_error', path: 'payments[0].description' },
    authority: {
      cStat: 441,
      mended: { document: { payments: [{ method: 'OTHERS', value: '1000.00', description: 'Permuta' }] } },
      forged: [['<xPag>Permuta</xPag>', '']],
    },
  },
  {
    of: 'payment of less than the note',
    source: 'MOC 7.0 Anexo I, YA03-10 (865)',
    sale: { item: charged, document: { payments: [{ method: 'CASH', value: '999.99' }] } },
    refused: { code: 'invalid_payments', path: 'payments' },
    authority: {
      cStat: 865,
      mended: { document: { payments: [{ method: 'CASH', value: '1000.00' }] } },
      forged: [['<vPag>1000.00</vPag>', '<vPag>999.99</vPag>']],
    },
  },
  {
    of: 'payment in cash with the data of a card',
    source: `${nt2023}, YA04-20 (963)`,
    sale: {
      item: charged,
      document: { payments: [{ method: 'CASH', value: '1000.00', card: { integration: 'STANDALONE' } }] },
    },
    refused: { code: 'validation_error', path: 'payments[0].card' },
    authority: {
      cStat: 963,
      mended: { document: { payments: [{ method: 'CASH', value: '1000.00' }] } },
      forged: [['<vPag>1000.00</vPag>', '<vPag>1000.00</vPag><card><tpIntegra>2</tpIntegra></card>']],
    },
  },
  {
    of: 'payment by an integrated machine without the acquirer',
    source: `${nt2023}, YA05-10 (392)`,
    sale: {
      item: charged,
      document: {
        payments: [
          { method: 'DEBIT_CARD', value: '1000.00', card: { integration: 'INTEGRATED', authorization: 'A1' } },
        ],
      },
    },
    refused: { code: 'validation_error', path: 'payments[0].card.acquirer' },
    authority: {
      cStat: 392,
      mended: {
        document: {
          payments: [
            {
              method: 'DEBIT_CARD',
              value: '1000.00',
              card: { integration: 'INTEGRATED', acquirer: '01027058000191', authorization: 'A1' },
            },
          ],
        },
      },
      forged: [['<CNPJ>01027058000191</CNPJ>', '']],
    },
  },
  {
    of: 'installments that do not add up',
    source: 'MOC 7.0 Anexo I, Y10-10 (851)',
    sale: { item: charged, document: { duplicates: [{ dueDate: '2026-12-21', value: '999.99' }] } },
    refused: { code: 'invalid_duplicates', path: 'duplicates' },
    authority: {
      cStat: 851,
      mended: { document: { duplicates: [{ dueDate: '2026-12-21', value: '1000.00' }] } },
      forged: [['<vDup>1000.00</vDup>', '<vDup>999.99</vDup>']],
    },
  },
  {
    of: 'installment that was due yesterday',
    source: 'NT 2025.001 v1.03, Y09-20 (900)',
    sale: { item: charged, document: { duplicates: [{ dueDate: '2026-11-20', value: '1000.00' }] } },
    refused: { code: 'validation_error', path: 'duplicates[0].dueDate' },
    authority: {
      cStat: 900,
      mended: { document: { duplicates: [{ dueDate: '2026-12-21', value: '1000.00' }] } },
      forged: [['<dVenc>2026-12-21</dVenc>', '<dVenc>2026-11-20</dVenc>']],
    },
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
