import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';

/** A document by its id, its access key, or the Id of a DPS that it was sent as: of any company that `em` sees. Null where there is none. */
export async function documentByReference(em: EntityManager, reference: string): Promise<Document | null> {
  const emission = reference.startsWith('DPS') ? await em.findOne(Emission, { subject: reference }) : null;
  const id = emission?.document ?? (isUuid(reference) ? reference : null);
  return em.findOne(Document, id === null ? { accessKey: reference } : { id });
}
