import type { DocumentType } from '../../domain/document-types.ts';
import { explainOwnRefusal, explainRejection, type Explanation } from '../../domain/rejections/explain.ts';
import { bases, rejectionPath } from '../../site/addresses.ts';
import type { Schema } from '../operations.ts';

/** An authority's refusal explained, of an event by its `tpEvento`. */
export function rejectionByCode(code: string, words: string, tpEvento?: string): Schema<'Rejection'> {
  return forProgrammers(explainRejection(code, words, tpEvento));
}

/** A refusal of our own explained: of a document that no authority has seen. */
export function ownRejection(type: DocumentType, words: string): Schema<'Rejection'> {
  return forProgrammers(explainOwnRefusal(type, words));
}

function forProgrammers({ code, message, cause, mend, field }: Explanation): Schema<'Rejection'> {
  const page = rejectionPath(code);
  return {
    ...{ code, message, cause, fix: mend.programmer },
    ...(page === undefined ? {} : { help: `${bases.api}/${page}` }),
    ...(field === undefined ? {} : { field }),
  };
}
