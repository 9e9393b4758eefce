import type { PaperNote, PaperReferences } from '../../domain/documents/paper-references.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import type { Schema } from '../schema.ts';

/** The documents without an access key that a body refers to, in normal form. */
export function paperRequest(body: Schema<'FiscalDocumentCreation'>): PaperReferences {
  const { referencedPaperNotes, referencedRuralNotes, referencedReceipts } = body;
  return {
    ...(referencedPaperNotes
      ? { referencedPaperNotes: referencedPaperNotes.map((note) => ({ ...note, ...issuer(note) })) }
      : {}),
    ...(referencedRuralNotes
      ? {
          referencedRuralNotes: referencedRuralNotes.map((note) => ({
            ...note,
            ...issuer(note),
            stateRegistration: note.stateRegistration.replace(/[\s./-]/g, '').toUpperCase(),
          })),
        }
      : {}),
    ...(referencedReceipts ? { referencedReceipts } : {}),
  };
}

function issuer({
  state,
  taxId,
  series,
}: Schema<'PaperNote'> | Schema<'RuralNote'>): Pick<PaperNote, 'state' | 'taxId' | 'series'> {
  return { state: state.toUpperCase(), taxId: plainTaxId(taxId), series: series ?? 0 };
}
