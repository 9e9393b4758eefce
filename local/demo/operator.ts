import { randomInt } from 'node:crypto';
import { createOrm, type Orm } from '../../config/orm.ts';
import { officeScopes } from '../../domain/access/scopes.ts';
import { modulus11 } from '../../domain/modulus-11.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { endLink } from '../../operations/offices/change-link.ts';
import { createKey, createOffice, findCompany, setCompany } from '../../operations/provisioning.ts';

/** What the operator of an installation does by the `lavra` command. */
export type Operator = {
  /** `lavra office create` and `lavra key create --office`: an office of its own, which no company knows, with a key of every scope. */
  openOffice(name: string, email: string): Promise<{ id: string; key: string }>;
  /** `lavra company set --contingency-nfce AUTOMATIC` */
  letIssueOffline(taxId: string): Promise<void>;
  /** `lavra link end`, for whatever office a company is linked to. */
  endLinks(taxId: string): Promise<void>;
};

/** Plays a part that takes an operator. @param database its URL by the owner's login */
export async function withOperator(database: string, play: (operator: Operator) => Promise<void>): Promise<void> {
  const orm = await createOrm(database);
  try {
    await play(operatorOf(orm));
  } finally {
    await orm.close();
  }
}

function operatorOf(orm: Orm): Operator {
  return {
    async openOffice(name, email) {
      const office = await createOffice(orm, { taxId: someCnpj(), name, email });
      const { secret } = await createKey(orm, { office, name: 'Demonstração', scopes: officeScopes });
      return { id: office.id, key: secret };
    },
    async letIssueOffline(taxId) {
      await setCompany(orm, taxId, { contingency: { nfce: 'AUTOMATIC' } });
    },
    endLinks: (taxId) => endLinks(orm, taxId),
  };
}

async function endLinks(orm: Orm, taxId: string): Promise<void> {
  const { id: company } = await findCompany(orm, taxId);
  const links = await acrossCompanies(orm).find(OfficeLink, { company, status: ['PENDING', 'ACTIVE'] });
  for (const { office: officeId } of links) await endLink(orm, { companyId: company, officeId });
}

function someCnpj(): string {
  const base = `${randomInt(10_000_000, 100_000_000)}0001`;
  const first = `${base}${modulus11(base)}`;
  return `${first}${modulus11(first)}`;
}
