import { Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import { rangeOf, tellRange } from '../../../http/ranges.ts';
import { sendStream } from '../../../http/send-stream.ts';
import { readyClosing, readZip } from '../../../operations/closings/closing-download.ts';
import { openMonthArchive } from '../../../operations/closings/month-archive.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { monthIn } from './month.ts';

/** Milliseconds without a byte taken, after which a download is cut: it holds one of its office's places. */
const stalledAfterMs = 10 * 60_000;

/** Serves the ZIPs of closed months: one of them, which resumes by range requests, or all in one archive. */
export function monthZips({ orm, blobs, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();

  router.get('/c/:taxId/fechamento/:month/zips', admitted('monthZips'), async (req, res, next) => {
    const month = monthIn(req.params.month, new Date());
    if (!month) return next('router');
    const { office } = actingForOffice(res);
    try {
      const { content, name } = await places.hold(office.id, () => openMonthArchive({ orm, blobs }, office, month));
      res.setTimeout(stalledAfterMs, () => res.destroy());
      res.locals.isHead = req.method === 'HEAD';
      await sendStream(res, { type: 'application/zip', name, content }, cut);
    } catch (error) {
      if (!isNotReady(error)) throw error;
      res.redirect(303, `/c/${office.taxId}/fechamento/${req.params.month}`);
    }
  });

  router.get('/c/:taxId/fechamento/:month/zips/:id', admitted('closingZip'), async (req, res) => {
    const { office } = actingForOffice(res);
    const { month, id } = req.params;
    try {
      const { fileSize, sha256, fileName, blobKey } = await inPortfolio(orm, office, (em) => readyClosing(em, id));
      const ranged = { size: fileSize ?? 0, etag: `"${sha256 ?? ''}"` };
      const range = rangeOf(req, ranged);
      const { content } = await places.hold(office.id, async () => ({
        content: await readZip({ blobs }, { blobKey }, range),
      }));
      tellRange(res, ranged, range);
      res.setTimeout(stalledAfterMs, () => res.destroy());
      res.locals.isHead = req.method === 'HEAD';
      await sendStream(res, { type: 'application/zip', name: fileName, content }, cut);
    } catch (error) {
      if (!isNotReady(error)) throw error;
      res.redirect(303, `/c/${office.taxId}/fechamento/${month}`);
    }
  });

  return router;
}

/** A closing that is not ready is no fault: the board shows how far it is. */
function isNotReady(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'closing_not_ready';
}
