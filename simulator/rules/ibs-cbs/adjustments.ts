import { child, textOf } from '../../xml/element.ts';
import { credits, debits, isCredit, isDebit, isDebitNote } from '../adjustment.ts';
import { amount } from '../amount.ts';
import type { Item, Note } from '../note.ts';
import type { Rule } from '../rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from '../rule.ts';
import { classificationOf } from './classification.ts';

/** The only classification that a type of debit or credit note may have (UB14-70, UB14-80); types that are not here may have any. */
const ofDebit: Readonly<Record<string, string>> = {
  '01': '800002',
  '02': '811001',
  '03': '811002',
  '05': '800001',
  '07': '410030',
  '08': '811003',
};
const ofCredit: Readonly<Record<string, string>> = { '02': '810001', '05': '800001' };
const bound = new Set([...Object.values(ofDebit), ...Object.values(ofCredit)]);

/** cUF of the states of the free trade zone of Manaus and of areas that the law treats alike; of Amapá only two municipalities (I05k-20). */
const zone = ['11', '12', '13', '14'];
const zoneOfAmapa = ['1600303', '1600600'];

/** Group UB, adjustments: what credit and debit notes have in place of a sale's amounts (NT 2025.002 v1.52). */
export const ibsCbsAdjustmentRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(1166, 'I05k-20', ({ product }, note) => child(product, 'tpCredPresIBSZFM') !== undefined && !isInZone(note)),
  itemRule(1202, 'UB14-60', (item, note) => bound.has(classOf(item)) && boundClass(note) !== classOf(item)),
  itemRule(1200, 'UB14-70', (item, note) => isBroken(item, ofDebit[textOf(note.ide, 'tpNFDebito') ?? ''])),
  itemRule(1201, 'UB14-80', (item, note) => isBroken(item, ofCredit[textOf(note.ide, 'tpNFCredito') ?? ''])),
  // The text exempts debit notes only, which would leave credit note 05 without any valid classification: it is exempt here, too.
  itemRule(
    1133,
    'UB106-30',
    (item, note) => has(item, 'gTransfCred') && !isDebitNote(note) && !isCredit(note, credits.succession),
  ),
  itemRule(
    1168,
    'UB106-31',
    (item, note) =>
      has(item, 'gTransfCred') && isDebitNote(note) && !isDebit(note, debits.cooperative, debits.succession),
  ),
  itemRule(1129, 'UB106-40', (item) => isNothing(item, 'gTransfCred', 'vIBS', 'vCBS')),
  itemRule(1171, 'UB112-30', (item) => isNothing(item, 'gAjusteCompet', 'vIBS', 'vCBS')),
  itemRule(
    1172,
    'UB116-10',
    (item, note) =>
      has(item, 'gEstornoCred') && classificationOf(item)?.reversal === false && !isDebit(note, debits.loss),
  ),
  itemRule(
    1173,
    'UB116-20',
    (item, note) =>
      item.ibsCbs !== undefined &&
      !has(item, 'gEstornoCred') &&
      (classificationOf(item)?.reversal === true || isDebit(note, debits.loss)),
  ),
  itemRule(
    1174,
    'UB116-30',
    (item, note) => !isDebit(note, debits.loss) && isNothing(item, 'gEstornoCred', 'vIBSEstCred', 'vCBSEstCred'),
  ),
  itemRule(1158, 'UB131-40', (item, note) => has(item, 'gCredPresIBSZFM') && !isCredit(note, credits.zfm)),
  itemRule(1159, 'UB131-50', (item, note) => !has(item, 'gCredPresIBSZFM') && isCredit(note, credits.zfm)),
  itemRule(
    1160,
    'UB132-10',
    (item, { ide }) =>
      (textOf(item.ibsCbs, 'gCredPresIBSZFM', 'competApur') ?? '') > (textOf(ide, 'dhEmi') ?? '').slice(0, 7),
  ),
  itemRule(1136, 'UB133-10', (item, { items }) => {
    const type = zfmType(item);
    return type !== undefined && items.find((one) => zfmType(one) === type) !== item;
  }),
]);

function isBroken(item: Item, only: string | undefined): boolean {
  return only !== undefined && item.ibsCbs !== undefined && classOf(item) !== only;
}

function boundClass({ ide }: Note): string | undefined {
  return ofDebit[textOf(ide, 'tpNFDebito') ?? ''] ?? ofCredit[textOf(ide, 'tpNFCredito') ?? ''];
}

function classOf({ ibsCbs }: Item): string {
  return textOf(ibsCbs, 'cClassTrib') ?? '';
}

function has({ ibsCbs }: Item, group: string): boolean {
  return child(ibsCbs, group) !== undefined;
}

/** Whether a group is there and all its values are zero. */
function isNothing({ ibsCbs }: Item, group: string, ...values: readonly string[]): boolean {
  return child(ibsCbs, group) !== undefined && values.every((value) => amount(ibsCbs, group, value).isZero());
}

function zfmType({ ibsCbs }: Item): string | undefined {
  return textOf(ibsCbs, 'gCredPresIBSZFM', 'tpCredPresIBSZFM');
}

function isInZone({ key, emit }: Note): boolean {
  return zone.includes(key.cUF) || isOneOf(child(emit, 'enderEmit'), 'cMun', ...zoneOfAmapa);
}
