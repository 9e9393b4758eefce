import type { DocumentType } from '../../domain/document-types.ts';
import { explainRejection as explainBySefaz } from '../../domain/sefaz/explain-rejection.ts';
import { explainRejection as explainBySefin } from '../../domain/sefin/explain-rejection.ts';
import type { Schema } from '../operations.ts';

/** An authority's refusal explained, of an event by its `tpEvento`. Codes of a SEFAZ are numbers; those of the SEFIN Nacional begin with an E. */
export function rejectionByCode(code: string, words: string, tpEvento?: string): Schema<'Rejection'> {
  return /^E\d/.test(code) ? explainBySefin(code, words) : explainBySefaz(code, words, tpEvento);
}

/** A refusal of our own explained: of a document that nobody else has judged. */
export function ownRejection(type: DocumentType, words: string): Schema<'Rejection'> {
  return type === 'NFSE' ? explainBySefin(null, words) : explainBySefaz(null, words);
}
