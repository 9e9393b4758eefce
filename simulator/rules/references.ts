import type { AccessKey } from '../register/access-key.ts';
import { accessKey } from '../register/access-key.ts';
import { children, textOf } from '../xml/element.ts';
import { credits, isCredit, isCreditNote, referenceOf } from './adjustment.ts';
import { mayReturnUnreferenced } from './cfop/purpose.ts';
import type { Note } from './note.ts';
import type { Rule } from './rule.ts';
import { isNfe, noteRule, onlyIf } from './rule.ts';

const complement = '2';
const returned = '4';

/** Documents that a note as a whole refers to (MOC 7.0 Anexo I and NT 2025.002, B25-30 to B25-100). */
export const referenceRules: readonly Rule[] = onlyIf(isNfe, [
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

function keys(note: Note): AccessKey[] {
  return references(note).flatMap((reference) => accessKey(textOf(reference, 'refNFe') ?? '') ?? []);
}

function refersByItem({ items }: Note): boolean {
  return items.some((item) => referenceOf(item) !== undefined);
}
