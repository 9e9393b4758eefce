import type { EntityManager } from '../../config/orm.ts';
import { type ContingencyMode, emissionTypeOfKey, modeOfEmissionType } from '../../domain/contingency-mode.ts';
import { isPrintable } from '../../domain/documents/printable.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { isCoupon } from '../../domain/pages/papers.ts';
import { contingencyOf } from './contingencies.ts';

/** The forms of contingency in which documents of a type are printed before the authority has them: of NF-e those in a coupon are offline. */
const printedBefore: Record<DocumentType, readonly ContingencyMode[]> = {
  NFE: ['EPEC', 'OFFLINE'],
  NFCE: ['OFFLINE'],
  NFSE: [],
};

/** The signed note of a document that was issued in contingency, and the EPEC that announced it. */
export type PendingNote = { accessKey: string; xml: string; epec: DocumentEvent | null };

/** What a document gives out before it is authorized; null where it gives out nothing yet, or has the authority's own. */
export async function pendingNote(em: EntityManager, document: Document): Promise<PendingNote | null> {
  const { id, type, status, accessKey } = document;
  if (status === 'AUTHORIZED' || status === 'CANCELLED' || !accessKey) return null;
  const contingency = await contingencyOf(em, document);
  if (!contingency || !isPrintable(document, contingency)) return null;
  const mode = modeOfEmissionType(emissionTypeOfKey(accessKey));
  if (mode === null || !printedBefore[type].includes(mode)) return null;
  // Of a rejected attempt that was never signed, the paper is that of the one before.
  const [emission] = await em.find(Emission, { document: id, accessKey }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission || (type === 'NFE' && mode === 'OFFLINE' && !isCoupon(emission.signedXml))) return null;
  return { accessKey, xml: emission.signedXml, epec: contingency.epec };
}
