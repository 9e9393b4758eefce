import type { Response } from 'express';
import { countExport, type ExportPart, exportFileName, openExport } from '../../operations/received/export.ts';
import { createExportLink, openExportLink } from '../../operations/received/export-links.ts';
import type { Month } from '../../domain/month.ts';
import { type ExportKinds, usualKinds } from '../../operations/received/export-month.ts';
import { addressOf } from '../address-of.ts';
import { exportPlaces } from '../export-places.ts';
import { linkRate } from '../link-rate.ts';
import { callerOf, companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import type { StreamedFile } from '../send-stream.ts';

type ExportOperations = 'exportReceivedDocuments' | 'createReceivedDocumentsLink' | 'downloadReceivedDocuments';

/** After this long without a byte taken a download is cut: it holds one of the company's places. */
const stalledAfterMs = 10 * 60_000;

/** Where a link leads, below the server's address. */
const downloadPath = '/v1/received-documents/export/download';

/** A month of received documents as an archive, by key or by link. */
export function receivedExportHandlers(parts: ApiParts): Pick<Handlers, ExportOperations> {
  const { orm, publicUrl } = parts;
  const places = exportPlaces();
  const rate = linkRate();

  async function archive(res: Response, asked: AskedArchive): Promise<StreamedFile<'application/zip'>> {
    const { owner, name, parts: companies, month, kinds } = asked;
    const { content, documentCount, pendingSummaries } = await places.hold(owner, () =>
      openExport(orm, companies, month, kinds, { turn: places.turn }),
    );
    res.set({ 'X-Document-Count': String(documentCount), 'X-Pending-Summaries': String(pendingSummaries) });
    res.setTimeout(parts.stalledAfterMs ?? stalledAfterMs, () => res.destroy());
    return { type: 'application/zip', name, content };
  }

  return {
    exportReceivedDocuments: async (req, res) => {
      const company = companyOf(res);
      const { year, month, notes = true, events = true, summaries = false } = req.query;
      return archive(res, {
        owner: company.id,
        name: exportFileName(company.taxId, { year, month }),
        parts: [{ company, folder: '' }],
        month: { year, month },
        kinds: { notes, events, summaries },
      });
    },

    createReceivedDocumentsLink: async (req, res) => {
      const caller = callerOf(res);
      const month = { year: req.body.year, month: req.body.month };
      const own = [{ company: caller.company, folder: '' }];
      const counts = await countExport(orm, own, month, usualKinds, { turn: places.turn });
      const { token, expiresAt } = await createExportLink(orm, caller, month);
      res.json({
        url: addressOf(`${downloadPath}?token=${token}`, req, publicUrl),
        fileName: exportFileName(caller.company.taxId, month),
        expiresAt: expiresAt.toISOString(),
        ...counts,
      });
    },

    downloadReceivedDocuments: async (req, res) => {
      res.set('Cache-Control', 'no-store');
      const { token } = req.query;
      rate.spend(token);
      const { companyId, companies, month } = await openExportLink(orm, token);
      const [first] = companies;
      return archive(res, {
        owner: companyId,
        name: exportFileName(first?.taxId ?? '', month),
        parts: companies.map((company) => ({ company, folder: '' })),
        month,
        kinds: usualKinds,
      });
    },
  };
}

type AskedArchive = { owner: string; name: string; parts: ExportPart[]; month: Month; kinds: ExportKinds };
