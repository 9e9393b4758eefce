import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { ExportLink } from '../../domain/received/export-link.entity.ts';
import type { CompanyCaller, OfficeCaller } from '../access/admit.ts';
import { openLink } from '../access/open-link.ts';
import type { ActingOffice } from '../acting.ts';
import { record, recordFor } from '../audit/record.ts';
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
    const made = em.create(ExportLink, { ...row, company: company.id });
    recordFor(em, company, 'EXPORT_LINK_CREATED', made.id, { month: monthInDigits(month) });
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
    const made = em.create(ExportLink, { ...row, office: office.id });
    const details = { month: monthInDigits(month), companies: companies.length };
    record(em, office.actor, { action: 'EXPORT_LINK_CREATED', office: office.id, subject: made.id, details });
  });
  return link;
}

function newLink(apiKey: string, companies: readonly { id: string }[], { year, month }: Month) {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + lifeMs);
  const row = { tokenHash: hashLinkToken(token), apiKey, companies: companies.map(({ id }) => id) };
  return { token, expiresAt, row: { ...row, year, month, expiresAt } };
}

type Row = OpenedLink['month'] & {
  office: OpenedLink['office'];
  /** Of a live link, at least one. */
  companies: OpenedLink['companies'];
  is_live: boolean;
};

/** The month that a link is for. @throws DomainError `invalid_link`, `link_revoked` as `openLink` */
export async function openExportLink(orm: Orm, token: string): Promise<OpenedLink> {
  const { companies, year, month, office } = await openLink<Row>(orm, 'open_export_link', token);
  return { companies, month: { year, month }, office };
}
