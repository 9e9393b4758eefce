import type { Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';
import { type Operator, overseeing } from '../in-company.ts';

/**
 * A company of the installation as operations take it, with the operator as actor.
 *
 * @param reference its CNPJ or CPF, with or without punctuation
 * @throws DomainError `not_found`
 */
export async function companyActedFor(orm: Orm, operator: Operator, reference: string): Promise<ActingCompany> {
  const found = await overseeing(orm, operator, (em) => em.findOne(Company, { taxId: plainTaxId(reference) }));
  if (!found) throw new DomainError('not_found', 'Não há empresa com este CNPJ ou CPF nesta instalação.');
  const { id, taxId, name, tradeName, environment, settings } = found;
  return {
    ...{ id, taxId, name, environment, actor: operator.actor },
    ...{ tradeName: tradeName ?? null, settings: settings ?? null },
  };
}

/** An office of the installation as operations take it, with the operator as actor; found by its CNPJ or CPF. */
export async function officeActedFor(orm: Orm, operator: Operator, reference: string): Promise<ActingOffice> {
  const found = await overseeing(orm, operator, (em) => em.findOne(Office, { taxId: plainTaxId(reference) }));
  if (!found) throw new DomainError('not_found', 'Não há escritório com este documento nesta instalação.');
  const { id, taxId, name } = found;
  return { id, taxId, name, actor: operator.actor };
}
