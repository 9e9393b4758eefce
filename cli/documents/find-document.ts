import type { Document } from '../../domain/documents/document.entity.ts';
import { documentByReference } from '../../operations/documents/by-reference.ts';
import { documentStory, type Story } from '../../operations/documents/story.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

/**
 * A document by its id, its access key, or the Id of a DPS that it was sent as.
 *
 * @throws {Refused} `document_not_found`
 */
export async function findDocument(session: Session, reference: string): Promise<Document> {
  const document = await documentByReference(acrossCompanies(await session.orm()), reference);
  if (document) return document;
  throw new Refused('document_not_found', `Não há documento "${reference}".`);
}

/** The story of one. @throws {Refused} `document_not_found` */
export async function findStory(session: Session, reference: string): Promise<Story> {
  const document = await findDocument(session, reference);
  return documentStory(acrossCompanies(await session.orm()), document);
}
