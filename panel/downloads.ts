import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { DownloadPlaces } from '../http/download-places.ts';
import { sendStream } from '../http/send-stream.ts';

/** Milliseconds without a byte taken, after which a download is cut: it holds one of its company's places. */
const stalledAfterMs = 10 * 60_000;

/** A file that is made while it is sent. */
type Download = {
  type: 'csv' | 'zip';
  name: string;
  /** Opens the content, once there is a place for the download. */
  open: () => Readable | Promise<Readable>;
};

type DownloadsOfCompany = {
  places: DownloadPlaces;
  companyId: string;
  /** Aborted when files that are still being sent have to end. */
  cut: AbortSignal;
};

/**
 * Sends a file in one of its company's places for downloads.
 *
 * @throws HttpRefusal `rate_limited` when all places are taken
 * @throws what `open` and `sendStream` throw
 */
export async function sendDownload(
  req: Request,
  res: Response,
  { type, name, open }: Download,
  { places, companyId, cut }: DownloadsOfCompany,
): Promise<void> {
  const { content } = await places.hold(companyId, async () => ({ content: await open() }));
  res.setTimeout(stalledAfterMs, () => res.destroy());
  res.locals.isHead = req.method === 'HEAD';
  await sendStream(res, { type, name, content }, cut);
}
