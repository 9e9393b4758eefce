import type { Request } from 'express';
import { type Closing, momentsOf } from '../../../domain/closings/closing.entity.ts';
import { progressOf, type SkipReason } from '../../../domain/closings/progress.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { rangeOf, tellRange } from '../../../http/ranges.ts';
import { dispatchClosings } from '../../../http/wake.ts';
import { closingDownload, openClosingLink, readZip } from '../../../operations/closings/closing-download.ts';
import { createClosings, type CreatedClosings } from '../../../operations/closings/create-closings.ts';
import { eligibleCompanies, type EligibleCompany } from '../../../operations/closings/eligible-companies.ts';
import { findClosing, findClosings } from '../../../operations/closings/find-closings.ts';
import { inOffice } from '../../../operations/in-company.ts';
import { officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers, Schema } from '../../operations.ts';
import { listView, pageWithDefaults } from '../../../http/page.ts';
import type { ApiParts } from '../../parts.ts';
import { waitingView } from '../../views/waiting.ts';

type ClosingOperations =
  | 'listEligibleCompanies'
  | 'createClosings'
  | 'listClosings'
  | 'getClosing'
  | 'getClosingDownload'
  | 'downloadClosing';

/** Path of our own download links, below the server's address. */
const downloadPath = '/v1/accounting/closings/download';

/** After this long in which the receiver takes no byte a download is cut; it can continue with a Range header. */
const stalledAfterMs = 10 * 60_000;

/** Handlers of months that an office closes, and of their ZIPs. */
export function closingHandlers(parts: ApiParts): Pick<Handlers, ClosingOperations> {
  const { orm, publicUrl } = parts;
  const rate = linkRate();

  return {
    listEligibleCompanies: async (req, res) => {
      const page = pageWithDefaults(req.query);
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
      const page = pageWithDefaults(req.query);
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
      const content = await readZip(parts, file, range);
      tellRange(res, ranged, range);
      res.setTimeout(parts.stalledAfterMs ?? stalledAfterMs, () => res.destroy());
      return { type: 'application/zip', name: file.fileName, content };
    },
  };
}

/** A closing as its office sees it. */
function closingView(closing: Closing, now = new Date()): Schema<'Closing'> {
  const progress = progressOf(closing, now);
  const { id, companyTaxId, companyName, year, month, status, includeXml, includePdf, documentCount } = closing;
  return {
    ...{ id, companyId: closing.company, companyTaxId, companyName },
    ...{ year, month, status, includeXml, includePdf, documentCount },
    fileName: closing.fileName,
    fileSize: closing.fileSize ?? null,
    sha256: closing.sha256 ?? null,
    ...momentsOf(closing),
    failureReason: closing.failureReason ?? null,
    progress: { ...progress, waiting: waitingView(progress.waiting) },
  };
}

function eligibleCompanyView({ lastClosing, ...company }: EligibleCompany): Schema<'EligibleCompany'> {
  const last = lastClosing && { ...lastClosing, completedAt: lastClosing.completedAt?.toISOString() ?? null };
  return { ...company, lastClosing: last };
}

/** Which closings were created, and which companies were skipped. */
function closingsCreatedView({ created, skipped }: CreatedClosings): Schema<'ClosingsCreated'> {
  return { created, skipped: skipped.map((skip) => ({ ...skip, message: skipMessages[skip.reason] })) };
}

/** Why a company was skipped and what to do about it, in Portuguese. */
const skipMessages: Record<SkipReason, string> = {
  already_running: 'Este mês da empresa já está sendo fechado. Acompanhe em GET /v1/accounting/closings.',
  no_documents: 'A empresa não tem documentos autorizados ou cancelados em produção neste mês.',
  dispatch_failed: 'O fechamento não pôde ser iniciado agora. Peça de novo em instantes.',
  not_in_portfolio: 'O vínculo com a empresa foi encerrado enquanto o fechamento era pedido.',
};

/** The absolute address of a path: below the public address, or else below the host of the request; the path alone where neither makes a URL. */
function addressOf(path: string, { protocol, host }: Pick<Request, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`;
  return URL.parse(path, `${protocol}://${host}`)?.href ?? path;
}
