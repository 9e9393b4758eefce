import type { FiscalCase } from '../fiscal-case.ts';

const charged = { icmsSituation: '00' } as const;
const nt2020 = 'NT 2020.006 v1.31, in production since 2022-04-04';
const nt2023 = 'NT 2023.004 v1.20; NT 2025.001 v1.03';

/** How a note is paid. */
export const payments: FiscalCase[] = [
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
];
