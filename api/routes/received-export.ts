import { linkRate } from '../../http/link-rate.ts';
import { createExportLink, openExportLink } from '../../operations/received/export-links.ts';
import { usualKinds } from '../../operations/received/export-month.ts';
import { countExport, exportFileName } from '../../operations/received/export.ts';
import { portfolioParts } from '../../operations/received/portfolio-files.ts';
import { exportArchive, exportLinkView } from '../export-archive.ts';
import type { DownloadPlaces } from '../../http/download-places.ts';
import { callerOf, companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

type ExportOperations = 'exportReceivedDocuments' | 'createReceivedDocumentsLink' | 'downloadReceivedDocuments';

/** Handlers that export a month of received documents as an archive, with a key or by a link. */
export function receivedExportHandlers(parts: ApiParts, places: DownloadPlaces): Pick<Handlers, ExportOperations> {
  const { orm, publicUrl } = parts;
  const rate = linkRate();
  return {
    exportReceivedDocuments: async (req, res) => {
      const company = companyOf(res);
      const { year, month, notes = true, events = true, summaries = false } = req.query;
      return exportArchive(parts, places, res, {
        owner: company.id,
        office: null,
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
      const fileName = exportFileName(caller.company.taxId, month);
      res.json(exportLinkView(await createExportLink(orm, caller, month), { fileName, counts }, req, publicUrl));
    },

    downloadReceivedDocuments: async (req, res) => {
      res.set('Cache-Control', 'no-store');
      const { token } = req.query;
      rate.spend(token);
      const { companies, month, office } = await openExportLink(orm, token);
      const [own] = companies;
      return exportArchive(parts, places, res, {
        owner: office?.id ?? own.id,
        office: office?.id ?? null,
        name: exportFileName(office?.taxId ?? own.taxId, month),
        parts: office ? portfolioParts(companies) : [{ company: own, folder: '' }],
        month,
        kinds: usualKinds,
      });
    },
  };
}
