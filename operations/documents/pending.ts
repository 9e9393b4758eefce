import type { EntityManager } from '../../config/orm.ts';
import { emissionTypeOfKey, modeOfEmissionType } from '../../domain/contingency/mode.ts';
import { isPrintable } from '../../domain/contingency/printable.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { type Contingency, contingencyOf } from './contingencies.ts';

/** The signed note of a document that was issued in contingency, and what belongs to it. */
export type PendingNote = { accessKey: string; xml: string; contingency: Contingency };

/** What a document gives out before it is authorized; null where it gives out nothing yet, or has the authority's own. */
export async function pendingNote(em: EntityManager, document: Document): Promise<PendingNote | null> {
  const { id, status, contingencyMode } = document;
  if (status === 'AUTHORIZED' || status === 'CANCELLED') return null;
  const contingency = await contingencyOf(em, document);
  if (!contingency || !isPrintable(document, contingency)) return null;
  // Of a rejected attempt that was never signed, the paper is that of the one before.
  const [emission] = await em.find(Emission, { document: id }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission?.accessKey || modeOfEmissionType(emissionTypeOfKey(emission.accessKey)) !== contingencyMode)
    return null;
  return { accessKey: emission.accessKey, xml: emission.signedXml, contingency };
}
