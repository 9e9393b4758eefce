import { v7 as uuid, validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { firstNoticeDays } from '../../domain/companies/certificate-days.ts';
import { Certificate, type CertificateSecrets } from '../../domain/companies/certificate.entity.ts';
import { admitCertificate, openPfx } from '../../domain/companies/certificate.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { usualWaitSeconds } from '../../domain/received/distribution-timing.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { record } from '../audit/record.ts';
import { addMissingRows, mendPaused } from '../distribution/distribution-rows.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';
import { newestCertificate, usableCertificates } from '../newest-certificate.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/**
 * Adds an A1 certificate to a company and seals its key; the same certificate, given again, replaces itself. It lets the company ask for what
 * others issue to it, so that questions which waited for a certificate are due at once.
 *
 * @param input.trust root and intermediate certificates in PEM in which the chain may end
 * @param input.distributionWaitSeconds period over which the first questions of companies are spread
 * @throws {CertificateRefused} with the reason
 */
export async function addCertificate(
  em: EntityManager,
  masterKey: MasterKey,
  input: {
    company: Pick<Company, 'id' | 'taxId'>;
    pfx: Uint8Array;
    password: string;
    trust: string[];
    distributionWaitSeconds?: number;
  },
  actor: Actor = lavraItself,
): Promise<Certificate> {
  const { company, pfx, password, trust, distributionWaitSeconds: waitSeconds = usualWaitSeconds } = input;
  const { id: companyId, taxId } = company;
  const opened = admitCertificate(openPfx(pfx, password), { taxId, trust, now: new Date() });
  const { certificatePem, privateKeyPem, chainPem, ...shown } = opened;
  const id = uuid();
  const secrets: CertificateSecrets = { certificatePem, privateKeyPem, chainPem };
  const sealed = seal(masterKey, sealOwner.certificate(companyId, id), JSON.stringify(secrets));
  return em.transactional(async (em) => {
    await em.nativeDelete(Certificate, { company: companyId, fingerprint: shown.fingerprint });
    const certificate = em.create(Certificate, { ...shown, id, company: companyId, sealed });
    recordCertificate(em, actor, 'CERTIFICATE_ADDED', certificate);
    await em.flush();
    const now = new Date();
    await addMissingRows(em, { companyId, now, waitSeconds });
    await mendPaused(em, companyId, now);
    return certificate;
  });
}

/** A company's certificates, or those of all companies; the newest first. */
export function listCertificates(em: EntityManager, company?: Pick<Company, 'id'>): Promise<Certificate[]> {
  const where = company ? { company: company.id } : {};
  return em.find(Certificate, where, { orderBy: { createdAt: 'desc' } });
}

/** Id of the certificate with which a company signs now; null where it has none. */
export async function usedCertificate(em: EntityManager, { id }: Pick<Company, 'id'>): Promise<string | null> {
  const [row] = await em.execute<{ id: string | null }[]>(`select ${newestCertificate('?')} as id`, [id]);
  return row?.id ?? null;
}

/**
 * Whether this is the only valid certificate of its company.
 *
 * @throws {ProvisioningRefused} `certificate_not_found`
 */
export async function isLastCertificate(em: EntityManager, id: string): Promise<boolean> {
  const { company } = await foundCertificate(em, id);
  const valid = await em.execute<{ id: string }[]>(`select id from ${usableCertificates('?')} and not_after > now()`, [
    company,
  ]);
  return valid.length === 1 && valid[0]?.id === id;
}

/**
 * Deletes a certificate with its sealed key.
 *
 * @throws {ProvisioningRefused} `certificate_not_found`
 */
export async function removeCertificate(
  em: EntityManager,
  id: string,
  actor: Actor = lavraItself,
): Promise<Certificate> {
  return em.transactional(async (em) => {
    const certificate = await foundCertificate(em, id);
    em.remove(certificate);
    recordCertificate(em, actor, 'CERTIFICATE_REMOVED', certificate);
    return certificate;
  });
}

async function foundCertificate(em: EntityManager, id: string): Promise<Certificate> {
  const certificate = isUuid(id) ? await em.findOne(Certificate, { id }) : null;
  if (certificate) return certificate;
  throw new ProvisioningRefused('certificate_not_found', `Não há certificado "${id}".`);
}

/** Writes an entry about a certificate, with what is public in it. */
function recordCertificate(
  em: EntityManager,
  actor: Actor,
  action: 'CERTIFICATE_ADDED' | 'CERTIFICATE_REMOVED',
  { id: subject, company, fingerprint, notAfter }: Certificate,
): void {
  record(em, actor, { action, company, subject, details: { fingerprint, notAfter: notAfter.toISOString() } });
}

/** A company whose certificate ends within thirty days, or has ended; `notAfter` is null where it has none that it may use. */
export type EndingCertificate = {
  taxId: string;
  name: string;
  environment: Environment;
  subject: string | null;
  notAfter: Date | null;
};

type Row = Omit<EndingCertificate, 'notAfter'> & { notAfter: Date | string | null; total: number };

/** Active companies that have no valid certificate, or soon will not: first the one that ended the longest ago, last those without any. */
export async function endingCertificatesOf(
  em: EntityManager,
  now: Date,
  page: Page,
): Promise<{ certificates: EndingCertificate[]; total: number }> {
  const { limit, offset } = rowRangeOf(page);
  const rows = await em.execute<Row[]>(
    `select c.tax_id as "taxId", c.name, c.environment, f.subject, f.not_after as "notAfter", count(*) over ()::int as total
     from company c left join certificate f on f.id = ${newestCertificate('c.id')}
     where c.is_active and (f.id is null or f.not_after <= ?::timestamptz + make_interval(days => ?))
     order by f.not_after nulls last, c.tax_id limit ? offset ?`,
    [now, firstNoticeDays, limit, offset],
  );
  const certificates = rows.map(({ total: _total, notAfter, ...row }) => ({
    ...row,
    notAfter: notAfter === null ? null : new Date(notAfter),
  }));
  return { certificates, total: rows[0]?.total ?? 0 };
}
