import { inOffice } from '../../../operations/in-company.ts';
import { chosenCompanies } from '../../../operations/offices/chosen-companies.ts';
import { createPortfolioLink } from '../../../operations/received/export-links.ts';
import { usualKinds } from '../../../operations/received/export-month.ts';
import { countExport, exportFileName } from '../../../operations/received/export.ts';
import { portfolioParts } from '../../../operations/received/portfolio-files.ts';
import { exportArchive, exportLinkView } from '../../export-archive.ts';
import type { DownloadPlaces } from '../../../http/download-places.ts';
import { officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';

type PortfolioExportOperations = 'exportPortfolio' | 'createPortfolioLink';

/** Handlers that export a month of the received documents of an office's companies as one archive. */
export function portfolioExportHandlers(
  parts: ApiParts,
  places: DownloadPlaces,
): Pick<Handlers, PortfolioExportOperations> {
  const { orm, publicUrl } = parts;
  return {
    exportPortfolio: async (req, res) => {
      const office = officeOf(res);
      const { year, month, companyIds, notes = true, events = true, summaries = false } = req.query;
      const companies = await inOffice(orm, office.id, (em) =>
        chosenCompanies(em, companyIds && listedIds(companyIds)),
      );
      return exportArchive(parts, places, res, {
        owner: office.id,
        office: office.id,
        name: exportFileName(office.taxId, { year, month }),
        parts: portfolioParts(companies),
        month: { year, month },
        kinds: { notes, events, summaries },
      });
    },

    createPortfolioLink: async (req, res) => {
      const caller = officeCallerOf(res);
      const { office } = caller;
      const month = { year: req.body.year, month: req.body.month };
      const companies = await inOffice(orm, office.id, (em) => chosenCompanies(em, req.body.companyIds));
      const options = { turn: places.turn, office: office.id };
      const counts = await countExport(orm, portfolioParts(companies), month, usualKinds, options);
      const fileName = exportFileName(office.taxId, month);
      const link = await createPortfolioLink(orm, caller, companies, month);
      res.json(exportLinkView(link, { fileName, counts }, req, publicUrl));
    },
  };
}

/** The ids of a list that people write by hand: spaces and empty entries are dropped. */
function listedIds(ids: readonly string[]): string[] {
  return ids.map((id) => id.trim()).filter((id) => id !== '');
}
