import type { Readable } from 'node:stream';
import type { ByteRange } from '../../adapters/blobs/blobs.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { ClosingLink } from '../../domain/closings/closing-files.entity.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { OfficeCaller } from '../access/admit.ts';
import { openLink } from '../access/open-link.ts';
import { inOffice } from '../in-company.ts';
import { closableCompanies } from './eligible-companies.ts';
import { findClosing } from './find-closings.ts';
import { type ClosingParts, fileDeleted, reachingStore } from './store.ts';

/** How many seconds a link is valid. */
const lifeSeconds = 60 * 60;

/** Where the ZIP of a closing is downloaded without a key: at an address of the store itself, or through the API, by a token. */
export type ClosingDownload = { closing: Closing; expiresAt: Date } & (
  | { url: string; token: null }
  | { url: null; token: string }
);

/**
 * Makes a link to the ZIP of a closing. The token is returned here once and never stored.
 *
 * @throws NotFound, also where the ZIP was deleted; DomainError `company_not_in_portfolio` where the link to the company has ended,
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

/**
 * A closing whose ZIP can be downloaded. `em` sees one office, or a person's part of it.
 *
 * @throws as `closingDownload`
 */
export async function readyClosing(em: EntityManager, id: string): Promise<Closing> {
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

/** What is sent of a ZIP, and its facts. */
export type ClosedZip = {
  blobKey: string;
  fileName: string;
  fileSize: number;
  /** Lowercase hex. */
  sha256: string;
  completedAt: Date;
};

type Row = {
  blob_key: string;
  file_name: string;
  file_size: string;
  sha256: string;
  completed_at: string | Date;
  deleted_at: string | Date | null;
  is_live: boolean;
};

/**
 * The ZIP that a link is for.
 *
 * @throws DomainError `invalid_link` where the link is unknown or has expired; `link_revoked` where the key that made it could not make it any
 *   more, its office is suspended or the link to the company has ended; `not_found` where the ZIP was deleted
 */
export async function openClosingLink(orm: Orm, token: string): Promise<ClosedZip> {
  const row = await openLink<Row>(orm, 'open_closing_link', token);
  if (row.deleted_at) throw fileDeleted();
  return {
    blobKey: row.blob_key,
    fileName: row.file_name,
    fileSize: Number(row.file_size),
    sha256: row.sha256,
    completedAt: new Date(row.completed_at),
  };
}

/** The bytes of a ZIP, or a range of them. @throws DomainError `not_found`, `service_unavailable` */
export function readZip(
  { blobs }: Pick<ClosingParts, 'blobs'>,
  { blobKey }: Pick<ClosedZip, 'blobKey'>,
  range?: ByteRange,
): Promise<Readable> {
  return reachingStore(() => blobs.read(blobKey, range));
}
