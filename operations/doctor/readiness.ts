import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Certificate, type CertificateSecrets } from '../../domain/companies/certificate.entity.ts';
import { cityInDoubt } from '../../domain/municipality-code.ts';
import { type MasterKey, sealOwner, unseal } from '../../domain/seal.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ActingCompany } from '../acting.ts';
import { municipalityOf } from '../documents/issuing-means.ts';
import { administering } from '../in-company.ts';
import { newestCertificate } from '../newest-certificate.ts';
import { findCompany } from '../provisioning.ts';
import { checkAuthority } from './authority.ts';
import { checkAgreement, checkBeyondIssuing } from './beyond-issuing.ts';
import { checkSettings } from './company.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

type Means = { orm: Orm; masterKey: MasterKey; wire: Wire; rates: LawTables };

/**
 * Whether a company can issue now, as far as somebody who acts for it may see: certificate, settings, municipality, fetching of received documents,
 * contingency, and what the authorities themselves answer. No transaction is open while they are asked.
 */
export async function readinessOf(
  { orm, masterKey, wire, rates }: Means,
  acting: ActingCompany,
): Promise<DoctorFinding[]> {
  const now = new Date();
  const { company, certificate, besides, agreement } = await administering(orm, acting, async (em) => ({
    company: await findCompany(em, acting.id),
    certificate: await newestOf(em, acting.id),
    besides: await checkBeyondIssuing(em, acting, { states: rates.contingency, now }),
    agreement: await municipalityOf(em, acting, now),
  }));
  const { ok, failure } = findingsOf('certificate', acting.taxId);
  const isUsable = certificate && certificate.notAfter > now;
  const found = [
    isUsable ? ok('em vigor') : failure(certificate ? 'vencido' : 'não há', 'adicione o certificado'),
    ...checkSettings(company, rates),
    municipality(acting),
    ...besides,
  ];
  if (!isUsable || !company.settings) return found;
  const identity = identityOf(masterKey, certificate);
  if (!identity) return [failure('não abre com a chave desta instalação', 'adicione-o de novo'), ...found.slice(1)];
  const [authority, agreed] = await Promise.all([
    checkAuthority(company, identity, wire),
    checkAgreement(agreement, acting, { identity, wire }),
  ]);
  return [...found, ...agreed, ...authority];
}

async function newestOf(em: EntityManager, companyId: string): Promise<Certificate | null> {
  const [row] = await em.execute<{ id: string | null }[]>(`select ${newestCertificate('?')} as id`, [companyId]);
  return row?.id ? em.findOne(Certificate, { id: row.id }) : null;
}

function municipality({ taxId, settings }: ActingCompany): DoctorFinding {
  const { ok, warning } = findingsOf('municipality', taxId);
  const { municipalityCode = '', city = '' } = settings?.address ?? {};
  const doubt = cityInDoubt(municipalityCode, city);
  return doubt === null ? ok(city) : warning(`o ${doubt}`, 'confira o endereço');
}

/** The TLS identity of a company's certificate; null where it was sealed with another master key. */
function identityOf(masterKey: MasterKey, { id, company, sealed, fingerprint }: Certificate): TlsIdentity | null {
  try {
    const opened = JSON.parse(unseal(masterKey, sealOwner.certificate(company, id), sealed)) as CertificateSecrets;
    return { ...opened, fingerprint };
  } catch {
    return null;
  }
}
