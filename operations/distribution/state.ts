import type { EntityManager } from '../../config/orm.ts';
import { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { DistributionSource } from '../../domain/distribution/words.ts';
import type { ActingCompany } from '../acting-company.ts';
import { usableCertificates } from '../newest-certificate.ts';

/** Where a company stands with each source: null where it was never asked, `unasked` says why. */
export type DistributionState = {
  rows: Record<DistributionSource, Distribution | null>;
  unasked: { now: Date; reason: string | null };
};

/** Where a company stands with each source in its present environment. */
export async function distributionState(
  em: EntityManager,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  now: Date,
): Promise<DistributionState> {
  const found = await em.find(Distribution, { company: id, environment });
  const of = (source: DistributionSource): Distribution | null => found.find((row) => row.source === source) ?? null;
  const rows = { NFE: of('NFE'), NFSE: of('NFSE') };
  const isComplete = rows.NFE !== null && rows.NFSE !== null;
  const reason = isComplete || (await hasCertificate(em, id, now)) ? null : withoutCertificate;
  return { rows, unasked: { now, reason } };
}

/** Why nothing is asked for a company without a certificate. */
export const withoutCertificate = 'A empresa está sem certificado A1 válido.';

/** Whether the company has a certificate that may be used at `now`. Of certificates, requests may read no more than this. */
export async function hasCertificate(em: EntityManager, companyId: string, now: Date): Promise<boolean> {
  const [row] = await em.execute<{ is_there: boolean }[]>(
    `select exists (select from ${usableCertificates('?')} and not_after > ?) as is_there`,
    [companyId, now],
  );
  return row?.is_there ?? false;
}
