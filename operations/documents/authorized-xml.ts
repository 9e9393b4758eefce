import type { EntityManager } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * The nfeProc of a document, and the emission it came of.
 *
 * @throws DomainError `not_found` where the document was never authorized
 */
export async function authorizedXml(em: EntityManager, { id, status, accessKey }: Document) {
  const isAuthorized = status === 'AUTHORIZED' || status === 'CANCELLED';
  const [emission] = isAuthorized
    ? await em.find(
        Emission,
        { document: id, accessKey: accessKey ?? '', procXml: { $ne: null } },
        { orderBy: { attempt: 'desc' }, limit: 1 },
      )
    : [];
  if (!emission?.procXml) {
    throw new DomainError('not_found', `Este documento está ${status} e não foi autorizado: não há XML nem PDF dele.`);
  }
  return { emission, xml: emission.procXml };
}
