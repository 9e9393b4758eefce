import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { formOf, type Numbering, numberingOf, recordOf } from '../../domain/companies/company-form.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { type CompanyForm, readCompanyForm } from '../../domain/companies/settings-schema.ts';
import { usualWaitSeconds } from '../../domain/distribution/pace.ts';
import { DomainError } from '../../domain/errors.ts';
import { NumberSeries } from '../../domain/numbering/number-series.entity.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addMissingRows } from '../distribution/rows.ts';
import { setNumbering } from './numbering.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/**
 * Creates a company with its fiscal settings and numbering.
 *
 * @param input a `CompanyInput`, checked here
 * @throws {DomainError} `validation_error` with every faulty field
 * @throws {ProvisioningRefused} `company_exists`
 */
export async function createCompany(orm: Orm, input: unknown): Promise<Company> {
  const form = readCompanyForm(input);
  try {
    return await acrossCompanies(orm).transactional(async (em) => {
      await checkDefaultTemplate(em, form, null);
      const company = em.create(Company, recordOf(form));
      await em.flush();
      await setNumbering(em, company, numberingOf(form));
      return company;
    });
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    throw new ProvisioningRefused('company_exists', `Já existe uma empresa com o CNPJ ${form.taxId}.`, {
      cause,
    });
  }
}

/**
 * Changes what `patch` names of a company and leaves the rest; null clears a field. Groups (address, taxDefaults, ...) are merged, lists replaced.
 *
 * @param patch part of a `CompanyInput`, checked here
 * @param waitSeconds over which the first questions for received documents are spread, where the environment changes
 * @throws {DomainError} `validation_error`
 * @throws {ProvisioningRefused} `company_not_found`, `company_exists` or `number_in_use`
 */
export async function setCompany(
  orm: Orm,
  reference: string,
  patch: Record<string, unknown>,
  waitSeconds = usualWaitSeconds,
): Promise<Company> {
  const { id } = await findCompany(orm, reference);
  return acrossCompanies(orm).transactional(async (em) => {
    const company = await em.findOneOrFail(Company, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const form = readCompanyForm(mergeForm(formOf(company), patch));
    await checkDefaultTemplate(em, form, company);
    em.assign(company, recordOf(form));
    await em.flush();
    await setNumbering(em, company, numberingOf(form));
    await addMissingRows(em, { companyId: company.id, now: new Date(), waitSeconds });
    return company;
  });
}

/**
 * A company by its id or its CNPJ, punctuated or not.
 *
 * @throws {ProvisioningRefused} `company_not_found`
 */
export async function findCompany(orm: Orm, reference: string): Promise<Company> {
  const where = isUuid(reference) ? { id: reference } : { taxId: plainTaxId(reference) };
  const company = await acrossCompanies(orm).findOne(Company, where);
  if (company) return company;
  throw new ProvisioningRefused('company_not_found', `Não há empresa "${reference}".`);
}

/** Every company, by name. */
export function listCompanies(orm: Orm): Promise<Company[]> {
  return acrossCompanies(orm).findAll(Company, { orderBy: { name: 'asc' } });
}

/** Where the numbering of a company stands in its present environment. */
export function numberingsOf(orm: Orm, company: Company): Promise<Numbering[]> {
  return acrossCompanies(orm).find(NumberSeries, { company: company.id, environment: company.environment });
}

/** The template is looked at when it is chosen: one that was removed since must not stop other changes. */
async function checkDefaultTemplate(em: EntityManager, { nfse }: CompanyForm, company: Company | null): Promise<void> {
  const id = nfse?.defaultTemplateId ?? null;
  if (id === null || id === company?.settings?.nfse?.defaultTemplateId) return;
  const seen = company ? { $or: [{ company: company.id }, { company: null }] } : { company: null };
  const template = await em.findOne(FiscalTemplate, { id, deletedAt: null, ...seen });
  if (template?.type === 'NFSE') return;
  const message = template
    ? `"${template.name}" é um modelo de NF-e: escolha um de NFS-e`
    : 'não há um modelo fiscal com este id entre os da empresa e os compartilhados';
  throw new DomainError('validation_error', 'Há campos inválidos no cadastro da empresa.', {
    issues: [{ path: 'nfse.defaultTemplateId', message }],
  });
}

/** What a patch makes of a form: groups are merged, everything else is replaced. */
export function mergeForm(form: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...form };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const present = merged[name];
    merged[name] = isGroup(present) && isGroup(value) ? mergeForm(present, value) : value;
  }
  return merged;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
