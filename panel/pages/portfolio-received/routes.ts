import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { monthFromDigits } from '../../../domain/month.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import { sendStream } from '../../../http/send-stream.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { portfolioCompanies } from '../../../operations/offices/chosen-companies.ts';
import { lastBulkAnswers } from '../../../operations/received/bulk-answers.ts';
import { usualKinds } from '../../../operations/received/export-month.ts';
import { exportFileName, openExport } from '../../../operations/received/export.ts';
import { portfolioParts } from '../../../operations/received/portfolio-files.ts';
import { type NotePlace, portfolioNotes } from '../../../operations/received/portfolio-list.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { portfolioCsv } from './csv.ts';
import { portfolioFilterOf, portfolioQueryOf } from './filter.ts';
import { portfolioReceivedHtml } from './view.ts';

const pageSize = 50;
const linesAtOnce = 500;
/** More companies than any office has. */
const mostCompanies = 100_000;
/** How many bulk answers the list mentions, and for how many milliseconds after their end. */
const [bulksTold, toldMs] = [3, 86_400_000];

/** The notes issued against all companies of an office: the list, and files of it. */
export function portfolioReceivedPages({ orm, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();
  const at = '/c/:taxId/recebidas';

  /** Sends the list, below the reason why a request was refused. */
  async function show(req: Request, res: Response, told?: string): Promise<void> {
    const { person, office } = actingForOffice(res);
    const now = new Date();
    const filter = portfolioFilterOf(req.query, now);
    const about = { person, office, mayAnswer: may(office.role, 'askAwareness'), now };
    const read = (wanted: typeof filter) =>
      inPortfolio(orm, office, async (em) => ({
        companies: await portfolioCompanies(em, null, mostCompanies),
        bulks: (await lastBulkAnswers(em, bulksTold)).filter(
          ({ finishedAt }) => !finishedAt || now.getTime() - finishedAt.getTime() < toldMs,
        ),
        ...(await portfolioNotes(em, portfolioQueryOf(wanted), {
          limit: pageSize,
          behind: wanted.behind ?? undefined,
        })),
      }));
    try {
      const html = portfolioReceivedHtml({ ...about, filter, ...(await read(filter)), fault: told });
      res.status(told === undefined ? 200 : 400).send(html);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      const whole = portfolioFilterOf({}, now);
      const html = portfolioReceivedHtml({ ...about, filter: whole, ...(await read(whole)), fault: error.message });
      res.status(400).send(html);
    }
  }

  router.get(at, admitted('portfolioReceived'), (req, res) => show(req, res));

  router.get(`${at}/lista.csv`, admitted('portfolioReceivedCsv'), async (req, res) => {
    const { office } = actingForOffice(res);
    const now = new Date();
    const query = portfolioQueryOf(portfolioFilterOf(req.query, now));
    const pageBehind = (behind?: NotePlace) =>
      inPortfolio(orm, office, (em) => portfolioNotes(em, query, { limit: linesAtOnce, behind }));
    const name = `recebidas-${office.taxId}-${brasiliaDay(now)}.csv`;
    try {
      const first = await pageBehind();
      const { content } = await places.hold(office.id, async () => ({ content: portfolioCsv(first, pageBehind) }));
      await sendStream(res, { type: 'text/csv; charset=utf-8', name, content }, cut);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error' || res.headersSent) throw error;
      await show(req, res);
    }
  });

  router.get(`${at}/mes.zip`, admitted('portfolioReceivedMonth'), async (req, res) => {
    const { office } = actingForOffice(res);
    const { mes } = req.query;
    const asked = monthFromDigits(typeof mes === 'string' ? mes : '');
    if (!asked) return show(req, res, 'Diga o mês com ano e mês, como 2026-11.');
    try {
      const companies = await inPortfolio(orm, office, (em) => portfolioCompanies(em, null, mostCompanies));
      const options = { turn: places.turn, office: office.id };
      const { content } = await places.hold(office.id, () =>
        openExport(orm, portfolioParts(companies), asked, usualKinds, options),
      );
      await sendStream(res, { type: 'application/zip', name: exportFileName(office.taxId, asked), content }, cut);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'no_documents' || res.headersSent) throw error;
      await show(req, res, error.message);
    }
  });

  return router;
}
