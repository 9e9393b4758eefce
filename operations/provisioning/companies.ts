import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { v7 as uuid, validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import { changedFields } from '../../domain/audit/changed-fields.ts';
import {
  formOf,
  type Numbering,
  numberingOf,
  companyRecord,
  type SeriesSettings,
} from '../../domain/companies/company-form.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { NumberSeries } from '../../domain/companies/number-series.entity.ts';
import { type CompanyForm, readCompanyForm } from '../../domain/companies/settings-schema.ts';
import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { usualWaitSeconds } from '../../domain/received/distribution-timing.ts';
import { plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { record } from '../audit/record.ts';
import { addMissingRows } from '../distribution/distribution-rows.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/**
 * Creates a company with its fiscal settings and numbering.
 *
 * @param input a `CompanyInput`, checked here
 * @param id given by the caller, where it has to be known beforehand
 * @throws {DomainError} `validation_error` with every invalid field
 * @throws {ProvisioningRefused} `company_exists`
 */
export async function createCompany(
  em: EntityManager,
  input: unknown,
  actor: Actor = lavraItself,
  id: string = uuid(),
): Promise<Company> {
  const form = readCompanyForm(input);
  try {
    return await em.transactional(async (em) => {
      await checkDefaultTemplate(em, form, null);
      const company = em.create(Company, { ...companyRecord(form), id });
      const { taxId, name, environment } = company;
      record(em, actor, { action: 'COMPANY_CREATED', company: id, subject: id, details: { taxId, name, environment } });
      await em.flush();
      await setNumbering(em, company, numberingOf(form));
      return company;
    });
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    throw new ProvisioningRefused(
      'company_exists',
      `Já existe uma empresa com o ${taxIdKind(form.taxId) ?? 'CNPJ'} ${form.taxId}.`,
      {
        cause,
      },
    );
  }
}

/** Part of a `CompanyInput`: the fields to change. */
type CompanyPatch = Record<string, unknown>;

/**
 * Changes the fields of a company that `patch` names and leaves the others; null clears a field. Groups (address, taxDefaults, ...) are merged,
 * lists replaced.
 *
 * @param patch part of a `CompanyInput`, checked here; or a function that makes it from the locked company, and may give nothing to change
 * @param waitSeconds period over which the first questions for received documents are spread, where the environment changes
 * @throws {DomainError} `validation_error`
 * @throws {ProvisioningRefused} `company_not_found`, `company_exists` or `number_in_use`
 */
export async function setCompany(
  em: EntityManager,
  reference: string,
  patch: CompanyPatch | ((company: Company, form: Record<string, unknown>) => CompanyPatch),
  waitSeconds = usualWaitSeconds,
  actor: Actor = lavraItself,
): Promise<Company> {
  const { id } = await findCompany(em, reference);
  return em.transactional(async (em) => {
    const company = await em.findOneOrFail(Company, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    const before = structuredClone(formOf(company));
    const changes = typeof patch === 'function' ? patch(company, before) : patch;
    if (typeof patch === 'function' && Object.keys(changes).length === 0) return company;
    const form = readCompanyForm(mergeForm(before, changes));
    await checkDefaultTemplate(em, form, company);
    em.assign(company, companyRecord(form));
    recordChange(em, actor, company, { before, numbering: numberingOf(form) });
    await em.flush();
    await setNumbering(em, company, numberingOf(form));
    await addMissingRows(em, { companyId: company.id, now: new Date(), waitSeconds });
    return company;
  });
}

/**
 * Writes the entry of a change: the names of the fields that really changed, and the values of the environment and of new numbers. Nothing is
 * written where nothing changed.
 */
function recordChange(
  em: EntityManager,
  actor: Actor,
  company: Company,
  { before, numbering }: { before: object; numbering: SeriesSettings },
): void {
  const fields = changedFields(before, formOf(company));
  const nextNumbers = Object.entries(numbering).flatMap(([count, asked]) =>
    asked?.nextNumber ? [`${count}: ${asked.nextNumber}`] : [],
  );
  if (fields.length + nextNumbers.length === 0) return;
  const { id, environment } = company;
  const details = { fields, environment, ...(nextNumbers.length > 0 && { nextNumbers }) };
  record(em, actor, { action: 'COMPANY_CHANGED', company: id, subject: id, details });
}

/**
 * A company by its id, its CNPJ or its CPF, with or without punctuation.
 *
 * @throws {ProvisioningRefused} `company_not_found`
 */
export async function findCompany(em: EntityManager, reference: string): Promise<Company> {
  const where = isUuid(reference) ? { id: reference } : { taxId: plainTaxId(reference) };
  const company = await em.findOne(Company, where);
  if (company) return company;
  throw new ProvisioningRefused('company_not_found', `Não há empresa "${reference}".`);
}

/** Every company, by name. */
export function listCompanies(em: EntityManager): Promise<Company[]> {
  return em.findAll(Company, { orderBy: { name: 'asc' } });
}

/** The next numbers of a company's series in its present environment. */
export function numberingsOf(em: EntityManager, company: Company): Promise<Numbering[]> {
  return em.find(NumberSeries, { company: company.id, environment: company.environment });
}

/** Checks the default template only when it is chosen: one that was removed later must not stop other changes. */
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

/** A form after a patch: groups are merged, everything else is replaced. */
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

type SeriesSetting = { series: number; nextNumber: number | null };

/**
 * Sees to it that each series in use has its row, and sets its next number where one is given.
 *
 * @throws {ProvisioningRefused} `number_in_use` where that number, or a later one, was drawn already (invariant 1)
 */
async function setNumbering(em: EntityManager, company: Company, wanted: SeriesSettings): Promise<void> {
  for (const type of documentTypes) {
    const numbering = wanted[traitsOf[type].numberedAs];
    if (numbering) await setOne(em, company, type, numbering);
  }
}

async function setOne(
  em: EntityManager,
  company: Company,
  type: DocumentType,
  { series, nextNumber }: SeriesSetting,
): Promise<void> {
  const { numberedAs } = traitsOf[type];
  const key = { company: company.id, environment: company.environment, model: numberedAs, series };
  await em.upsert(NumberSeries, { ...key, nextNumber: nextNumber ?? 1 }, { onConflictAction: 'ignore' });
  if (nextNumber === null) return;
  // The lock waits for a draw that is under way, so that its number is seen below.
  const row = await em.findOneOrFail(NumberSeries, key, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const last = await lastNumber(em, company, type, series);
  if (nextNumber <= last) {
    const mend = `informe ${last + 1} ou mais, ou deixe nextNumber fora para manter a numeração`;
    throw new ProvisioningRefused('number_in_use', `O número ${last} da série ${series} já foi usado; ${mend}.`);
  }
  row.nextNumber = nextNumber;
}

async function lastNumber(em: EntityManager, company: Company, type: DocumentType, series: number): Promise<number> {
  const last = await em.findOne(
    Document,
    { company: company.id, environment: company.environment, type, series },
    { orderBy: { number: 'desc' }, fields: ['number'] },
  );
  return last?.number ?? 0;
}

/** Seconds over which the first questions for received documents are spread, and the actor. */
type By = { waitSeconds?: number | undefined; actor?: Actor };

/**
 * Deactivates a company, or activates it again; repeating it changes nothing. While it is inactive, its keys and its people are not admitted, its
 * offices do not see it, and nothing is fetched for it. Its download links end for good. What was requested before still goes on to its end.
 *
 * @throws {ProvisioningRefused} `company_not_found`
 */
export async function setActive(
  em: EntityManager,
  reference: string,
  isActive: boolean,
  { waitSeconds = usualWaitSeconds, actor = lavraItself }: By = {},
): Promise<Company> {
  const { id } = await findCompany(em, reference);
  return em.transactional(async (em) => {
    const company = await em.findOneOrFail(Company, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (company.isActive === isActive) return company;
    company.isActive = isActive;
    const action = isActive ? 'COMPANY_ACTIVATED' : 'COMPANY_DEACTIVATED';
    record(em, actor, { action, company: id, subject: id });
    await em.flush();
    // A company that got its first certificate while it was inactive has no rows yet.
    if (isActive) await addMissingRows(em, { companyId: id, now: new Date(), waitSeconds });
    return company;
  });
}
