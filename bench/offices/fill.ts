import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { officeScopes } from '../../domain/access/scopes.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany, createKey, createOffice } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { type FilledApi, openFilledApi } from '../filled-api.ts';

/** How many companies the office works for, and how many other companies there are. */
export type Size = { companies: number; others: number };

const trades = ['Padaria', 'Oficina', 'Mercado', 'Farmácia', 'Papelaria', 'Açougue', 'Livraria', 'Floricultura'];
const atOnce = 500;
/** The largest logo that settings may have, because reading a company's city reads its whole settings. */
const logo = `data:image/png;base64,${'A'.repeat(399_000)}`;

/** The API with an office's key in place of a company's. */
export async function openApiWithPortfolio(
  { companies, others }: Size,
  log: (line: string) => void,
): Promise<FilledApi> {
  const filled = await openFilledApi(async (orm) => {
    log(`${companies} companies of the office beside ${others} others`);
    const { id, settings = null } = await createCompany(acrossCompanies(orm), {
      ...demoCompany,
      taxId: cnpjOf(29_999_999),
    });
    const em = acrossCompanies(orm);
    const plain = settings && { ...settings, danfe: { ...settings.danfe, logo: null } };
    await addCompanies(em, { first: 30_000_000, count: others, settings: plain });
    const large = settings && { ...settings, danfe: { ...settings.danfe, logo } };
    const own = await addCompanies(em, { first: 40_000_000, count: companies, settings: large });
    await link(orm, own);
    return id;
  }, log);
  return { ...filled, key: await officeKey(filled.orm) };
}

const officeTaxId = cnpjOf(50_000_000);

type Companies = { first: number; count: number; settings: CompanySettings | null };

async function addCompanies(em: EntityManager, { first, count, settings }: Companies): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid());
  const now = new Date();
  for (let from = 0; from < count; from += atOnce) {
    const rows = ids.slice(from, from + atOnce).map((id, at) => ({
      ...{ id, settings, environment: 'PRODUCTION' as const, isActive: true, createdAt: now, updatedAt: now },
      taxId: cnpjOf(first + from + at),
      name: `${trades[at % trades.length]} São ${String.fromCodePoint(65 + (at % 26))} ${from + at} Ltda`,
      tradeName: `Loja ${from + at}`,
    }));
    await em.insertMany(Company, rows);
  }
  return ids;
}

async function link(orm: Orm, companies: string[]): Promise<void> {
  const { id: office } = await createOffice(orm, { taxId: officeTaxId, name: 'Contábil Horizonte' });
  const at = new Date();
  const state = { status: 'ACTIVE', issuingAllowed: true, requestedBy: 'OFFICE' } as const;
  const moments = { requestedAt: at, decidedAt: at, createdAt: at, updatedAt: at };
  const rows = companies.map((company) => ({ id: uuid(), office, company, ...state, ...moments }));
  for (let from = 0; from < rows.length; from += atOnce) {
    await acrossCompanies(orm).insertMany(OfficeLink, rows.slice(from, from + atOnce));
  }
}

async function officeKey(orm: Orm): Promise<string> {
  const [office] = await acrossCompanies(orm).execute<{ id: string }[]>('select id from office where tax_id = ?', [
    officeTaxId,
  ]);
  if (!office) throw new TypeError('the office was made before');
  const rates = { ratePerSecond: 1_000_000, rateBurst: 1_000_000 };
  return (await createKey(acrossCompanies(orm), { office, name: 'bench', scopes: officeScopes, ...rates })).secret;
}
