import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { DocumentStatus } from '../../domain/documents/status.ts';
import type { Call } from '../../domain/emission/next-step.ts';
import { callOf, type CallRow, callRowsAbout } from '../calls.ts';
import { newestCertificate } from '../identities.ts';

/** Everything the next step of one attempt is decided from and made of. */
export type Situation = {
  documentId: string;
  status: DocumentStatus;
  /** The attempt that the document is in now, which may be a later one. */
  currentAttempt: number;
  environment: Environment;
  companyId: string;
  /** Of the company: whose authority is spoken to. */
  state: string;
  certificateId: string | null;
  /** Null where the attempt was never prepared. */
  prepared: { subject: string; signedXml: string; digestValue: string; receipt: string | null } | null;
  calls: Call[];
};

type Row = Omit<Situation, 'calls'> & { calls: CallRow[] };

/**
 * Reads the situation in one statement: it is read at every step of every note, and each round trip to the database costs more than what it
 * brings.
 */
export async function situationOf(em: EntityManager, documentId: string, attempt: number): Promise<Situation> {
  const [row] = await em.execute<Row[]>(situation, [attempt, documentId]);
  if (!row) throw new Error(`document ${documentId} does not exist`);
  return { ...row, calls: row.calls.map(callOf) };
}

const situation = `
  select d.id as "documentId", d.status, d.attempt as "currentAttempt", d.environment, d.company_id as "companyId",
    coalesce(c.settings->'address'->>'state', '') as state,
    ${newestCertificate('c.id')} as "certificateId",
    case when e.subject is not null then json_build_object(
      'subject', e.subject, 'signedXml', e.signed_xml, 'digestValue', e.digest_value, 'receipt', e.receipt
    ) end as prepared,
    ${callRowsAbout('e.subject')} as calls
  from document d
  join company c on c.id = d.company_id
  left join emission e on e.document_id = d.id and e.attempt = ?
  where d.id = ?`;
