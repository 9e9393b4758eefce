import type { Request, Response } from 'express';
import type { Month } from '../domain/month.ts';
import type { DownloadPlaces } from '../http/download-places.ts';
import type { StreamedFile } from '../http/send-stream.ts';
import type { ExportPart } from '../operations/received/export-files.ts';
import { type ExportCounts, openExport } from '../operations/received/export.ts';
import type { ExportKinds } from '../operations/received/export-month.ts';
import type { NewLink } from '../operations/received/export-links.ts';
import type { ApiParts } from './parts.ts';

/** A month that is asked for as an archive. */
export type ArchiveRequest = {
  /** Whose downloads are counted together: an office or a company. */
  owner: string;
  /** The office whose portfolio the companies are of; null for a company's own. */
  office: string | null;
  name: string;
  parts: ExportPart[];
  month: Month;
  kinds: ExportKinds;
};

/** After this long without a byte taken a download is cut: it holds one of its owner's places. */
const stalledAfterMs = 10 * 60_000;

/** Where links lead, below the server's address. */
const downloadPath = '/v1/received-documents/export/download';

/**
 * A month as an archive that is made while it is sent, with its counts in the headers.
 *
 * @throws HttpRefusal `rate_limited` where the owner has no place left
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

/** A link as the contract shows it, with its secret. */
export function exportLinkView(
  { token, expiresAt }: NewLink,
  { fileName, counts }: { fileName: string; counts: ExportCounts },
  req: Pick<Request, 'protocol' | 'host'>,
  publicUrl?: string,
) {
  const url = addressOf(`${downloadPath}?token=${token}`, req, publicUrl);
  return { url, fileName, expiresAt: expiresAt.toISOString(), ...counts };
}

/** The absolute address of a path: below the public address, or where this request was sent to; the path alone where neither is known. */
function addressOf(path: string, { protocol, host }: Pick<Request, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`;
  return URL.parse(path, `${protocol}://${host}`)?.href ?? path;
}
