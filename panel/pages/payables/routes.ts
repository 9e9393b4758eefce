import type { Readable } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import { downloadPlaces } from '../../../http/download-places.ts';
import { DomainError } from '../../../domain/errors.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { payableStatuses } from '../../../domain/received/payable.entity.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findPayables, type PayableQuery } from '../../../operations/lists/payables.ts';
import { withNotes } from '../../../operations/received/find-received.ts';
import { payableSums, payPayable, takePaymentBack } from '../../../operations/received/pay.ts';
import { sendDownload } from '../../downloads.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { pageIn } from '../../parts/pager.ts';
import { dayIn } from '../../parts/day.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { actingOn, admitted } from '../../session.ts';
import { payablesCsv } from './csv.ts';
import { type PayableFilter, payablesHtml } from './view.ts';

const pageSize = 100;

const sentences = {
  paga: 'Pronto: a conta está marcada como paga.',
  desfeita: 'Pronto: o pagamento foi desfeito.',
};

/** What a company owes its suppliers. */
export function payablePages({ orm, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();

  const listed = ({ id, environment }: ActingCompany, filter: PayableFilter) =>
    inCompany(orm, id, async (em) => {
      const { payables, total } = await findPayables(em, environment, queryOf(filter), {
        page: filter.page,
        pageSize,
      });
      return { payables: await withNotes(em, payables), total };
    });

  /** Sends the list, below the reason why a request was refused. */
  const sendList = async (req: Request, res: Response, fault?: string): Promise<void> => {
    const { person, company } = actingOn(res);
    const today = brasiliaDay(new Date());
    const sums = await inCompany(orm, company.id, (em) => payableSums(em, company.environment, today));
    const shown = {
      person,
      base: `/e/${company.taxId}`,
      mayPay: may(company.role, 'payPayable'),
      today,
      sums,
      pageSize,
    };
    const done = doneNotice(req, sentences);
    const filter = filterOf(req.query);
    try {
      const list = await listed(company, filter);
      res.status(fault ? 400 : 200).send(payablesHtml({ ...shown, filter, ...list, done, ...(fault && { fault }) }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      const whole = filterOf({});
      const list = await listed(company, whole);
      res.status(400).send(payablesHtml({ ...shown, filter: whole, ...list, fault: error.message }));
    }
  };

  router.get('/e/:taxId/a-pagar', admitted('payables'), (req, res) => sendList(req, res));

  router.get('/e/:taxId/a-pagar/contas.csv', admitted('payablesCsv'), async (req, res) => {
    const { id, environment } = actingOn(res).company;
    const query = queryOf(filterOf(req.query));
    const open = (): Readable => payablesCsv((work) => places.turn(() => inCompany(orm, id, work)), environment, query);
    const file = { type: 'csv', name: 'contas-a-pagar.csv', open } as const;
    await sendDownload(req, res, file, { places, companyId: id, cut });
  });

  /** Does the work, and redirects to the list. */
  const act = async (req: Request, res: Response, word: keyof typeof sentences, work: () => Promise<unknown>) => {
    try {
      await work();
      res.redirect(303, doneAt(`/e/${actingOn(res).company.taxId}/a-pagar`, word));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const over = 'A nota desta conta foi cancelada ou recusada: não há o que pagar.';
      await sendList(req, res, error.code === 'invalid_state' ? over : error.message);
    }
  };

  router.post('/e/:taxId/a-pagar/:id/pagar', admitted('payPayable'), async (req, res) => {
    const day = (await readForm(req)).get('dia')?.trim() ?? '';
    await act(req, res, 'paga', async () => {
      if (day !== '' && dayIn(day) === undefined)
        throw new DomainError('validation_error', 'O dia do pagamento não existe.');
      await payPayable(orm, actingOn(res).company, req.params.id, day === '' ? undefined : day);
    });
  });

  router.post('/e/:taxId/a-pagar/:id/desfazer', admitted('takePaymentBack'), (req, res) =>
    act(req, res, 'desfeita', () => takePaymentBack(orm, actingOn(res).company, req.params.id)),
  );

  return router;
}

/** The filter in an address; values that make no sense are ignored. Without a status it lists what is still owed. */
function filterOf(query: Request['query']): PayableFilter {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const day = (name: string): string => dayIn(text(name)) ?? '';
  const asked = text('situacao');
  return {
    status: asked === 'todas' ? null : (payableStatuses.find((status) => status === asked) ?? 'OPEN'),
    supplier: text('busca'),
    from: day('de'),
    to: day('ate'),
    page: pageIn(text('pagina')),
  };
}

function queryOf({ status, supplier, from, to }: PayableFilter): PayableQuery {
  return {
    ...(status ? { status } : {}),
    ...(supplier ? { supplier } : {}),
    ...(from ? { dueFrom: from } : {}),
    ...(to ? { dueTo: to } : {}),
  };
}
