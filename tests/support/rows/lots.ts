import type { OpenedEntry } from '../../../operations/distribution/open-lot.ts';
import { type LotCounts, storeLot } from '../../../operations/distribution/store-lot.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction, type WakeList } from '../../../operations/outbox.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { cnpjOf } from '../samples/tax-ids.ts';

let root = 40_000_000;

/** Makes a company that has received nothing yet. */
export function emptyCompany(orm: Orm): Promise<Company> {
  return createCompany(acrossCompanies(orm), { ...demoCompany, taxId: cnpjOf((root += 1)) });
}

/** Stores a lot as a visit does, without asking the authority. @returns what was stored, and what is left to actors */
export async function stored(
  orm: Orm,
  company: Company,
  entries: OpenedEntry[],
  source: DistributionSource = 'NFE',
): Promise<LotCounts & { waiting: WakeList | null }> {
  const em = acrossCompanies(orm);
  const where = { company: company.id, environment: company.environment, source };
  const distribution = (await em.findOne(Distribution, where)) ?? em.create(Distribution, where);
  await em.flush();
  let waiting: WakeList | null = null;
  const wake = async (left: WakeList): Promise<void> => void (waiting = left);
  const lot = { distribution, companyTaxId: company.taxId, entries, receivedAt: new Date() };
  const outcome = await inTransaction(acrossCompanies(orm), wake, (tx) => storeLot(tx, lot));
  return { ...outcome, waiting };
}
