import { type Request, type Response, Router } from 'express';
import type { BoardCompany, SeriesGap } from '../../../domain/closings/board.ts';
import { documentTypes } from '../../../domain/document-types.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Month } from '../../../domain/month.ts';
import { explainNumbers, explanationsOf, withdrawExplanation } from '../../../operations/closings/explain-numbers.ts';
import { monthBoard } from '../../../operations/closings/hindrances.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { monthIn } from './month.ts';
import { numberGapsHtml, textLengths } from './numbers-view.ts';

const sentences = {
  explicados: 'Pronto: estes números não impedem mais o fechamento.',
  retirada: 'Pronto: a explicação foi retirada, e os números voltam a faltar.',
};

type Named = { taxId: string; month: string; company: string };
type OfCompany = Request<Named>;

/** Unused numbers of a company: explained here, or inutilized in the company's own pages. */
export function numberGapPages({ orm }: PanelParts): Router {
  const router = Router();
  const at = '/c/:taxId/fechamento/:month/numeros/:company';

  /** The month and company of the address; null when it names no month, or a company outside the person's part of the portfolio. */
  async function found(req: OfCompany, res: Response): Promise<{ month: Month; company: BoardCompany } | null> {
    const now = new Date();
    const month = monthIn(req.params.month, now);
    const { office } = actingForOffice(res);
    const { company: search } = req.params;
    const companies = month ? await inPortfolio(orm, office, (em) => monthBoard(em, { ...month, search }, now)) : [];
    const company = companies.find(({ taxId }) => taxId === search);
    return month && company ? { month, company } : null;
  }

  async function show(
    req: OfCompany,
    res: Response,
    { month, company }: { month: Month; company: BoardCompany },
    fault?: { gap: SeriesGap; text: string; message: string },
  ): Promise<void> {
    const { person, office } = actingForOffice(res);
    const explanations = await inPortfolio(orm, office, (em) => explanationsOf(em, company.id));
    const board = `/c/${office.taxId}/fechamento/${req.params.month}`;
    const done = doneNotice(req, sentences);
    res
      .status(fault ? 400 : 200)
      .send(numberGapsHtml({ person, office, month, company, explanations, board, done, fault }));
  }

  router.get(at, admitted('numberGaps'), async (req: OfCompany, res, next) => {
    const asked = await found(req, res);
    return asked ? show(req, res, asked) : next('router');
  });

  router.post(at, admitted('explainNumbers'), async (req: OfCompany, res, next) => {
    const form = await readForm(req);
    const asked = await found(req, res);
    if (!asked) return next('router');
    const { company } = asked;
    const gap = gapIn(form);
    const text = form.get('motivo')?.trim() ?? '';
    const fault = faultOf(company, gap, text);
    if (fault !== null) return show(req, res, asked, { gap, text, message: fault });
    await explainNumbers(orm, actingForOffice(res).office, { companyId: company.id, ...gap, text });
    res.redirect(303, doneAt(addressOf(req), 'explicados'));
  });

  router.post(`${at}/retirar`, admitted('withdrawExplanation'), async (req: OfCompany, res, next) => {
    const form = await readForm(req);
    if (!(await found(req, res))) return next('router');
    await withdrawExplanation(orm, actingForOffice(res).office, form.get('explicacao') ?? '');
    res.redirect(303, doneAt(addressOf(req), 'retirada'));
  });

  return router;
}

const addressOf = ({ params: { taxId, month, company } }: OfCompany): string =>
  `/c/${taxId}/fechamento/${month}/numeros/${company}`;

/** @throws DomainError `validation_error` for fields that are no range of numbers */
function gapIn(form: URLSearchParams): SeriesGap {
  const type = documentTypes.find((each) => each === form.get('tipo'));
  const whole = (name: string): number => Number(/^\d{1,9}$/.exec(form.get(name) ?? '')?.[0] ?? Number.NaN);
  const gap = { series: whole('serie'), startNumber: whole('de'), endNumber: whole('ate') };
  if (type === undefined || Object.values(gap).some(Number.isNaN)) {
    throw new DomainError('validation_error', 'Diga quais números: volte à página e escolha uma das faixas.');
  }
  return { type, ...gap };
}

/** Why these numbers cannot be explained so; null when they can. */
function faultOf({ hindrances }: BoardCompany, gap: SeriesGap, text: string): string | null {
  const missing = hindrances.flatMap((each) => (each.kind === 'GAPS' ? each.gaps : []));
  const isMissing = missing.some(
    ({ type, series, startNumber, endNumber }) =>
      type === gap.type && series === gap.series && startNumber <= gap.startNumber && gap.endNumber <= endNumber,
  );
  if (!isMissing || gap.startNumber > gap.endNumber) {
    return 'Estes números não faltam mais: alguém os usou, inutilizou ou explicou. Veja os que faltam abaixo.';
  }
  if (text.length >= textLengths.least && text.length <= textLengths.most) return null;
  return `Diga o motivo com ${textLengths.least} a ${textLengths.most} letras.`;
}
