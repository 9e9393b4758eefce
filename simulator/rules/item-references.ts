import { accessKey } from '../register/access-key.ts';
import { children, textOf } from '../xml/element.ts';
import { credits, debits, isCredit, isCreditNote, isDebit, referenceOf } from './adjustment.ts';
import { mayReturnUnreferenced } from './cfop/purpose.ts';
import type { Item, Note } from './note.ts';
import { taxIdOf } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfce, isNfe, itemRule, onlyIf } from './rule.ts';

const returned = '4';
/** From this day a return refers to documents by item, and only so (VC02-14; in production by NT 2025.002 v1.52). */
const returnsByItemSince = '2026-11-03';

/** Group VC: the items of other documents that items refer to (NT 2025.002 v1.52). */
export const itemReferenceRules: readonly Rule[] = [
  ...onlyIf(isNfce, [itemRule(708, 'VC02-04', (item) => referenceOf(item) !== undefined)]),
  ...onlyIf(isNfe, [
    itemRule(1010, 'VC02-05', (item, { ide }) => referenceOf(item) !== undefined && children(ide, 'NFref').length > 0),
    itemRule(
      1042,
      'VC02-07',
      (item, note) => referenceOf(item) !== undefined && isCreditNote(note) && !isCredit(note, credits.partlyRefused),
    ),
    itemRule(1038, 'VC02-10', (item, note) => mustRefer(note) && referenceOf(item) === undefined),
    itemRule(
      321,
      'VC02-14',
      (item, note) => isReturnByItem(note) && referenceOf(item) === undefined && !mayReturnUnreferenced(item),
    ),
    itemRule(1102, 'VC02-15', (item, note) => isReturn(note) && lacksItem(item)),
    itemRule(1072, 'VC02-20', (item, { items }) => items.find((one) => refersAlike(one, item)) !== item),
    itemRule(1130, 'VC02-30', (item, note) => !mayReferToMany(note) && !refersToFirst(item, note)),
    itemRule(
      1193,
      'VC02-40',
      (item, note) => isReturn(note) && referenceOf(item) !== undefined && issuerOf(item) !== issuerOf(firstOf(note)),
    ),
    itemRule(
      1194,
      'VC02-50',
      (item, note) =>
        isReturn(note) &&
        textOf(note.ide, 'tpNF') === '1' &&
        referenceOf(item) !== undefined &&
        issuerOf(item) !== taxIdOf(note.dest).padStart(14, '0'),
    ),
    itemRule(
      1039,
      'VC03-10',
      (item, note) => isDebit(note, debits.unprocessed) && referenceOf(item)?.nItem !== undefined,
    ),
    itemRule(1048, 'VC03-20', (item, note) => !isDebit(note, debits.unprocessed) && lacksItem(item)),
  ]),
];

function mustRefer(note: Note): boolean {
  return isDebit(note, debits.unprocessed, debits.interest) || isCredit(note, credits.partlyRefused);
}

function mayReferToMany(note: Note): boolean {
  return isReturn(note) || isDebit(note, debits.unprocessed);
}

function isReturn({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === returned;
}

function isReturnByItem(note: Note): boolean {
  return isReturn(note) && (textOf(note.ide, 'dhEmi') ?? '').slice(0, 10) >= returnsByItemSince;
}

function lacksItem(item: Item): boolean {
  const reference = referenceOf(item);
  return reference !== undefined && reference.nItem === undefined;
}

/** Whether key and item are the same; an item without a reference equals only itself. */
function refersAlike(one: Item, item: Item): boolean {
  const [a, b] = [referenceOf(one), referenceOf(item)];
  return one === item || (a !== undefined && a.chNFe === b?.chNFe && a.nItem === b.nItem);
}

function refersToFirst(item: Item, note: Note): boolean {
  const reference = referenceOf(item);
  return reference === undefined || reference.chNFe === referenceOf(firstOf(note) ?? item)?.chNFe;
}

function firstOf({ items }: Note): Item | undefined {
  return items.find((item) => referenceOf(item) !== undefined);
}

function issuerOf(item: Item | undefined): string | undefined {
  return accessKey((item && referenceOf(item)?.chNFe) ?? '')?.issuer;
}
