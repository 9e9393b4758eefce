import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/link-token.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Month } from '../../domain/month.ts';
import { ExportLink } from '../../domain/received/export-link.entity.ts';
import type { CompanyCaller, OfficeCaller } from '../access/admit.ts';
import type { ActingOffice } from '../acting-office.ts';
import { inCompany, inOffice } from '../in-company.ts';
import type { ChosenCompany } from '../offices/chosen-companies.ts';

/** How long a link opens (spec 2-extended §8). */
const lifeMs = 15 * 60_000;

/** A link as its maker gets it. The token is returned here once and never stored. */
export type NewLink = { token: string; expiresAt: Date };

/** What a link that opens gives: a month of one company, or of companies of an office's portfolio. */
export type OpenedLink = {
  companies: [ChosenCompany, ...ChosenCompany[]];
  month: Month;
  /** Null for a company's own link. */
  office: Pick<ActingOffice, 'id' | 'taxId'> | null;
};

/** Makes a link to the caller's own company. Whoever has its token may download, as long as the key that made it may. */
export async function createExportLink(orm: Orm, { keyId, company }: CompanyCaller, month: Month): Promise<NewLink> {
  const { row, ...link } = newLink(keyId, [company], month);
  await inCompany(orm, company.id, async (em) => {
    em.create(ExportLink, { ...row, company: company.id });
  });
  return link;
}

/** The same for companies of the caller's portfolio: it opens as long as all of them are in it. */
export async function createPortfolioLink(
  orm: Orm,
  { keyId, office }: OfficeCaller,
  companies: readonly ChosenCompany[],
  month: Month,
): Promise<NewLink> {
  const { row, ...link } = newLink(keyId, companies, month);
  await inOffice(orm, office.id, async (em) => {
    em.create(ExportLink, { ...row, office: office.id });
  });
  return link;
}

function newLink(apiKey: string, companies: readonly { id: string }[], { year, month }: Month) {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + lifeMs);
  const row = { tokenHash: hashLinkToken(token), apiKey, companies: companies.map(({ id }) => id) };
  return { token, expiresAt, row: { ...row, year, month, expiresAt } };
}

type Row = {
  office: OpenedLink['office'];
  year: number;
  month: number;
  companies: ChosenCompany[] | null;
  is_live: boolean;
};

/**
 * The month that a link is for, found by a function of the database: who comes with a token is of no company yet.
 *
 * @throws DomainError `invalid_link` where it is unknown or has expired; `link_revoked` where the key that made it has lost what it takes
 */
export async function openExportLink(orm: Orm, token: string): Promise<OpenedLink> {
  const [row] = looksLikeLinkToken(token)
    ? await orm.em.fork().execute<Row[]>('select * from open_export_link(?)', [hashLinkToken(token)])
    : [];
  if (!row) throw new DomainError('invalid_link', 'O link é inválido ou expirou. Peça outro a quem o enviou.');
  const [first, ...others] = row.companies ?? [];
  if (!row.is_live || !first) {
    const message = 'A chave de API que criou este link perdeu o acesso. Peça outro link a quem o enviou.';
    throw new DomainError('link_revoked', message);
  }
  const { office, year, month } = row;
  return { companies: [first, ...others], month: { year, month }, office };
}
