import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { ComputedItem, ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { keyOf } from '../../domain/documents/check/adjustment-cases.ts';
import {
  declaration,
  exported,
  exportOf,
  foreigner,
  imported,
  importOf,
  manaus,
} from '../../domain/documents/check/trade-sales.ts';
import { compute, issuerOf, item, saleOf } from '../../domain/documents/sale.ts';
import { checkComputed } from '../support/check-computed.ts';

const at = new Date('2026-11-21T12:00:00-03:00');
const key = keyOf();
const ibsCbs = { ibsCbsSituation: '000', ibsCbsClassification: '000001' };
const bought = { registration: '000000000123', accessKey: key, quantity: '10' };

type Trade = { of: string; payload: GoodsPayload; client?: ClientSnapshot; regime?: 'SIMPLES' };

const trades: readonly Trade[] = [
  { of: 'an import by DUIMP with every tax', payload: importOf([imported(ibsCbs)]) },
  {
    of: 'an import by DI to the order of another, whose ICMS is reduced, beside one that is not charged',
    payload: importOf([
      imported({
        ...{ icmsSituation: '20', icmsRedBc: '50' },
        importDeclarations: [
          {
            ...declaration,
            ...{
              number: '2612345678',
              intermediation: 'TO_ORDER',
              thirdPartyTaxId: '11444777000161',
              thirdPartyState: 'PR',
            },
            additions: [{ number: 1, sequence: 1, manufacturerCode: 'FAB1' }],
          },
        ],
      }),
      imported({
        icmsSituation: '41',
        icmsRate: null,
        ipiSituation: '03',
        ipiRate: null,
        importTax: { base: '0', value: '0' },
      }),
    ]),
  },
  {
    of: 'an import under drawback',
    payload: importOf([
      imported({
        cfop: '3127',
        importDeclarations: [
          { ...declaration, additions: [{ sequence: 1, manufacturerCode: 'FAB1', drawback: '20260001234' }] },
        ],
      }),
    ]),
  },
  { of: 'an export', payload: exportOf([exported()]) },
  { of: 'an export of Simples', payload: exportOf([exported({ icmsSituation: '300' })]), regime: 'SIMPLES' },
  {
    of: 'an export in tons of what is counted in kilograms',
    payload: exportOf([exported({ unit: 'TON', quantity: '0.5', unitValue: '2000' })]),
  },
  { of: 'an export under drawback', payload: exportOf([exported({ cfop: '7127', drawbacks: ['20260001234'] })]) },
  {
    of: 'an export of what was bought for it',
    payload: exportOf([exported({ cfop: '7501', indirectExport: [bought] })], { referencedDocuments: [key] }),
  },
  {
    of: 'goods that come back from abroad, and were bought to be exported',
    payload: importOf(
      [
        item({
          cfop: '3503',
          icmsSituation: '41',
          indirectExport: [bought],
          referencedItem: { accessKey: key, number: 1 },
        }),
      ],
      {
        purpose: 'RETURN',
      },
    ),
  },
  {
    of: 'a sale that is exempt for the free zone',
    payload: saleOf([item({ icmsSituation: '40', icmsExemptionReason: '7', cfop: '6109' })]),
    client: manaus,
  },
];

const computed = ({ payload, client = foreigner, regime }: Omit<Trade, 'of'>) =>
  compute({ client, payload, on: at, ...(regime ? { issuer: issuerOf(regime) } : {}) });

test.each(trades)('the authority finds nothing wrong with $of', async (trade) => {
  expect(await checkComputed(computed(trade), at)).toBeUndefined();
});

type Wrong = { of: string; from: string; sent: (note: ComputedNote) => ComputedNote; cStat: number };
const lines = (change: (item: ComputedItem) => ComputedItem) => (note: ComputedNote) => ({
  ...note,
  items: note.items.map(change),
});

/** The product refuses each of these; here they are sent anyway, and the authority refuses them. */
test.each<Wrong>([
  {
    of: 'an import without its declaration',
    from: 'an import by DUIMP',
    sent: lines(({ importDeclarations: _declarations, ...line }) => line),
    cStat: 525,
  },
  {
    of: 'an import without II',
    from: 'an import by DUIMP',
    sent: lines(({ importTax: _tax, ...line }) => line),
    cStat: 599,
  },
  {
    of: 'an import without IPI',
    from: 'an import by DUIMP',
    sent: lines((line) => ({ ...line, ipi: null })),
    cStat: 597,
  },
  {
    of: 'an export from nowhere',
    from: 'an export',
    sent: ({ export: _places, ...note }) => note,
    cStat: 355,
  },
  {
    of: 'an export that is taxed',
    from: 'an export',
    sent: lines(({ icms, ...line }) => ({ ...line, icms: icms && { ...icms, situation: '40' } })),
    cStat: 527,
  },
  { of: 'an export in pieces', from: 'an export', sent: lines((line) => ({ ...line, unit: 'UN' })), cStat: 817 },
  {
    of: 'an indirect export of nothing',
    from: 'an export of what was bought',
    sent: lines(({ indirectExport: _bought, ...line }) => line),
    cStat: 340,
  },
  {
    of: 'an exemption for who is not registered',
    from: 'a sale that is exempt',
    sent: (note) => ({ ...note, recipient: note.recipient && { ...note.recipient, isuf: null } }),
    cStat: 625,
  },
])('the authority refuses $of, $cStat', async ({ from, sent, cStat }) => {
  const trade = trades.find(({ of }) => of.startsWith(from))!;
  expect(await checkComputed(sent(computed(trade)), at)).toBe(cStat);
});
