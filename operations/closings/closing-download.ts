import type { Closing } from '../../domain/closings/closing.entity.ts';
import { ClosingLink } from '../../domain/closings/closing-link.entity.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/link-token.ts';
import type { EntityManager } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import type { OfficeCaller } from '../access/admit.ts';
import { inOffice } from '../in-company.ts';
import { closableCompanies } from './closable-companies.ts';
import { findClosing } from './find-closings.ts';
import { fileDeleted } from './file-deleted.ts';
import { reachingStore } from './reaching-store.ts';
import type { ClosingParts } from './parts.ts';

/** How long a link opens (spec 2-extended §8). */
const lifeSeconds = 60 * 60;

/** Where the ZIP of a closing is downloaded without a key. The store's own address, or else the token of one that the API has. */
export type ClosingDownload = { closing: Closing; expiresAt: Date } & (
  { url: string; token: null } | { url: null; token: string }
);

/**
 * Makes a link to the ZIP of a closing. The token is returned here once and never stored.
 *
 * @throws NotFound, also where the ZIP has been deleted; DomainError `company_not_in_portfolio` where the link to the company has ended,
 *   `closing_not_ready` until it is COMPLETED and where it FAILED, `service_unavailable`
 */
export async function closingDownload(
  { orm, blobs }: ClosingParts,
  { office, keyId }: Pick<OfficeCaller, 'office' | 'keyId'>,
  id: string,
): Promise<ClosingDownload> {
  const closing = await inOffice(orm, office.id, (em) => readyClosing(em, id));
  const expiresAt = new Date(Date.now() + lifeSeconds * 1000);
  const { blobKey, fileName } = closing;
  const url = await reachingStore(() => blobs.link(blobKey, { fileName, seconds: lifeSeconds }));
  if (url !== null) return { closing, expiresAt, url, token: null };
  const token = newLinkToken();
  await inOffice(orm, office.id, async (em) => {
    em.create(ClosingLink, {
      ...{ office: office.id, closing: id, apiKey: keyId, expiresAt },
      tokenHash: hashLinkToken(token),
    });
  });
  return { closing, expiresAt, url: null, token };
}

async function readyClosing(em: EntityManager, id: string): Promise<Closing> {
  const closing = await findClosing(em, id);
  const { company, companyName, year, month, status } = closing;
  const [linked] = await closableCompanies(em, { year, month }, [company]);
  if (!linked) {
    const message = `${companyName} não está mais na carteira do escritório: os arquivos dos fechamentos dela não são mais entregues.`;
    throw new DomainError('company_not_in_portfolio', message);
  }
  if (status !== 'COMPLETED') throw new DomainError('closing_not_ready', notReady(closing));
  if (closing.deletedAt) throw fileDeleted();
  return closing;
}

function notReady({ status, failureReason, documentCount, doneCount }: Closing): string {
  switch (status) {
    case 'FAILED':
      return `O fechamento falhou e não tem arquivo: ${failureReason ?? 'sem motivo conhecido'} Feche o mês de novo.`;
    case 'PENDING':
      return 'O fechamento ainda espera a vez. Acompanhe o status em GET /v1/accounting/closings/{id}.';
    default:
      return `O fechamento está em andamento: ${doneCount} de ${documentCount} documentos prontos.`;
  }
}
