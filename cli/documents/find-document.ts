import { validate as isUuid } from 'uuid';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/**
 * A document by its id, its access key, or the Id of a DPS that it was sent as.
 *
 * @throws {Refused} `document_not_found`
 */
export async function findDocument(session: Session, reference: string): Promise<Document> {
  const em = acrossCompanies(await session.orm());
  const emission = reference.startsWith('DPS') ? await em.findOne(Emission, { subject: reference }) : null;
  const id = emission?.document ?? (isUuid(reference) ? reference : null);
  const document = await em.findOne(Document, id === null ? { accessKey: reference } : { id });
  if (document) return document;
  throw new Refused('document_not_found', `Não há documento "${reference}".`);
}
