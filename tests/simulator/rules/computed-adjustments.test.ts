import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../domain/documents/compute/operation.ts';
import type { ComputedItem, ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import { DomainError } from '../../../domain/errors.ts';
import { adjustmentKindOf, mayCarry, otherTaxOf } from '../../../domain/taxation/adjustments.ts';
import { taxFieldNames } from '../../../domain/taxation/fields.ts';
import {
  adjustedLine,
  type AdjustmentCase,
  adjustmentCases,
  keyOf,
} from '../../domain/documents/check/adjustment-cases.ts';
import { compute, saleOf, taxpayerIn } from '../../domain/documents/sale.ts';
import { computedIcms } from '../../support/samples/notes.ts';
import { randomSale } from '../../support/samples/random-sale.ts';
import { checkComputed } from '../support/check-computed.ts';

const key = keyOf();
const client = { ...taxpayerIn('SP'), stateRegistration: '110042490114' };
const at = new Date('2026-11-21T12:00:00-03:00');

test.each(adjustmentCases)('the authority finds nothing wrong with $of', async ({ item, document }) => {
  const note = compute({ client, payload: saleOf([adjustedLine(item(key))], document(key)), on: at });
  expect(await checkComputed(note, at)).toBeUndefined();
});

test('whatever the levels say of sales, the authority finds nothing wrong with a note of credit or debit', async () => {
  const ofAnyType = fc.tuple(fc.constantFrom(...adjustmentCases), randomSale).map(([of, sale]) => adjusting(sale, of));
  await fc.assert(
    fc.asyncProperty(ofAnyType, async (input) => {
      const note = noteOf(input);
      fc.pre(note !== null);
      expect(await checkComputed(note, input.on)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

type Wrong = { of: string; from: string; sent: (note: ComputedNote) => ComputedNote; cStat: number };
const line = (change: (item: ComputedItem) => Partial<ComputedItem>) => (note: ComputedNote) => ({
  ...note,
  items: note.items.map((item) => ({ ...item, ...change(item) })),
});
const ibsCbs = (change: Partial<NonNullable<ComputedItem['ibsCbs']>>) =>
  line((item) => ({ ibsCbs: item.ibsCbs && { ...item.ibsCbs, ...change } }));
const nothing = { ibs: '0.00', cbs: '0.00' };
const named = (accessKey: string, number: number | null) => line(() => ({ referencedItem: { accessKey, number } }));

/** The product refuses each of these; here they are sent anyway, and the authority refuses them. */
test.each<Wrong>([
  {
    of: 'a note of credit that goes out',
    from: 'credit 01',
    sent: (note) => line(() => ({ cfop: '5949' }))({ ...note, operationType: 'OUT' }),
    cStat: 1161,
  },
  {
    of: 'a note of debit that comes in',
    from: 'debit 01',
    sent: (note) => line(() => ({ cfop: '1949' }))({ ...note, operationType: 'IN' }),
    cStat: 1162,
  },
  {
    of: 'ICMS on interest',
    from: 'credit 01',
    sent: line(() => ({ icms: computedIcms({ situation: '41' }) })),
    cStat: 1001,
  },
  {
    of: 'ICMS on an advance',
    from: 'debit 06',
    sent: line(() => ({ icms: computedIcms({ situation: '41' }) })),
    cStat: 1001,
  },
  {
    of: 'a payment',
    from: 'debit 01',
    sent: (note) => ({
      ...note,
      payments: [{ method: 'CASH', term: '0', description: null, value: '1.00', card: null }],
    }),
    cStat: 871,
  },
  { of: 'no type', from: 'debit 01', sent: (note) => ({ ...note, adjustmentType: '' }), cStat: 1009 },
  {
    of: 'the presumed credit of the zone before 2029',
    from: 'credit 05',
    sent: (note) => ({ ...note, adjustmentType: '02' }),
    cStat: 1145,
  },
  { of: 'the class of another kind', from: 'debit 01', sent: ibsCbs({ classification: '800001' }), cStat: 1202 },
  {
    of: 'a class that is bound, on interest',
    from: 'credit 01',
    sent: ibsCbs({ situation: '410', classification: '410030', amounts: null }),
    cStat: 1202,
  },
  {
    of: 'a transfer of nothing',
    from: 'debit 01',
    sent: ibsCbs({ adjustment: nothing }),
    cStat: 1129,
  },
  {
    of: 'an adjustment of nothing',
    from: 'debit 02',
    sent: ibsCbs({ adjustment: { period: '2026-10', ...nothing } }),
    cStat: 1171,
  },
  {
    of: 'a reversal where the class has none',
    from: 'debit 02',
    sent: ibsCbs({ creditReversal: { ibs: '1.00', cbs: '0.00' } }),
    cStat: 1172,
  },
  { of: 'interest on no note', from: 'credit 01', sent: (note) => ({ ...note, referencedDocuments: [] }), cStat: 254 },
  {
    of: 'interest on two notes',
    from: 'credit 01',
    sent: (note) => ({ ...note, referencedDocuments: [key, keyOf({ number: 8 })] }),
    cStat: 255,
  },
  {
    of: 'a reduced price of another’s note',
    from: 'credit 04',
    sent: (note) => ({ ...note, referencedDocuments: [keyOf({ taxId: '11444777000161' })] }),
    cStat: 269,
  },
  {
    of: 'a reduced price of a note of another state',
    from: 'credit 04',
    sent: (note) => ({ ...note, referencedDocuments: [keyOf({ stateCode: '41' })] }),
    cStat: 678,
  },
  {
    of: 'interest on an NFC-e',
    from: 'credit 01',
    sent: (note) => ({ ...note, referencedDocuments: [keyOf({ model: '65' })] }),
    cStat: 1003,
  },
  { of: 'an item of a note of credit', from: 'credit 05', sent: named(key, 1), cStat: 1042 },
  { of: 'debit 03 of an item', from: 'debit 03', sent: named(key, 1), cStat: 1039 },
  { of: 'debit 04 of a whole note', from: 'debit 04', sent: named(key, null), cStat: 1048 },
  {
    of: 'debit 04 of items and of a note',
    from: 'debit 04',
    sent: (note) => ({ ...note, referencedDocuments: [key] }),
    cStat: 1010,
  },
])('the authority refuses $of, $cStat', async ({ from, sent, cStat }) => {
  const of = adjustmentCases.find((one) => one.of.startsWith(from))!;
  const note = compute({ client, payload: saleOf([adjustedLine(of.item(key))], of.document(key)), on: at });
  expect(await checkComputed(sent(note), at)).toBe(cStat);
});

/** The same goods and levels as a credit or debit note, whose lines have what its type demands. */
function adjusting({ payload, ...sale }: NoteInput, { item, document }: AdjustmentCase): NoteInput {
  const kind = adjustmentKindOf(document(key))!;
  const isInternal = sale.client.address?.state === 'SP';
  const items = payload.items.map((line, index) => {
    const { referencedItem, ...declared } = item(keyOf({ number: kind.itemReference === 'NOTE' ? index + 7 : 7 }));
    const { adjustment, creditReversal } = declared;
    const kept = without(line, (name) => {
      const tax = otherTaxOf(name);
      return (
        (tax !== null && !mayCarry(kind, tax, { date: '2026' })) ||
        (name.startsWith('ibsCbs') && kind.classification !== null)
      );
    });
    return {
      ...kept,
      ...(adjustment ? { adjustment } : {}),
      ...(creditReversal ? { creditReversal } : {}),
      ...(referencedItem ? { referencedItem: itemOf(referencedItem, index) } : {}),
      ...(kind.cfop ? {} : { cfop: isInternal ? '1202' : '2202' }),
      ...(kind.cfop === '5927' && !isInternal ? { cfop: '6949' } : {}),
    };
  });
  const way = { presence: '9', delivery: null, pickup: null };
  return { ...sale, payload: { ...payload, ...way, ...document(key), items } };
}

function itemOf(reference: NonNullable<ItemInput['referencedItem']>, index: number) {
  return reference.number ? { ...reference, number: index + 1 } : reference;
}

function without(line: ItemInput, isLeftOut: (name: (typeof taxFieldNames)[number]) => boolean): ItemInput {
  return taxFieldNames.filter(isLeftOut).reduce((sofar, name) => ({ ...sofar, [name]: null }), line);
}

/** The computed note; null if the product already refuses the combination of levels. */
function noteOf(input: NoteInput): ComputedNote | null {
  try {
    return computeNote(input);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_taxation') return null;
    // With a sale's CSOSN a MEI may only sell (337).
    const isOfMei = input.issuer.settings.taxRegime === 'MEI';
    if (isOfMei && error instanceof DomainError && error.code === 'invalid_cfop') return null;
    throw error;
  }
}
