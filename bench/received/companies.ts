import { v7 as uuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { addMissingRows, type DistributionOf } from '../../operations/distribution/distribution-rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';

/** A key pair that all companies' certificates share: making one for each would take minutes, and opening it costs the same. */
export type KeyPair = { certificatePem: string; privateKeyPem: string };

/** A distribution, and when its first question is planned. */
export type PlannedDistribution = DistributionOf & { firstAt: Date };

const atOnce = 500;

/** Adds companies, each with a certificate and both distributions; their first questions are spread over the wait, from now on. */
export async function addCompanies(
  orm: Orm,
  {
    count,
    masterKey,
    keyPair,
    waitSeconds,
  }: { count: number; masterKey: MasterKey; keyPair: KeyPair; waitSeconds: number },
): Promise<PlannedDistribution[]> {
  const em = acrossCompanies(orm);
  const { environment, settings, name } = await createCompany(acrossCompanies(orm), {
    ...demoCompany,
    taxId: cnpjOf(29_999_999),
  });
  for (let first = 0; first < count; first += atOnce) {
    const companies = Array.from({ length: Math.min(atOnce, count - first) }, (_, at) => ({
      ...{ id: uuid(), taxId: cnpjOf(30_000_000 + first + at), name, environment, settings },
      ...stamps(),
    }));
    await em.insertMany(Company, companies);
    await em.insertMany(
      Certificate,
      companies.map((company) => certificateOf(company, masterKey, keyPair)),
    );
  }
  await addMissingRows(em, { now: new Date(), waitSeconds });
  return em.execute<PlannedDistribution[]>(
    `select d.id as "distributionId", c.tax_id as "companyTaxId", d.source, d.environment, d.next_visit_at as "firstAt"
     from distribution d join company c on c.id = d.company_id order by d.next_visit_at`,
  );
}

function certificateOf({ id: company, taxId }: Pick<Company, 'id' | 'taxId'>, masterKey: MasterKey, keyPair: KeyPair) {
  const id = uuid();
  const secrets = JSON.stringify({ ...keyPair, chainPem: '' });
  return {
    ...{ id, company, taxId, subject: `CN=${taxId}`, issuer: 'CN=bench', serialNumber: taxId },
    fingerprint: id.replaceAll('-', '').padEnd(64, '0'),
    notBefore: new Date(0),
    notAfter: new Date(Date.now() + 365 * 86_400_000),
    sealed: seal(masterKey, sealOwner.certificate(company, id), secrets),
    isActive: true,
    createdAt: new Date(),
  };
}

const stamps = () => ({ isActive: true, createdAt: new Date(), updatedAt: new Date() });
