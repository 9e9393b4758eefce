import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { callOf, type CallRow, callRowsAbout } from '../conversation/calls.ts';
import type { Conversation, Loaded, Speaker } from '../conversation/matter.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { authorityOf } from '../authorities.ts';

/** One attempt to issue a document, with what its conversation needs. */
export type NoteAttempt = Conversation & {
  documentId: string;
  attempt: number;
  type: DocumentType;
  prepared: Prepared;
  /** Whether a person adopts what the authority holds, whatever its content. */
  takesAny: boolean;
};

type Prepared = {
  subject: string;
  /** Null while the authority has not given it. */
  accessKey: string | null;
  signedXml: string;
  digestValue: string;
  receipt: string | null;
};

type Row = Speaker & {
  type: DocumentType;
  status: DocumentStatus;
  /** The attempt that the document is in now, which may be a later one. */
  currentAttempt: number;
  environment: Environment;
  /** Null where the attempt was never prepared. */
  prepared: Prepared | null;
  calls: CallRow[];
};

/**
 * Reads an attempt in one statement: every step of every note reads it, and each round trip to the database costs more than the data that
 * it brings.
 */
export async function loadNote(
  em: EntityManager,
  documentId: string,
  attempt: number,
): Promise<Loaded<NoteAttempt, EmissionEnd>> {
  const [row] = await em.execute<Row[]>(statement, [attempt, documentId]);
  if (!row) throw new Error(`document ${documentId} does not exist`);
  const { type, status, currentAttempt, environment, prepared, calls, ...speaker } = row;
  if (status !== 'PROCESSING' || currentAttempt !== attempt) return { end: endOfNote(row) };
  if (!prepared) throw new Error(`attempt ${attempt} of document ${documentId} was never prepared`);
  const about = { subject: prepared.subject, calls: calls.map((call) => callOf(authorityOf(type), call)) };
  return { state: { documentId, attempt, type, environment, prepared, speaker, takesAny: false, ...about } };
}

/** How the attempt of a document that no longer waits has ended. */
export function endOfNote({ status }: { status: DocumentStatus }): EmissionEnd {
  return status === 'AUTHORIZED' || status === 'CANCELLED' ? 'AUTHORIZED' : 'REJECTED';
}

const statement = `
  select d.type, d.status, d.attempt as "currentAttempt", d.environment, d.company_id as "companyId", c.tax_id as "taxId",
    ${newestCertificate('c.id')} as "certificateId",
    case when e.subject is not null then json_build_object(
      'subject', e.subject, 'accessKey', e.access_key, 'signedXml', e.signed_xml, 'digestValue', e.digest_value, 'receipt', e.receipt
    ) end as prepared,
    ${callRowsAbout('e.subject')} as calls
  from document d
  join company c on c.id = d.company_id
  left join emission e on e.document_id = d.id and e.attempt = ?
  where d.id = ?`;
