import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/link-token.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Month } from '../../domain/month.ts';
import { ExportLink } from '../../domain/received/export-link.entity.ts';
import type { CompanyCaller } from '../access/admit.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';

/** How long a link opens (spec 2-extended §8). */
const lifeMs = 15 * 60_000;

/** What a link that opens gives. */
export type OpenedLink = { companyId: string; companies: LinkedCompany[]; month: Month };
export type LinkedCompany = Pick<ActingCompany, 'id' | 'taxId' | 'name' | 'environment'>;

/**
 * Makes a link to the caller's own company. Whoever has its token may download, as long as the key that made it may. The token is returned
 * here once and never stored.
 */
export async function createExportLink(
  orm: Orm,
  { keyId, company }: CompanyCaller,
  { year, month }: Month,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + lifeMs);
  await inCompany(orm, company.id, async (em) => {
    em.create(ExportLink, {
      company: company.id,
      tokenHash: hashLinkToken(token),
      apiKey: keyId,
      companies: [company.id],
      ...{ year, month, expiresAt },
    });
  });
  return { token, expiresAt };
}

type Row = { company_id: string; year: number; month: number; companies: LinkedCompany[]; is_live: boolean };

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
  if (!row.is_live) {
    const message = 'A chave de API que criou este link perdeu o acesso. Peça outro link a quem o enviou.';
    throw new DomainError('link_revoked', message);
  }
  const { company_id, companies, year, month } = row;
  return { companyId: company_id, companies, month: { year, month } };
}
