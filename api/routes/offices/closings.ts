import type { Request, Response } from 'express';
import { type Closing, momentsOf } from '../../../domain/closings/closing.entity.ts';
import { progressOf, type SkipReason } from '../../../domain/closings/progress.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { HttpRefusal } from '../../../http/refusal.ts';
import { dispatchClosings } from '../../../http/wake.ts';
import { closingDownload, openClosingLink, readLinked } from '../../../operations/closings/closing-download.ts';
import { createClosings, type CreatedClosings } from '../../../operations/closings/create-closings.ts';
import { eligibleCompanies, type EligibleCompany } from '../../../operations/closings/eligible-companies.ts';
import { findClosing, findClosings } from '../../../operations/closings/find-closings.ts';
import { inOffice } from '../../../operations/in-company.ts';
import { officeCallerOf, officeOf } from '../../locals.ts';
import type { Handlers, Schema } from '../../operations.ts';
import { listView, pageOf } from '../../../http/page.ts';
import type { ApiParts } from '../../parts.ts';
import { waitingView } from '../../views/waiting.ts';

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

/** What became of the companies for which closings were asked. */
function closingsCreatedView({ created, skipped }: CreatedClosings): Schema<'ClosingsCreated'> {
  return { created, skipped: skipped.map((skip) => ({ ...skip, message: skipMessages[skip.reason] })) };
}

/** Why a company was skipped and what to do, in Portuguese. */
const skipMessages: Record<SkipReason, string> = {
  already_running: 'Este mês da empresa já está sendo fechado. Acompanhe em GET /v1/accounting/closings.',
  no_documents: 'A empresa não tem documentos autorizados ou cancelados em produção neste mês.',
  dispatch_failed: 'O fechamento não pôde ser iniciado agora. Peça de novo em instantes.',
  not_in_portfolio: 'O vínculo com a empresa foi encerrado enquanto o fechamento era pedido.',
};

/** The absolute address of a path: below the public address, or where this request was sent to; the path alone where neither is known. */
function addressOf(path: string, { protocol, host }: Pick<Request, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`;
  return URL.parse(path, `${protocol}://${host}`)?.href ?? path;
}

/** A file that can be sent in parts: its size in bytes, and the tag of its content. */
type RangedFile = { size: number; etag: string };

/**
 * The bytes that a request asks for, both ends included; undefined where it asks for the whole file. Several ranges, and one of a content that
 * has another tag by now (If-Range), are the whole file too (RFC 9110 §14.2, §13.1.5).
 *
 * @throws HttpRefusal 416 where the file has no such bytes
 */
function rangeOf(req: Request, { size, etag }: RangedFile): { start: number; end: number } | undefined {
  const condition = req.get('if-range');
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = req.range(size);
  if (ranges === -1) {
    const message = `Range pede bytes que o arquivo não tem: ele tem ${size}.`;
    throw new HttpRefusal(416, 'validation_error', message, { 'Content-Range': `bytes */${size}` });
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { start: range.start, end: range.end };
}

/** Status and headers of a file, or of the bytes of it that were asked for. */
function tellRange(
  res: Pick<Response, 'status' | 'set'>,
  { size, etag }: RangedFile,
  range: { start: number; end: number } | undefined,
): void {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  res.set({ 'Accept-Ranges': 'bytes', ETag: etag, 'Content-Length': String(end - start + 1) });
  if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
}
