import { type NextFunction, type Request, type Response, Router } from 'express';
import { laneOf } from '../../../domain/closings/board.ts';
import { DomainError } from '../../../domain/errors.ts';
import { type Month, monthInDigits } from '../../../domain/month.ts';
import { dispatchClosings } from '../../../http/wake.ts';
import {
  type ClosingOrder,
  createClosings,
  type CreatedClosings,
} from '../../../operations/closings/create-closings.ts';
import { monthBoard } from '../../../operations/closings/hindrances.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { monthBoardVersion } from '../../../operations/lists/watch.ts';
import { companiesAtMost } from '../../../operations/offices/chosen-companies.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { monthIn, monthToClose } from './month.ts';
import { outcomeHtml } from './outcome-view.ts';
import { monthBoardHtml } from './view.ts';

const sentences = {
  fechando: 'Pronto: o fechamento começou. O andamento aparece aqui, e segue sozinho se você sair.',
};

/** The closing pages of an office: one board for each month. */
export function monthBoardPages(parts: PanelParts): Router {
  const { orm, runAddress } = parts;
  const router = Router();
  const at = '/c/:taxId/fechamento/:month';

  router.get('/c/:taxId/fechamento', admitted('monthNow'), (_req, res) => {
    const { office } = actingForOffice(res);
    res.redirect(303, `/c/${office.taxId}/fechamento/${monthInDigits(monthToClose(new Date()))}`);
  });

  router.get(at, admitted('monthBoard'), async (req: InMonth, res, next) => {
    const month = monthIn(req.params.month, new Date());
    if (!month) return next('router');
    const asked = typeof req.query['busca'] === 'string' ? req.query['busca'] : '';
    try {
      await show(req, res, { month, search: asked });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      res.status(400);
      await show(req, res, { month, search: '', fault: error.message });
    }
  });

  async function show(
    req: Request<Named>,
    res: Response,
    asked: { month: Month; search: string; fault?: string },
  ): Promise<void> {
    const { person, office } = actingForOffice(res);
    const now = new Date();
    const { month, search } = asked;
    const read = await inPortfolio(orm, office, async (em) => ({
      // Read before what the page shows, so that no change between the two goes unnoticed.
      version: await monthBoardVersion(em, month),
      companies: await monthBoard(em, { ...month, search }, now),
    }));
    const shown = office.role === 'SUPPORT_LOOKING' ? runAddress : undefined;
    const done = doneNotice(req, sentences);
    res.send(monthBoardHtml({ ...asked, ...read, person, office, now, done, runAddress: shown }));
  }

  router.post(`${at}/fechar`, admitted('closeMonth'), async (req: InMonth, res: Response, next: NextFunction) => {
    const now = new Date();
    const month = monthIn(req.params.month, now);
    if (!month) return next('router');
    const { person, office } = actingForOffice(res);
    const form = await readForm(req);
    const search = form.get('busca') ?? '';
    const companies = await inPortfolio(orm, office, (em) => monthBoard(em, { ...month, search }, now));
    const wanted = wantedIn(form, () => companies.filter((company) => laneOf(company) === 'OPEN').map(({ id }) => id));
    const board = `/c/${office.taxId}/fechamento/${req.params.month}`;
    const query = search === '' ? '' : `?${new URLSearchParams({ busca: search }).toString()}`;
    if (wanted.length === 0) return res.redirect(303, board + query);
    const outcome = await begin(res, { ...month, ...filesIn(form), companyIds: wanted }).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'company_not_in_portfolio') throw error;
      return null;
    });
    if (!outcome) {
      res.status(400);
      const fault = 'Uma das empresas não está na sua carteira. Nada foi feito: escolha de novo.';
      return show(req, res, { month, search, fault });
    }
    if (outcome.skipped.length === 0) return res.redirect(303, doneAt(board + query, 'fechando'));
    const names = new Map(companies.map(({ id, name, taxId }) => [id, { name, taxId }]));
    res.send(outcomeHtml({ person, board, month, outcome, names }));
  });

  /** Begins closings in batches of as many companies as one request takes. */
  async function begin(res: Response, asked: ClosingOrder & { companyIds: string[] }): Promise<CreatedClosings> {
    const { office } = actingForOffice(res);
    const outcome: CreatedClosings = { created: [], skipped: [] };
    for (let from = 0; from < asked.companyIds.length; from += companiesAtMost) {
      const some = { ...asked, companyIds: asked.companyIds.slice(from, from + companiesAtMost) };
      const dispatch = () => dispatchClosings(parts, res, office);
      const { created, skipped } = await createClosings(orm, { office, keyId: null }, some, dispatch);
      outcome.created.push(...created);
      outcome.skipped.push(...skipped);
    }
    return outcome;
  }

  return router;
}

type Named = { taxId: string; month: string };
type InMonth = Request<Named>;

/** The companies that a form closes: the one of its own button, all open ones, or the ticked ones. */
function wantedIn(form: URLSearchParams, open: () => string[]): string[] {
  const one = form.get('so');
  if (one !== null) return [one];
  return form.has('todas') ? open() : form.getAll('empresa');
}

function filesIn(form: URLSearchParams): { includeXml: boolean; includePdf: boolean } {
  const only = form.get('arquivos');
  return { includeXml: only !== 'pdf', includePdf: only !== 'xml' };
}
