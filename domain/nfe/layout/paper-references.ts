import type { CashReceipt, PaperNote, PaperReferences, RuralNote } from '../../documents/paper-references.ts';
import { stateCode } from '../../states.ts';
import { field, group, taxIdField } from '../../xml/writer.ts';

/** NFref of documents that have no access key. */
export function layoutPaperReferences(references: PaperReferences): string {
  const { referencedPaperNotes, referencedRuralNotes, referencedReceipts } = references;
  return [
    ...(referencedPaperNotes ?? []).map(layoutPaperNote),
    ...(referencedRuralNotes ?? []).map(layoutRuralNote),
    ...(referencedReceipts ?? []).map(layoutReceipt),
  ]
    .map((reference) => group('NFref', reference))
    .join('');
}

function layoutPaperNote(note: PaperNote): string {
  return group(
    'refNF', // BA03
    ...issuedIn(note), // BA04, BA05
    field('CNPJ', note.taxId), // BA06
    ...numbered(note), // BA07 to BA09
  );
}

function layoutRuralNote(note: RuralNote): string {
  return group(
    'refNFP', // BA10
    ...issuedIn(note), // BA11, BA12
    taxIdField(note.taxId), // BA13, BA14
    field('IE', note.stateRegistration), // BA15
    ...numbered(note), // BA16 to BA18
  );
}

function layoutReceipt({ model, printer, counter }: CashReceipt): string {
  return group(
    'refECF', // BA20
    field('mod', model), // BA21
    field('nECF', String(printer)), // BA22
    field('nCOO', String(counter)), // BA23
  );
}

function issuedIn({ state, month }: Pick<PaperNote, 'state' | 'month'>): string[] {
  return [field('cUF', stateCode(state)), field('AAMM', month.slice(2, 4) + month.slice(5, 7))];
}

function numbered({ model, series, number }: Pick<PaperNote | RuralNote, 'model' | 'series' | 'number'>): string[] {
  return [field('mod', model), field('serie', String(series)), field('nNF', String(number))];
}
