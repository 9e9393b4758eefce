import { type Request, type Response, Router } from 'express';
import { inutilizationTerm } from '../../../domain/documents/events/terms.ts';
import { brasiliaMonth } from '../../../domain/fiscal-time.ts';
import { boundsOf } from '../../../domain/month.ts';
import { inutilizationRequest } from '../../../http/requests/inutilization.ts';
import { giveUpNumbers } from '../../../http/runs/give-up-numbers.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { monthNumbering } from '../../../operations/closings/numbering.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findInutilizations } from '../../../operations/inutilization/reserve.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { authorityRefusal } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { inutilizationFields, type InutilizationsView, inutilizationsHtml } from './view.ts';

const pageSize = 50;

/** The pages on which a company gives up numbers. */
export function inutilizationPages(parts: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/inutilizacoes';

  router.get(at, admitted('inutilizations'), async (req, res) => {
    res.send(inutilizationsHtml(await viewOf(parts, req, res, unsent(proposedIn(req.query)))));
  });

  router.post(at, admitted('giveUpNumbers'), async (req, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    try {
      const asked = inutilizationRequest(checkedBody('InutilizationRequest', readValues(form, inutilizationFields)));
      await giveUpNumbers(parts, company, asked);
      res.redirect(303, doneAt(`/e/${company.taxId}/inutilizacoes`, 'inutilizada'));
    } catch (error) {
      const state = refusedForm(error, form, inutilizationFields);
      const refusal = authorityRefusal(error);
      const shown = refusal ? { ...state, fault: null } : state;
      res.status(400).send(inutilizationsHtml({ ...(await viewOf(parts, req, res, shown)), refusal }));
    }
  });

  return router;
}

/** The range in a link that proposes one. */
function proposedIn(query: Request['query']): Record<string, string> {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  return {
    model: text('modelo'),
    series: text('serie'),
    startNumber: text('de'),
    endNumber: text('ate'),
    justification: text('motivo'),
  };
}

async function viewOf(
  { orm }: Pick<PanelParts, 'orm'>,
  req: Request,
  res: Response,
  state: FormState,
): Promise<InutilizationsView> {
  const { person, company } = actingOn(res);
  const page = Math.max(1, Math.trunc(Number(req.query['pagina'])) || 1);
  const now = new Date();
  return inCompany(orm, company.id, async (em) => {
    const months: InutilizationsView['months'] = [];
    for (const month of lastMonths(now)) {
      const bounds = boundsOf(month);
      const series = await monthNumbering(em, { companyId: company.id, bounds });
      months.push({ month: brasiliaMonth(bounds.start), until: inutilizationTerm(bounds.start), series });
    }
    const [ranges, total] = await findInutilizations(em, { limit: pageSize, offset: (page - 1) * pageSize });
    return {
      ...{ person, months, ranges, total, page, pageSize, state },
      base: `/e/${company.taxId}`,
      mayAsk: may(company.role, 'giveUpNumbers') && company.taxId.length === 14,
      isPerson: company.taxId.length === 11,
      isTrial: company.environment === 'HOMOLOGATION',
      done: doneNotice(req, { inutilizada: 'A SEFAZ registrou a inutilização.' }),
    };
  });
}

/** The month before this one, whose deadline may not have passed, and this one. */
function lastMonths(now: Date): { year: number; month: number }[] {
  const [year = 0, month = 1] = brasiliaMonth(now).split('-').map(Number);
  return [month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }, { year, month }];
}
