import type { Document } from '../../domain/documents/document.entity.ts';
import { explainRejection } from '../../domain/sefaz/explain-rejection.ts';
import type { Schema } from '../operations.ts';

/**
 * A rejection explained; null unless the document is REJECTED. Only words that begin with the row's cStat are the authority's: an attempt that
 * an operator ended keeps the code of an earlier answer.
 */
export function rejectionView({ status, cStat, rejectionReason }: Document): Schema<'Rejection'> | null {
  if (status !== 'REJECTED') return null;
  const words = rejectionReason ?? '';
  const start = `${cStat} - `;
  return words.startsWith(start)
    ? explainRejection(cStat ?? null, words.slice(start.length))
    : explainRejection(null, words);
}
