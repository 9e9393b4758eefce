import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import { savedViews } from '../../../operations/accounts/saved-views.ts';
import { inCompany, onlyReading } from '../../../operations/in-company.ts';
import { redeliver } from '../../../operations/webhooks/deliveries.ts';
import { deliveriesOfCompany, findDelivery } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { findEndpoints } from '../../../operations/webhooks/endpoints.ts';
import { countRedeliverable, redeliverMatching } from '../../../operations/webhooks/redeliver-matching.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { count } from '../../parts/words.ts';
import { actingOn, admitted } from '../../session.ts';
import { viewSentences } from '../saved-views/bar.ts';
import { deliveryHtml } from './delivery-view.ts';
import { askedBy, type DeliveriesFilter, failuresOf, filterIn } from './filter.ts';
import { addressOf, deliveriesHtml, redeliverHtml } from './view.ts';

const pageSize = 50;

type OfDelivery = Request<{ taxId: string; id: string }>;

/** What a company's endpoints were told, and to tell it again. */
export function deliveryPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const framed = (res: Response) => {
    const { person, company } = actingOn(res);
    return { person, base: `/e/${company.taxId}`, now: new Date() };
  };

  router.get('/e/:taxId/webhooks/entregas', admitted('deliveries'), async (req, res) => {
    const { company } = actingOn(res);
    const filter = filterIn((name) => req.query[name]);
    const { depois } = req.query;
    const after = typeof depois === 'string' && isUuid(depois) ? depois : undefined;
    const page = await inCompany(orm, company.id, async (em) => ({
      list: await deliveriesOfCompany(em, company, askedBy(filter), { limit: pageSize, after }),
      endpoints: await findEndpoints(em),
    }));
    const views = await savedViews(orm, company, 'DELIVERIES');
    const resent = `${resentIn(req)} de volta à fila: saem agora.`;
    const done = doneNotice(req, { reenviadas: resent, ...viewSentences });
    res.send(deliveriesHtml({ ...framed(res), filter, ...page, views, isLater: after !== undefined, done }));
  });

  async function ask(res: Response, filter: DeliveriesFilter, fault?: string): Promise<void> {
    const { company } = actingOn(res);
    const page = await onlyReading(() =>
      inCompany(orm, company.id, async (em) => ({
        found: await countRedeliverable(em, company, askedBy(filter)),
        endpoints: await findEndpoints(em),
      })),
    );
    const told = fault === undefined ? {} : { fault };
    res.status(fault === undefined ? 200 : 400).send(redeliverHtml({ ...framed(res), filter, ...page, ...told }));
  }

  router.get('/e/:taxId/webhooks/entregas/reenviar', admitted('redeliverMany'), (req, res) =>
    ask(res, failuresOf(filterIn((name) => req.query[name]))),
  );

  router.post('/e/:taxId/webhooks/entregas/reenviar', admitted('redeliverAll'), async (req, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    const filter = failuresOf(filterIn((name) => form.get(name)));
    const confirmed = Number(form.get('quantas') ?? '');
    if (!Number.isSafeInteger(confirmed) || confirmed < 1) return ask(res, filter, 'Confira o número e confirme.');
    try {
      const { count: resent, endpoints } = await redeliverMatching(orm, company, askedBy(filter), confirmed);
      await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints });
      const back = addressOf(`/e/${company.taxId}/webhooks/entregas`, filter, { quantas: String(resent) });
      res.redirect(303, doneAt(back, 'reenviadas'));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
      await ask(res, filter, error.message);
    }
  });

  async function show(req: OfDelivery, res: Response, fault?: string): Promise<void> {
    const found = await onlyReading(() =>
      inCompany(orm, actingOn(res).company.id, (em) => findDelivery(em, req.params.id)),
    );
    const done = fault === undefined ? doneNotice(req, { reenviada: 'De volta à fila: sai agora.' }) : undefined;
    const told = fault === undefined ? {} : { fault };
    res.status(fault === undefined ? 200 : 400).send(deliveryHtml({ ...framed(res), ...found, done, ...told }));
  }

  router.get('/e/:taxId/webhooks/entregas/:id', admitted('delivery'), (req, res) => show(req, res));

  router.post('/e/:taxId/webhooks/entregas/:id/reenviar', admitted('redeliver'), async (req, res) => {
    const { company } = actingOn(res);
    const { id: deliveryId } = req.params;
    const { endpoint } = await inCompany(orm, company.id, (em) => findDelivery(em, deliveryId));
    try {
      await redeliver(orm, company, { endpointId: endpoint.id, deliveryId });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'endpoint_inactive') throw error;
      return show(req, res, 'O webhook está pausado, e nada é enviado a ele. Reative-o antes.');
    }
    await wakeEndpoints(parts, res, { ownerLabel: company.taxId, endpoints: [endpoint.id] });
    res.redirect(303, doneAt(`/e/${company.taxId}/webhooks/entregas/${deliveryId}`, 'reenviada'));
  });

  return router;
}

/** How many the address says were delivered again. */
function resentIn({ query }: Request): string {
  const resent = Number(query['quantas']);
  return !Number.isSafeInteger(resent) || resent < 0 ? '' : resent === 1 ? '1 entrega' : `${count(resent)} entregas`;
}
