import { validate as isUuid } from 'uuid';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/**
 * A document by its id or its access key.
 *
 * @throws {Refused} `document_not_found`
 */
export async function findDocument(session: Session, reference: string): Promise<Document> {
  const em = acrossCompanies(await session.orm());
  const document = await em.findOne(Document, isUuid(reference) ? { id: reference } : { accessKey: reference });
  if (document) return document;
  throw new Refused('document_not_found', `Não há documento "${reference}".`);
}
