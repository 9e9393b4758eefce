import { type AccessKey, accessKey, keyDigit } from '../identifiers.ts';
import { hasBegun } from '../law-calendar.ts';
import { child, children, textOf } from '../xml/element.ts';
import { credits, debits, isCredit, isCreditNote, isDebit, referenceOf } from './adjustment.ts';
import { mayReturnUnreferenced } from './cfop.ts';
import { issuedOn, type Item, type Note, taxIdOf } from './note.ts';
import {
  isForConsumers,
  isNfe,
  isOneOf,
  itemRule,
  noteRule,
  occurrenceRule,
  onlyIf,
  type Rule,
  type RuleContext,
} from './rule.ts';

const complement = '2';
const returned = '4';

/** Documents that the note as a whole refers to (MOC 7.0 Anexo I and NT 2025.002, B25-30 to B25-100). */
export const referenceRules: readonly Rule[] = onlyIf(isNfe, [
  occurrenceRule(547, 'BA02-10', references, (one) => hasWrongDigit(textOf(one, 'refNFe'))),
  occurrenceRule(547, 'BA19-10', references, (one) => hasWrongDigit(textOf(one, 'refCTe'))),
  // Documents without a key can no longer be referred to: NT 2026.002 v1.10, in production since 2026-10-05.
  occurrenceRule(681, 'BA03-10', references, (one) => child(one, 'refNF') !== undefined),
  occurrenceRule(682, 'BA10-10', references, (one) => child(one, 'refNFP') !== undefined),
  occurrenceRule(924, 'BA20-30', references, (one) => child(one, 'refECF') !== undefined),
  occurrenceRule(
    679,
    'BA02-35',
    references,
    (one, { note, context }) => isSale(note, context) && isOfConsumers(textOf(one, 'refNFe')),
  ),
  noteRule(254, 'B25-30', (note) => refersToOne(note) && references(note).length === 0),
  noteRule(255, 'B25-40', (note) => refersToOne(note) && references(note).length > 1),
  noteRule(269, 'B25-50', (note) => refersToOwn(note) && keys(note).some(({ issuer }) => issuer !== note.key.issuer)),
  noteRule(678, 'B25-60', (note) => refersToOwn(note) && keys(note).some(({ cUF }) => cUF !== note.key.cUF)),
  noteRule(1027, 'B25-65', (note) => isCredit(note, credits.zfm) && references(note).length > 0),
  noteRule(
    321,
    'B25-70',
    (note) =>
      isReturn(note) &&
      references(note).length === 0 &&
      !refersByItem(note) &&
      !note.items.every(mayReturnUnreferenced),
  ),
  noteRule(1003, 'B25-100', (note) => {
    const models = isCredit(note, credits.refused) ? ['55', '65'] : ['55'];
    return isCreditNote(note) && keys(note).some(({ model }) => !models.includes(model));
  }),
]);

function hasBegunFor(note: Note, { endpoint }: RuleContext): boolean {
  return hasBegun('CONSUMER_NOTES_NOT_REFERRED_TO', endpoint.environment, issuedOn(note));
}

/**
 * Whether the note is an outgoing one that is neither complement nor return, from the day on which such notes may not refer to consumers'
 * notes (NT 2026.002 v1.11).
 */
function isSale(note: Note, context: RuleContext): boolean {
  return (
    hasBegunFor(note, context) && isOneOf(note.ide, 'tpNF', '1') && !isOneOf(note.ide, 'finNFe', complement, returned)
  );
}

/**
 * Whether a key is of a consumer's note: an NFC-e, a CF-e, or an NF-e that was issued offline, which only one to a consumer can be. Keys of
 * other NF-e do not show it.
 */
function isOfConsumers(text: string | undefined): boolean {
  const model = (text ?? '').slice(20, 22);
  return model === '65' || model === '59' || (model === '55' && text?.charAt(34) === '9');
}

function refersToOne(note: Note): boolean {
  return isComplement(note) || isCredit(note, credits.interest, credits.refused, credits.reduced);
}

function refersToOwn(note: Note): boolean {
  return isComplement(note) || isCredit(note, credits.refused, credits.reduced);
}

function isComplement({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === complement;
}

function isReturn({ ide }: Note): boolean {
  return textOf(ide, 'finNFe') === returned;
}

function references({ ide }: Note): ReturnType<typeof children> {
  return children(ide, 'NFref');
}

function hasWrongDigit(key: string | undefined): boolean {
  return key !== undefined && keyDigit(key.slice(0, 43)) !== key.slice(43);
}

function keys(note: Note): AccessKey[] {
  return references(note).flatMap((reference) => accessKey(textOf(reference, 'refNFe') ?? '') ?? []);
}

function refersByItem({ items }: Note): boolean {
  return items.some((item) => referenceOf(item) !== undefined);
}

/** Group VC: items of other documents that items refer to (NT 2025.002 v1.52). */
export const itemReferenceRules: readonly Rule[] = [
  ...onlyIf(isForConsumers, [itemRule(708, 'VC02-04', (item) => referenceOf(item) !== undefined)]),
  ...onlyIf(isNfe, [
    itemRule(1010, 'VC02-05', (item, { ide }) => referenceOf(item) !== undefined && children(ide, 'NFref').length > 0),
    itemRule(
      1042,
      'VC02-07',
      (item, note) => referenceOf(item) !== undefined && isCreditNote(note) && !isCredit(note, credits.partlyRefused),
    ),
    itemRule(
      679,
      'VC02-40 of NT 2026.002',
      (item, note, context) =>
        isSale(note, context) &&
        !isDebit(note, debits.unprocessed, debits.interest) &&
        isOfConsumers(referenceOf(item)?.chNFe),
    ),
    itemRule(
      375,
      'I08-180',
      ({ product }, note, context) =>
        hasBegunFor(note, context) &&
        isOneOf(product, 'CFOP', '5929', '6929') &&
        keys(note).some(({ model }) => model === '65'),
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

function isReturnByItem(note: Note, { endpoint }: RuleContext): boolean {
  return isReturn(note) && hasBegun('RETURNS_NAME_ITEMS', endpoint.environment, issuedOn(note));
}

function lacksItem(item: Item): boolean {
  const reference = referenceOf(item);
  return reference !== undefined && reference.nItem === undefined;
}

/** Whether two items refer to the same item of the same note; an item without a reference equals only itself. */
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
