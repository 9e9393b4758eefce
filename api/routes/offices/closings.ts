import { closingDownload } from '../../../operations/closings/closing-download.ts';
import { openClosingLink, readLinked } from '../../../operations/closings/closing-links.ts';
import { createClosings } from '../../../operations/closings/create-closings.ts';
import { eligibleCompanies } from '../../../operations/closings/eligible-companies.ts';
import { findClosing, findClosings } from '../../../operations/closings/find-closings.ts';
import { inOffice } from '../../../operations/in-company.ts';
import { addressOf } from '../../address-of.ts';
import { dispatchClosings } from '../../dispatch-closings.ts';
import { rangeOf, tellRange } from '../../file-range.ts';
import { linkRate } from '../../link-rate.ts';
import { officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import { listView, pageOf } from '../../page.ts';
import type { ApiParts } from '../../parts.ts';
import { closingsCreatedView, closingView, eligibleCompanyView } from '../../views/closing.ts';

type ClosingOperations =
  'listEligibleCompanies' | 'createClosings' | 'listClosings' | 'getClosing' | 'getClosingDownload' | 'downloadClosing';

/** Where a link of ours leads, below the server's address. */
const downloadPath = '/v1/accounting/closings/download';

/** After this long without a byte taken a download is cut; it goes on where it was by its range. */
const stalledAfterMs = 10 * 60_000;

/** Months that an office closes, and the ZIPs that come of it. */
export function closingHandlers(parts: ApiParts): Pick<Handlers, ClosingOperations> {
  const { orm, publicUrl } = parts;
  const rate = linkRate();

  return {
    listEligibleCompanies: async (req, res) => {
      const page = pageOf(req.query);
      const { companies, total } = await inOffice(orm, officeOf(res).id, (em) =>
        eligibleCompanies(em, req.query, page),
      );
      res.json(listView(companies.map(eligibleCompanyView), total, page));
    },

    createClosings: async (req, res) => {
      const caller = officeCallerOf(res);
      const { year, month, includeXml, includePdf, companyIds } = req.body;
      const asked = {
        ...{ year, month },
        includeXml: includeXml ?? true,
        includePdf: includePdf ?? true,
        companyIds: companyIds ?? undefined,
      };
      const outcome = await createClosings(orm, caller, asked, () => dispatchClosings(parts, res, caller.office));
      res.status(202).json(closingsCreatedView(outcome));
    },

    listClosings: async (req, res) => {
      const page = pageOf(req.query);
      const { status, year, month, companyId } = req.query;
      const filters = { status, year, month, companyId };
      const { closings, total } = await inOffice(orm, officeOf(res).id, (em) => findClosings(em, filters, page));
      res.json(
        listView(
          closings.map((closing) => closingView(closing)),
          total,
          page,
        ),
      );
    },

    getClosing: async (req, res) => {
      res.json(closingView(await inOffice(orm, officeOf(res).id, (em) => findClosing(em, req.params.id))));
    },

    getClosingDownload: async (req, res) => {
      const { closing, url, token, expiresAt } = await closingDownload(parts, officeCallerOf(res), req.params.id);
      res.json({
        url: url ?? addressOf(`${downloadPath}?token=${token}`, req, publicUrl),
        fileName: closing.fileName,
        fileSize: closing.fileSize ?? 0,
        sha256: closing.sha256 ?? '',
        expiresAt: expiresAt.toISOString(),
      });
    },

    downloadClosing: async (req, res) => {
      res.set('Cache-Control', 'no-store');
      const { token } = req.query;
      rate.spend(token);
      const file = await openClosingLink(orm, token);
      const ranged = { size: file.fileSize, etag: `"${file.sha256}"` };
      const range = rangeOf(req, ranged);
      const content = await readLinked(parts, file, range);
      tellRange(res, ranged, range);
      res.setTimeout(parts.stalledAfterMs ?? stalledAfterMs, () => res.destroy());
      return { type: 'application/zip', name: file.fileName, content };
    },
  };
}
