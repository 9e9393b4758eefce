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

/** How long a link is valid. */
const lifeMs = 15 * 60_000;

/** A link as its maker gets it. The token is returned only here and never stored. */
export type NewLink = { token: string; expiresAt: Date };

/** What a valid link gives: a month of one company, or of companies of an office's portfolio. */
export type OpenedLink = {
  companies: [ChosenCompany, ...ChosenCompany[]];
  month: Month;
  /** Null for a link that a company's key made. */
  office: Pick<ActingOffice, 'id' | 'taxId'> | null;
};

/** Creates a link to the caller's company. Whoever has its token may download, as long as the key that made it may. */
export async function createExportLink(orm: Orm, { keyId, company }: CompanyCaller, month: Month): Promise<NewLink> {
  const { row, ...link } = newLink(keyId, [company], month);
  await inCompany(orm, company.id, async (em) => {
    const made = em.create(ExportLink, { ...row, company: company.id });
    recordFor(em, company, 'EXPORT_LINK_CREATED', made.id, { month: monthInDigits(month) });
  });
  return link;
}

/** Creates a link to companies of the caller's portfolio: it is valid as long as all of them are in it. */
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
  /** At least one, where the link is live. */
  companies: OpenedLink['companies'];
  is_live: boolean;
};

/** What a link is for. @throws DomainError `invalid_link`, `link_revoked` as `openLink` */
export async function openExportLink(orm: Orm, token: string): Promise<OpenedLink> {
  const { companies, year, month, office } = await openLink<Row>(orm, 'open_export_link', token);
  return { companies, month: { year, month }, office };
}
