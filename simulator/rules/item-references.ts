import { accessKey } from '../register/access-key.ts';
import { children, textOf } from '../xml/element.ts';
import { credits, debits, isCredit, isCreditNote, isDebit, referenceOf } from './adjustment.ts';
import type { Item, Note } from './note.ts';
import { issuedOn, taxIdOf } from './note.ts';
import type { Rule, RuleContext } from './rule.ts';
import { isNfce, isNfe, itemRule, onlyIf } from './rule.ts';

const returned = '4';
/** From these days a return refers to documents by item, and only so (VC02-14, NT 2025.002 v1.52, put off by the notice of 2026-10-05). */
const returnsByItemSince = { production: '2026-11-16', homologation: '2026-10-26' };

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
    itemRule(321, 'VC02-14', (item, note, context) => isReturnByItem(note, context) && referenceOf(item) === undefined),
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
  return isReturn(note) || isDebit(note, debits.unprocessed, debits.loss);
}

function isReturn({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === returned;
}

function isReturnByItem(note: Note, { endpoint }: RuleContext): boolean {
  const { production, homologation } = returnsByItemSince;
  return isReturn(note) && issuedOn(note) >= (endpoint.environment === 1 ? production : homologation);
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
