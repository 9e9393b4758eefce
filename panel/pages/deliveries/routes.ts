import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { Office } from '../../../domain/offices/office.entity.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { wakeOwners } from '../../../http/wake.ts';
import type { SavedView } from '../../../domain/accounts/saved-view.entity.ts';
import { savedViews } from '../../../operations/accounts/saved-views.ts';
import {
  inCompany,
  inOffice,
  inPortfolio,
  onlyReading,
  operating,
  overseeing,
} from '../../../operations/in-company.ts';
import { portfolioCompanies } from '../../../operations/offices/chosen-companies.ts';
import { repeatedAfterDeadlock, type Transact } from '../../../operations/transactions.ts';
import { redeliver } from '../../../operations/webhooks/deliveries.ts';
import { type DeliveryOwner, findDelivery, listDeliveries } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { findEndpoints } from '../../../operations/webhooks/endpoints.ts';
import {
  countRedeliverable,
  type Redelivering,
  redeliverMatching,
} from '../../../operations/webhooks/redeliver-matching.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { count } from '../../parts/words.ts';
import type { PageName } from '../../rights.ts';
import { actingAsOperator, actingForOffice, actingOn, admitted } from '../../session.ts';
import { viewSentences } from '../saved-views/bar.ts';
import { deliveryHtml } from './delivery-view.ts';
import { queryOf, type DeliveriesFilter, deliverable, failuresOf, filterIn } from './filter.ts';
import { addressOf, type DeliveriesPlace, deliveriesHtml, redeliverHtml } from './view.ts';

const pageSize = 50;

/** Whose deliveries a page is about, and how it reads them and writes as their owner. */
type DeliveriesOf = Redelivering & {
  place: DeliveriesPlace;
  /** Null for everybody's deliveries; `fault` is set when the filter names no existing owner. */
  whose: DeliveryOwner | null;
  fault?: string | undefined;
  /** The page of an endpoint; null when there is none to show. */
  endpointAt: (endpoint: string) => string | null;
  endpoints: (em: EntityManager) => Promise<WebhookEndpoint[]>;
  /** The tax id of a delivery's company; null when the company is not shown to the person. */
  companyOf: (em: EntityManager, id: string) => Promise<string | null>;
  /** Given for operators. */
  runAddress?: PanelParts['runAddress'];
  /** The person's saved filters; null for lists without them. */
  views: () => Promise<SavedView[] | null>;
};

type DeliveryRoutes = {
  at: string;
  pages: { list: PageName; one: PageName; resend: PageName; askMany: PageName; resendMany: PageName };
  of: (res: Response, filter: DeliveriesFilter) => Promise<DeliveriesOf>;
};

/** The deliveries to a company's endpoints, and delivering again. */
export function deliveryPages(parts: PanelParts): Router {
  const { orm } = parts;
  return deliveryRoutes(parts, {
    at: '/e/:taxId/webhooks/entregas',
    pages: {
      ...{ list: 'deliveries', one: 'delivery', resend: 'redeliver' },
      ...{ askMany: 'redeliverMany', resendMany: 'redeliverAll' },
    },
    of: async (res) => {
      const { company } = actingOn(res);
      const base = `/e/${company.taxId}/webhooks`;
      const transact: Transact = (work) => inCompany(orm, company.id, work);
      const trail = html`<p class="trail"><a href="${base}">‹ Webhooks</a></p>`;
      return {
        place: { list: `${base}/entregas`, trail, here: 'webhooks', isOfAll: false, events: deliverable.COMPANY },
        whose: { company: company.id },
        ...{ actor: company.actor, read: transact, write: () => transact },
        endpointAt: (endpoint) => `${base}/${endpoint}`,
        endpoints: findEndpoints,
        companyOf: () => Promise.resolve(company.taxId),
        views: () => savedViews(orm, company, 'DELIVERIES'),
      };
    },
  });
}

/** The deliveries to an office's endpoints. */
export function officeDeliveryPages(parts: PanelParts): Router {
  const { orm } = parts;
  return deliveryRoutes(parts, {
    at: '/c/:taxId/webhooks/entregas',
    pages: {
      ...{ list: 'officeDeliveries', one: 'officeDelivery', resend: 'redeliverOfOffice' },
      ...{ askMany: 'redeliverManyOfOffice', resendMany: 'redeliverAllOfOffice' },
    },
    of: async (res) => {
      const { office } = actingForOffice(res);
      const base = `/c/${office.taxId}/webhooks`;
      const transact: Transact = (work) => inPortfolio(orm, office, work);
      const trail = html`<p class="trail"><a href="${base}">‹ Webhooks</a></p>`;
      return {
        place: { list: `${base}/entregas`, trail, here: 'webhooks', isOfAll: false, events: deliverable.OFFICE },
        whose: { office: office.id },
        ...{ actor: office.actor, read: transact, write: () => transact },
        endpointAt: (endpoint) => `${base}/${endpoint}`,
        endpoints: findEndpoints,
        // The office no longer sees pages of a company that has left it.
        companyOf: async (em, id) => (await portfolioCompanies(em, [id], 1))[0]?.taxId ?? null,
        views: () => Promise.resolve(null),
      };
    },
  });
}

/** The deliveries to the endpoints of all companies and offices. */
export function allDeliveryPages(parts: PanelParts): Router {
  const { orm, runAddress } = parts;
  return deliveryRoutes(parts, {
    at: '/o/entregas',
    pages: {
      ...{ list: 'allDeliveries', one: 'anybodysDelivery', resend: 'redeliverAnybodys' },
      ...{ askMany: 'redeliverManyOfAll', resendMany: 'redeliverAllOfAll' },
    },
    of: async (res, filter) => {
      const { operator } = actingAsOperator(res);
      const read: Transact = (work) => overseeing(orm, operator, work);
      const owner = filter.owner === undefined ? null : await read((em) => ownerCalled(em, filter.owner ?? ''));
      const isUnknown = filter.owner !== undefined && owner === null;
      return {
        place: { list: '/o/entregas', here: 'entregas', isOfAll: true, events: deliverable.COMPANY },
        whose: owner,
        fault: isUnknown ? 'Não há empresa nem escritório com este CNPJ ou CPF. Estas são de todos.' : undefined,
        ...{ actor: operator.actor, read },
        write: (of) =>
          'company' in of
            ? (work) => operating(orm, operator, of.company, work)
            : (work) => inOffice(orm, of.office, work),
        ...{ endpointAt: () => null, runAddress },
        companyOf: taxIdOf,
        endpoints: (em) => (filter.endpoint ? em.find(WebhookEndpoint, { id: filter.endpoint }) : Promise.resolve([])),
        views: () => Promise.resolve(null),
      };
    },
  });
}

function deliveryRoutes(parts: PanelParts, { at, pages, of }: DeliveryRoutes): Router {
  const router = Router();
  const framed = (res: Response) => {
    const { person } = res.locals;
    if (!person) throw new TypeError('nobody is signed in');
    return { person, now: new Date() };
  };

  router.get(at, admitted(pages.list), async (req, res) => {
    const filter = filterIn((name) => req.query[name]);
    const { place, whose, fault, read, endpoints, views } = await of(res, filter);
    const { depois } = req.query;
    const after = typeof depois === 'string' && isUuid(depois) ? depois : undefined;
    const page = await read(async (em) => ({
      list: await listDeliveries(em, whose, queryOf(filter), { limit: pageSize, after }),
      endpoints: await endpoints(em),
    }));
    const resent = `${resentIn(req)} de volta à fila: saem agora.`;
    const done = doneNotice(req, { reenviadas: resent, ...viewSentences });
    const status = fault === undefined ? 200 : 400;
    const isLater = after !== undefined;
    const shown = { ...framed(res), place, filter, ...page, views: await views(), isLater, done, fault };
    res.status(status).send(deliveriesHtml(shown));
  });

  async function ask(res: Response, filter: DeliveriesFilter, fault?: string): Promise<void> {
    const { place, whose, read, endpoints, fault: unknown } = await of(res, filter);
    const page = await onlyReading(() =>
      read(async (em) => ({
        found: await countRedeliverable(em, whose, queryOf(filter)),
        endpoints: await endpoints(em),
      })),
    );
    const told = fault ?? unknown;
    const shown = { ...framed(res), place, filter, ...page, ...(told === undefined ? {} : { fault: told }) };
    res.status(told === undefined ? 200 : 400).send(redeliverHtml(shown));
  }

  router.get(`${at}/reenviar`, admitted(pages.askMany), (req, res) =>
    ask(res, failuresOf(filterIn((name) => req.query[name]))),
  );

  router.post(`${at}/reenviar`, admitted(pages.resendMany), async (req, res) => {
    const form = await readForm(req);
    const filter = failuresOf(filterIn((name) => form.get(name)));
    const { place, whose, fault, ...by } = await of(res, filter);
    const confirmed = Number(form.get('quantas') ?? '');
    if (fault !== undefined || !Number.isSafeInteger(confirmed) || confirmed < 1) {
      return ask(res, filter, 'Confira o número e confirme.');
    }
    try {
      const writing = { ...by, write: (owner: DeliveryOwner) => repeatedAfterDeadlock(by.write(owner)) };
      const { count: resent, endpoints } = await redeliverMatching(writing, whose, queryOf(filter), confirmed);
      await wakeOwners(parts, res, by.read, endpoints);
      res.redirect(303, doneAt(addressOf(place.list, filter, { quantas: String(resent) }), 'reenviadas'));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
      await ask(res, filter, error.message);
    }
  });

  async function show(req: Request, res: Response, fault?: string): Promise<void> {
    const { place, read, endpointAt, companyOf, runAddress } = await of(res, {});
    const found = await onlyReading(() =>
      read(async (em) => {
        const delivery = await findDelivery(em, String(req.params['id']));
        const taxId = await companyOf(em, delivery.event.company);
        return { ...delivery, company: taxId === null ? null : `/e/${taxId}` };
      }),
    );
    const done = fault === undefined ? doneNotice(req, { reenviada: 'De volta à fila: sai agora.' }) : undefined;
    const told = fault === undefined ? {} : { fault };
    const { person } = framed(res);
    const maySend = !place.isOfAll || (person.operator !== null && may(person.operator, pages.resend));
    const shown = { place, maySend, endpointAt: endpointAt(found.endpoint.id), ...found, runAddress, done, ...told };
    res.status(fault === undefined ? 200 : 400).send(deliveryHtml({ ...framed(res), ...shown }));
  }

  router.get(`${at}/:id`, admitted(pages.one), (req: Request, res) => show(req, res));

  router.post(`${at}/:id/reenviar`, admitted(pages.resend), async (req: Request, res) => {
    const deliveryId = String(req.params['id']);
    const { place, actor, read, write } = await of(res, {});
    const { endpoint, delivery } = await read((em) => findDelivery(em, deliveryId));
    const owner = delivery.office ? { office: delivery.office } : { company: delivery.company };
    try {
      await redeliver(write(owner), actor, { endpointId: endpoint.id, deliveryId });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'endpoint_inactive') throw error;
      return show(req, res, 'O webhook está pausado, e nada é enviado a ele. Reative-o antes.');
    }
    await wakeOwners(parts, res, read, [endpoint.id]);
    res.redirect(303, doneAt(`${place.list}/${deliveryId}`, 'reenviada'));
  });

  return router;
}

/** The company or office with a tax id; null when there is none. */
async function ownerCalled(em: EntityManager, taxId: string): Promise<DeliveryOwner | null> {
  const company = await em.findOne(Company, { taxId }, { fields: ['id'] });
  if (company) return { company: company.id };
  const office = await em.findOne(Office, { taxId }, { fields: ['id'] });
  return office && { office: office.id };
}

async function taxIdOf(em: EntityManager, id: string): Promise<string> {
  const { taxId } = await em.findOneOrFail(Company, { id }, { fields: ['taxId'] });
  return taxId;
}

/** How many deliveries were queued again, by the address of the page. */
function resentIn({ query }: Request): string {
  const resent = Number(query['quantas']);
  return !Number.isSafeInteger(resent) || resent < 0 ? '' : resent === 1 ? '1 entrega' : `${count(resent)} entregas`;
}
