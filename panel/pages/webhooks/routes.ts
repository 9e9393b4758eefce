import { type Request, type Response, Router } from 'express';
import { v7 as uuid, validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import { onlyReading } from '../../../operations/in-company.ts';
import type { Transact } from '../../../operations/transactions.ts';
import { changeEndpoint, type EndpointChanges } from '../../../operations/webhooks/change-endpoint.ts';
import { endpointsWithHealth, endpointWithHealth } from '../../../operations/webhooks/endpoint-health.ts';
import {
  actorOfOwner,
  checkedUrl,
  inOwner,
  removeEndpoint,
  rotateSecret,
} from '../../../operations/webhooks/endpoints.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { admitted } from '../../session.ts';
import { webhookFields, webhookValues } from './form.ts';
import { type WebhooksOwner, type WebhooksPlace, webhooksPlaces } from './places.ts';
import { newWebhookHtml, webhookHtml, webhookSecretHtml, webhooksHtml } from './view.ts';

type OfEndpoint = Request<{ id: string }>;

const sentences = {
  salvo: 'Salvo.',
  pausado: 'Pausado: nada mais é enviado até você o reativar.',
  reativado: 'Reativado: o endereço respondeu, e o que esperava sai agora.',
  testado: 'Teste a caminho: veja em “Ver entregas” se chegou.',
  respondeu: 'O endereço respondeu ao teste.',
  removido: 'Removido.',
};

/** The webhook endpoints of a company or an office. */
export function webhookPages(parts: PanelParts): Router {
  const router = Router();
  for (const place of webhooksPlaces) router.use(webhooksOf(parts, place));
  return router;
}

function webhooksOf(parts: PanelParts, place: WebhooksPlace): Router {
  const { orm } = parts;
  const { path, pages, events } = place;
  const router = Router();
  const of = (res: Response): WebhooksOwner => place.ownerOf(res, parts);
  const framed = (res: Response) => {
    const { person } = res.locals;
    if (!person) throw new TypeError('nobody is signed in');
    return { person, place, base: of(res).base, now: new Date() };
  };
  const transact =
    (res: Response): Transact =>
    (work) =>
      inOwner(orm, of(res).owner, work);
  const wake = (res: Response, endpoint: string) =>
    wakeEndpoints(parts, res, { ownerLabel: of(res).label, endpoints: [endpoint] });
  const named = (req: OfEndpoint, res: Response) => ({ id: req.params.id, actor: actorOfOwner(of(res).owner) });
  const pageOf = (req: OfEndpoint, res: Response): string => `${of(res).base}/webhooks/${req.params.id}`;

  router.get(path, admitted(pages.list), async (req, res) => {
    const endpoints = await transact(res)(endpointsWithHealth);
    res.send(webhooksHtml({ ...framed(res), endpoints, done: doneNotice(req, sentences) }));
  });

  router.get(`${path}/novo`, admitted(pages.new), (_req, res) => {
    res.send(newWebhookHtml({ ...framed(res), id: uuid(), form: unsent(webhookValues(events)) }));
  });

  router.post(`${path}/novo`, admitted(pages.add), async (req, res) => {
    const form = await readForm(req);
    const asked = form.get('id') ?? '';
    const id = isUuid(asked) ? asked : undefined;
    try {
      const made = await of(res).create(form, id);
      res.send(webhookSecretHtml({ ...framed(res), ...made, isNew: true }));
    } catch (error) {
      const state = refusedForm(error, form, webhookFields(events));
      res.status(400).send(newWebhookHtml({ ...framed(res), id: id ?? uuid(), form: state }));
    }
  });

  async function show(req: OfEndpoint, res: Response, given: { form?: FormState; fault?: string } = {}): Promise<void> {
    const found = await onlyReading(() => transact(res)((em) => endpointWithHealth(em, req.params.id)));
    const { form = unsent(webhookValues(events, found.endpoint)), ...told } = given;
    const isRefused = given.form !== undefined || given.fault !== undefined;
    const done = isRefused ? undefined : doneNotice(req, sentences);
    res.status(isRefused ? 400 : 200).send(webhookHtml({ ...framed(res), ...found, form, done, ...told }));
  }

  /** Does what a button asks for, and goes back to the endpoint, with what was done or why it was not. */
  async function act(req: OfEndpoint, res: Response, work: () => Promise<keyof typeof sentences>): Promise<void> {
    try {
      res.redirect(303, doneAt(pageOf(req, res), await work()));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const isPaused = error.code === 'endpoint_inactive';
      await show(req, res, { fault: isPaused ? 'O webhook está pausado. Reative-o antes.' : error.message });
    }
  }

  async function change(req: OfEndpoint, res: Response, changes: EndpointChanges): Promise<void> {
    const { endpoint, isProven } = await changeEndpoint(transact(res), parts, named(req, res), changes);
    if (isProven) await wake(res, endpoint.id);
  }

  router.get(`${path}/:id`, admitted(pages.one), (req: OfEndpoint, res) => show(req, res));

  router.post(`${path}/:id`, admitted(pages.change), async (req: OfEndpoint, res) => {
    const form = await readForm(req);
    try {
      const { url, ...changes } = of(res).changesIn(form);
      await change(req, res, { ...changes, ...(url === undefined ? {} : { url: checkedUrl(parts.guard, url) }) });
    } catch (error) {
      return show(req, res, { form: refusedForm(error, form, webhookFields(events)) });
    }
    res.redirect(303, doneAt(pageOf(req, res), 'salvo'));
  });

  router.post(`${path}/:id/pausar`, admitted(pages.pause), (req: OfEndpoint, res) =>
    act(req, res, async () => {
      await change(req, res, { isActive: false });
      return 'pausado';
    }),
  );
  router.post(`${path}/:id/reativar`, admitted(pages.reactivate), (req: OfEndpoint, res) =>
    act(req, res, async () => {
      await change(req, res, { isActive: true });
      return 'reativado';
    }),
  );
  router.post(`${path}/:id/testar`, admitted(pages.test), (req: OfEndpoint, res) =>
    act(req, res, async () => {
      const { word, toWake } = await of(res).test(req.params.id);
      if (toWake !== null) await wake(res, toWake);
      return word;
    }),
  );

  router.post(`${path}/:id/trocar-segredo`, admitted(pages.rotate), async (req: OfEndpoint, res) => {
    const rotated = await rotateSecret(parts, of(res).owner, req.params.id);
    res.send(webhookSecretHtml({ ...framed(res), ...rotated, isNew: false }));
  });

  router.post(`${path}/:id/remover`, admitted(pages.remove), async (req: OfEndpoint, res) => {
    await removeEndpoint(transact(res), named(req, res));
    res.redirect(303, doneAt(`${of(res).base}/webhooks`, 'removido'));
  });

  return router;
}
