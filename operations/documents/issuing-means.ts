import type { EntityManager } from '../../config/orm.ts';
import { type KnownMunicipality, missingMeans } from '../../domain/companies/issuing-means.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Fault } from '../../domain/faults.ts';
import type { ActingCompany } from '../acting.ts';
import { aboutMunicipality, keptAgreement } from '../municipalities/agreement.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** What the company lacks now to issue a document of the type, whatever the sale: certificate, series, CSC, a municipality with an agreement. */
export async function issuingFaults(
  em: EntityManager,
  { id, environment, settings }: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  type: DocumentType,
): Promise<Fault[]> {
  const [row] = await em.execute<{ certificateEnds: string | null; hasCsc: boolean }[]>(kept, [id, id, environment]);
  if (!row) throw new Error(`nothing is kept of company ${id}`);
  const certificateEnds = row.certificateEnds === null ? null : new Date(row.certificateEnds);
  const now = new Date();
  const { known, isFresh } = type === 'NFSE' ? await municipalityOf(em, { environment, settings }, now) : unasked;
  // A stale agreement does not refuse: it may have changed, and the run asks again.
  return missingMeans(
    type,
    { certificateEnds, hasCsc: row.hasCsc, settings, municipality: isFresh ? known : null },
    now,
  );
}

const unasked = { known: null, isFresh: false };

/** What is stored about the company's municipality, and whether that is fresh enough to rely on. */
export async function municipalityOf(
  em: EntityManager,
  { environment, settings }: Pick<ActingCompany, 'environment' | 'settings'>,
  now: Date,
): Promise<{ known: KnownMunicipality; isFresh: boolean }> {
  if (!settings) return { known: { isActive: null, asOf: null, message: null }, isFresh: true };
  return keptAgreement(em, { ...aboutMunicipality(environment, settings), now });
}

const kept = `
  select
    ${certificateEnd('?')} as "certificateEnds",
    exists (select from company_csc where company_id = ? and environment = ?) as "hasCsc"`;
