import type { Orm } from '../../config/orm.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { CompanyCsc } from '../../domain/companies/csc.entity.ts';
import { environments } from '../../domain/companies/settings.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

type Stored = { owner: string; box: SealedBox };

/** Whether the master key opens what is stored: all certificates, CSC, CSRT and webhook secrets. */
export async function checkMasterKey(orm: Orm, masterKey: () => MasterKey): Promise<Finding[]> {
  const { ok, failure } = findingsOf('master_key');
  const mend = 'use a chave mestra com que os segredos foram selados (LAVRA_MASTER_KEY ou LAVRA_MASTER_KEY_FILE)';
  try {
    const key = masterKey();
    const boxes = await storedBoxes(orm);
    const closed = boxes.filter((stored) => !opens(key, stored));
    if (closed.length > 0) return [failure(`${closed.length} de ${boxes.length} segredos não abrem`, mend)];
    return [ok(`chave ${key.id}, abre os ${boxes.length} segredos guardados`)];
  } catch (error) {
    return [failure(reasonOf(error), 'gere uma com "openssl rand -base64 32" e guarde-a fora do banco de dados')];
  }
}

async function storedBoxes(orm: Orm): Promise<Stored[]> {
  const em = acrossCompanies(orm);
  const certificates = await em.findAll(Certificate, { fields: ['company', 'sealed'] });
  const cscs = await em.findAll(CompanyCsc);
  const companies = await em.findAll(Company, { fields: ['settings'] });
  const endpoints = await em.findAll(WebhookEndpoint, { fields: ['company', 'office', 'sealedSecret'] });
  return [
    ...certificates.map(({ id, company, sealed }) => ({ owner: sealOwner.certificate(company, id), box: sealed })),
    ...companies.flatMap(csrtBoxes),
    ...cscs.map(({ company, environment, sealed }) => ({ owner: sealOwner.csc(company, environment), box: sealed })),
    ...endpoints.map((endpoint) => ({
      owner: sealOwner.webhookSecret(ownerIdOf(endpoint), endpoint.id),
      box: endpoint.sealedSecret,
    })),
  ];
}

function csrtBoxes({ id, settings }: Pick<Company, 'id' | 'settings'>): Stored[] {
  const csrt = settings?.technicalResponsible?.csrt;
  return environments.flatMap((environment) => {
    const kept = csrt?.[environment];
    return kept ? [{ owner: sealOwner.csrt(id, environment), box: kept.sealed }] : [];
  });
}

function opens(key: MasterKey, { owner, box }: Stored): boolean {
  try {
    unseal(key, owner, box);
    return true;
  } catch {
    return false;
  }
}
