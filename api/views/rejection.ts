import type { DocumentType } from '../../domain/document-types.ts';
import { explainOwnRefusal, explainRejection, type Explanation } from '../../domain/rejections/explain.ts';
import { bases, rejectionPath } from '../../site/addresses.ts';
import type { Schema } from '../operations.ts';

/** An authority's refusal explained; for a refused event by its `tpEvento`. */
export function rejectionByCode(code: string, words: string, tpEvento?: string): Schema<'Rejection'> {
  return forProgrammers(explainRejection(code, words, tpEvento));
}

/** A refusal by Lavra itself explained, of a document that was not sent to the authority. */
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
