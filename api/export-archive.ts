import type { Request, Response } from 'express';
import type { Month } from '../domain/month.ts';
import type { DownloadPlaces } from '../http/download-places.ts';
import type { StreamedFile } from '../http/send-stream.ts';
import type { ExportPart } from '../operations/received/export-files.ts';
import { type ExportCounts, openExport } from '../operations/received/export.ts';
import type { ExportKinds } from '../operations/received/export-month.ts';
import type { NewLink } from '../operations/received/export-links.ts';
import type { ApiParts } from './parts.ts';

/** A month that is to be sent as an archive. */
export type ArchiveRequest = {
  /** Id of the office or company whose downloads are counted together. */
  owner: string;
  /** The office to whose portfolio the companies belong; null where a company exports its own. */
  office: string | null;
  name: string;
  parts: ExportPart[];
  month: Month;
  kinds: ExportKinds;
};

/** After this long in which the receiver takes no byte a download is cut, because it holds one of its owner's places. */
const stalledAfterMs = 10 * 60_000;

/** Path of download links, below the server's address. */
const downloadPath = '/v1/received-documents/export/download';

/**
 * A month as an archive that is made while it is sent; the response's headers have its counts.
 *
 * @throws HttpRefusal `rate_limited` where all download places of the owner are taken
 * @throws DomainError as `openExport`
 */
export async function exportArchive(
  parts: ApiParts,
  places: DownloadPlaces,
  res: Response,
  { owner, office, name, parts: companies, month, kinds }: ArchiveRequest,
): Promise<StreamedFile<'application/zip'>> {
  const { content, ...counts } = await places.hold(owner, () =>
    openExport(parts.orm, companies, month, kinds, { turn: places.turn, office: office ?? undefined }),
  );
  res.set({
    'X-Document-Count': String(counts.documentCount),
    'X-Pending-Summaries': String(counts.pendingSummaries),
    ...(office ? { 'X-Company-Count': String(counts.companyCount) } : {}),
  });
  res.setTimeout(parts.stalledAfterMs ?? stalledAfterMs, () => res.destroy());
  return { type: 'application/zip', name, content };
}

/** A download link as the contract shows it; its URL has the secret. */
export function exportLinkView(
  { token, expiresAt }: NewLink,
  { fileName, counts }: { fileName: string; counts: ExportCounts },
  req: Pick<Request, 'protocol' | 'host'>,
  publicUrl?: string,
) {
  const url = addressOf(`${downloadPath}?token=${token}`, req, publicUrl);
  return { url, fileName, expiresAt: expiresAt.toISOString(), ...counts };
}

/** The absolute address of a path: below the public address, or else below the host of the request; the path alone where neither makes a URL. */
function addressOf(path: string, { protocol, host }: Pick<Request, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`;
  return URL.parse(path, `${protocol}://${host}`)?.href ?? path;
}
