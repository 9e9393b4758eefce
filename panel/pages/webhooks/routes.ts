import { type Request, type Response, Router } from 'express';
import { v7 as uuid, validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { inCompany, onlyReading } from '../../../operations/in-company.ts';
import { changeEndpoint, type EndpointChanges, type Transact } from '../../../operations/webhooks/change-endpoint.ts';
import { createEndpoint } from '../../../operations/webhooks/create-endpoint.ts';
import { endpointsWithHealth, endpointWithHealth } from '../../../operations/webhooks/endpoint-health.ts';
import { checkedUrl, removeEndpoint, rotateSecret } from '../../../operations/webhooks/endpoints.ts';
import { testEndpoint } from '../../../operations/webhooks/ping.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refused } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { eventsOf, webhookFields, webhookValues } from './form.ts';
import { newWebhookHtml, webhookHtml, webhookSecretHtml, webhooksHtml } from './view.ts';

type OfEndpoint = Request<{ taxId: string; id: string }>;

const sentences = {
  salvo: 'Salvo.',
  pausado: 'Pausado: nada mais é enviado até você o reativar.',
  reativado: 'Reativado: o endereço respondeu, e o que esperava sai agora.',
  testado: 'Teste a caminho: veja em “Ver entregas” se chegou.',
  removido: 'Removido.',
};

/** The endpoints of a company that are told what happens to its notes. */
export function webhookPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const framed = (res: Response) => {
    const { person, company } = actingOn(res);
    return { person, base: `/e/${company.taxId}`, now: new Date() };
  };
  const transact =
    (res: Response): Transact =>
    (work) =>
      inCompany(orm, actingOn(res).company.id, work);
  const wake = (res: Response, endpoint: string) =>
    wakeEndpoints(parts, res, { ownerLabel: actingOn(res).company.taxId, endpoints: [endpoint] });
  const named = (req: OfEndpoint, res: Response) => ({ id: req.params.id, actor: actingOn(res).company.actor });

  router.get('/e/:taxId/webhooks', admitted('webhooks'), async (req, res) => {
    const endpoints = await inCompany(orm, actingOn(res).company.id, endpointsWithHealth);
    res.send(webhooksHtml({ ...framed(res), endpoints, done: doneNotice(req, sentences) }));
  });

  router.get('/e/:taxId/webhooks/novo', admitted('newWebhook'), (_req, res) => {
    res.send(newWebhookHtml({ ...framed(res), id: uuid(), form: unsent(webhookValues()) }));
  });

  router.post('/e/:taxId/webhooks/novo', admitted('addWebhook'), async (req, res) => {
    const { company } = actingOn(res);
    const form = await readForm(req);
    const id = form.get('id') ?? '';
    try {
      const body = checkedBody('WebhookCreation', { ...typedOf(form), events: chosenOf(form) });
      const made = await createEndpoint(parts, { ...body, company, ...(isUuid(id) ? { id } : {}) });
      res.send(webhookSecretHtml({ ...framed(res), ...made, isNew: true }));
    } catch (error) {
      const state = refused(error, form, webhookFields);
      res.status(400).send(newWebhookHtml({ ...framed(res), id: isUuid(id) ? id : uuid(), form: state }));
    }
  });

  async function show(req: OfEndpoint, res: Response, given: { form?: FormState; fault?: string } = {}): Promise<void> {
    const found = await onlyReading(() =>
      inCompany(orm, actingOn(res).company.id, (em) => endpointWithHealth(em, req.params.id)),
    );
    const { form = unsent(webhookValues(found.endpoint)), ...told } = given;
    const isRefused = given.form !== undefined || given.fault !== undefined;
    const done = isRefused ? undefined : doneNotice(req, sentences);
    res.status(isRefused ? 400 : 200).send(webhookHtml({ ...framed(res), ...found, form, done, ...told }));
  }

  /** Does what a button asks for, and goes back to the endpoint: with what was done, or why it was not. */
  async function act(req: OfEndpoint, res: Response, word: keyof typeof sentences, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const isPaused = error.code === 'endpoint_inactive';
      return show(req, res, { fault: isPaused ? 'O webhook está pausado. Reative-o antes.' : error.message });
    }
    res.redirect(303, doneAt(`/e/${actingOn(res).company.taxId}/webhooks/${req.params.id}`, word));
  }

  async function change(req: OfEndpoint, res: Response, changes: EndpointChanges): Promise<void> {
    const { endpoint, isProven } = await changeEndpoint(transact(res), parts, named(req, res), changes);
    if (isProven) await wake(res, endpoint.id);
  }

  router.get('/e/:taxId/webhooks/:id', admitted('webhook'), (req, res) => show(req, res));

  router.post('/e/:taxId/webhooks/:id', admitted('changeWebhook'), async (req, res) => {
    const form = await readForm(req);
    try {
      const { url, description, events } = checkedBody('WebhookChanges', { ...typedOf(form), events: chosenOf(form) });
      await change(req, res, {
        ...(url === undefined ? {} : { url: checkedUrl(parts.guard, url) }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { events }),
      });
    } catch (error) {
      return show(req, res, { form: refused(error, form, webhookFields) });
    }
    res.redirect(303, doneAt(`/e/${actingOn(res).company.taxId}/webhooks/${req.params.id}`, 'salvo'));
  });

  router.post('/e/:taxId/webhooks/:id/pausar', admitted('pauseWebhook'), (req, res) =>
    act(req, res, 'pausado', () => change(req, res, { isActive: false })),
  );
  router.post('/e/:taxId/webhooks/:id/reativar', admitted('reactivateWebhook'), (req, res) =>
    act(req, res, 'reativado', () => change(req, res, { isActive: true })),
  );
  router.post('/e/:taxId/webhooks/:id/testar', admitted('testWebhook'), (req, res) =>
    act(req, res, 'testado', async () => {
      const { endpoint } = await testEndpoint(orm, actingOn(res).company, req.params.id);
      await wake(res, endpoint);
    }),
  );

  router.post('/e/:taxId/webhooks/:id/trocar-segredo', admitted('rotateWebhookSecret'), async (req, res) => {
    const rotated = await rotateSecret(parts, { company: actingOn(res).company }, req.params.id);
    res.send(webhookSecretHtml({ ...framed(res), ...rotated, isNew: false }));
  });

  router.post('/e/:taxId/webhooks/:id/remover', admitted('removeWebhook'), async (req, res) => {
    await removeEndpoint(transact(res), named(req, res));
    res.redirect(303, doneAt(`/e/${actingOn(res).company.taxId}/webhooks`, 'removido'));
  });

  return router;
}

/** What was typed, as the contract has it. */
function typedOf(form: URLSearchParams): { url: string; description: string | null } {
  return { url: (form.get('url') ?? '').trim(), description: form.get('description')?.trim() || null };
}

/** @throws DomainError `validation_error`: to choose nothing would mean something else */
function chosenOf(form: URLSearchParams) {
  const events = eventsOf(form);
  if (events.length > 0) return events;
  throw new DomainError('validation_error', 'Escolha pelo menos uma coisa de que avisar.');
}
