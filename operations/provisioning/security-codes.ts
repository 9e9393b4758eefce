import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { AuditDetails } from '../../domain/audit/audit-entry.entity.ts';
import { Company, CompanyCsc } from '../../domain/companies/company.entity.ts';
import { type Csc, type Csrt, readCsc, readCsrt } from '../../domain/companies/security-codes.ts';
import type { CompanySettings, Environment, TechnicalResponsible } from '../../domain/companies/settings.ts';
import { type MasterKey, seal, sealOwner } from '../../domain/seal.ts';
import { record } from '../audit/record.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

type Place = { company: Pick<Company, 'id'>; environment: Environment };

/**
 * Sets the CSC of a company in an environment and seals its token; an earlier one is replaced.
 *
 * @throws {DomainError} `validation_error`
 */
export async function setCsc(
  em: EntityManager,
  masterKey: MasterKey,
  { company, environment, ...written }: Place & Csc,
  actor: Actor = lavraItself,
): Promise<CompanyCsc> {
  const { id, token } = readCsc(written);
  const sealed = seal(masterKey, sealOwner.csc(company.id, environment), token);
  return em.transactional(async (em) => {
    const details = { environment, cscId: id };
    record(em, actor, { action: 'CSC_SET', company: company.id, subject: null, details });
    const row = { company: company.id, environment, cscId: id, sealed, updatedAt: new Date() };
    return em.upsert(CompanyCsc, row);
  });
}

/** The CSC of a company in each environment that has one. */
export function listCscs(em: EntityManager, company: Pick<Company, 'id'>): Promise<CompanyCsc[]> {
  return em.find(CompanyCsc, { company: company.id }, { orderBy: { environment: 'asc' } });
}

/**
 * Deletes the CSC of a company in an environment: its NFC-e have QR codes of version 3 from then on.
 *
 * @throws {ProvisioningRefused} `csc_not_found`
 */
export async function removeCsc(
  em: EntityManager,
  { company, environment }: Place,
  actor: Actor = lavraItself,
): Promise<void> {
  await em.transactional(async (em) => {
    const erased = await em.nativeDelete(CompanyCsc, { company: company.id, environment });
    if (erased === 0) throw new ProvisioningRefused('csc_not_found', `A empresa não tem CSC em ${environment}.`);
    record(em, actor, { action: 'CSC_REMOVED', company: company.id, subject: null, details: { environment } });
  });
}

/**
 * Sets the CSRT of a company's technical responsible in an environment and seals its code; an earlier one is replaced.
 *
 * @throws {DomainError} `validation_error`
 * @throws {ProvisioningRefused} `technical_responsible_missing`
 */
export async function setCsrt(
  em: EntityManager,
  masterKey: MasterKey,
  { company, environment, ...written }: Place & Csrt,
  actor: Actor = lavraItself,
): Promise<{ id: string }> {
  const { id, code } = readCsrt(written);
  const sealed = seal(masterKey, sealOwner.csrt(company.id, environment), code);
  const entry = { actor, action: 'CSRT_SET', details: { environment, csrtId: id } } as const;
  await change(em, company, entry, (responsible) => ({
    ...responsible,
    csrt: { ...responsible.csrt, [environment]: { id, sealed } },
  }));
  return { id };
}

/**
 * Deletes the CSRT of a company in an environment.
 *
 * @throws {ProvisioningRefused} `csrt_not_found`, `technical_responsible_missing`
 */
export async function removeCsrt(
  em: EntityManager,
  { company, environment }: Place,
  actor: Actor = lavraItself,
): Promise<void> {
  const entry = { actor, action: 'CSRT_REMOVED', details: { environment } } as const;
  await change(em, company, entry, (responsible) => {
    if (!responsible.csrt?.[environment]) {
      throw new ProvisioningRefused('csrt_not_found', `A empresa não tem CSRT em ${environment}.`);
    }
    return { ...responsible, csrt: { ...responsible.csrt, [environment]: null } };
  });
}

function change(
  em: EntityManager,
  { id }: Pick<Company, 'id'>,
  { actor, ...entry }: { actor: Actor; action: 'CSRT_SET' | 'CSRT_REMOVED'; details: AuditDetails },
  changed: (responsible: TechnicalResponsible) => TechnicalResponsible,
): Promise<void> {
  return em.transactional(async (em) => {
    const company = await em.findOneOrFail(Company, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    const settings: CompanySettings | null = company.settings ?? null;
    if (!settings?.technicalResponsible) {
      const message =
        'O CSRT é do responsável técnico, e a empresa não tem um: informe-o antes com "lavra company set --technical-cnpj", ' +
        '"--technical-contact", "--technical-email" e "--technical-phone".';
      throw new ProvisioningRefused('technical_responsible_missing', message);
    }
    em.assign(company, {
      settings: { ...settings, technicalResponsible: changed(settings.technicalResponsible) },
    });
    record(em, actor, { ...entry, company: id, subject: null });
  });
}
