import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { Replaced } from '../../domain/documents/service-sale.ts';
import { DomainError } from '../../domain/errors.ts';
import { refuse } from '../../domain/faults.ts';
import type { AskedReplacement } from './asked-sale.ts';

/**
 * The NFS-e that a new one is to replace, by id and key where it was issued here. One that another system issued is taken by its key as
 * it is: the authority judges it.
 *
 * @throws DomainError `validation_error` when not exactly one of id and key is sent, `invalid_substitute` for a document that cannot be
 *   replaced
 */
export async function replacedBy(
  em: EntityManager,
  environment: Environment,
  { documentId, accessKey, reason, description }: AskedReplacement,
): Promise<Replaced> {
  const why = { reason, description: description ?? null };
  if (documentId && !accessKey) {
    const document = isUuid(documentId) ? await em.findOne(Document, { id: documentId }) : null;
    if (!document) throw notReplaceable('documentId', 'não é de um documento desta empresa');
    return { documentId: document.id, accessKey: keyOf(document, environment, 'documentId'), ...why };
  }
  if (accessKey && !documentId) {
    const document = await em.findOne(Document, { accessKey });
    if (document) keyOf(document, environment, 'accessKey');
    return { documentId: document?.id ?? null, accessKey, ...why };
  }
  const message = accessKey ? 'envie só um: documentId ou accessKey, não os dois' : 'envie documentId ou accessKey';
  return refuse(
    ['replaces.documentId', 'replaces.accessKey'].map((path) => ({ code: 'validation_error', path, message })),
  );
}

/** The access key of a document of the company that can be replaced. */
function keyOf(
  { type, environment, status, accessKey }: Document,
  wanted: Environment,
  field: 'documentId' | 'accessKey',
): string {
  if (type !== 'NFSE') throw notReplaceable(field, 'não é de uma NFS-e');
  if (environment !== wanted) throw notReplaceable(field, 'é de um documento de outro ambiente');
  if (status === 'AUTHORIZED' && accessKey) return accessKey;
  throw notReplaceable(field, `é de uma NFS-e que está ${status}; só uma AUTHORIZED pode ser substituída`);
}

function notReplaceable(field: 'documentId' | 'accessKey', fault: string): DomainError {
  const path = `replaces.${field}`;
  const message = `${path} ${fault}.`;
  return new DomainError('invalid_substitute', message, { issues: [{ path, message }] });
}
