import type { Response } from 'express';
import { endpointChanges } from '../../../http/requests/webhook.ts';
import { officeWebhookView, webhookView } from '../../../http/views/webhook.ts';
import { wakeEndpoints } from '../../../http/wake.ts';
import { actOnce, type WriteClaim, onceFor } from '../../../operations/access/repeatable.ts';
import { operating, operatingOffice } from '../../../operations/in-company.ts';
import type { Transact } from '../../../operations/transactions.ts';
import { changeEndpoint } from '../../../operations/webhooks/change-endpoint.ts';
import { createEndpoint, isEndpoint } from '../../../operations/webhooks/create-endpoint.ts';
import {
  digestOfSecret,
  type EndpointOwner,
  type EndpointWithSecret,
  findEndpoints,
  removeEndpoint,
  rotateSecret,
  secretOfDigest,
} from '../../../operations/webhooks/endpoints.ts';
import type { PanelParts } from '../../panel-parts.ts';
import {
  operatorAtOffice,
  actingOn,
  created,
  type CreationRequest,
  operatorOf,
  repeatableOf,
  actResult,
} from '../locals.ts';
import type { AdminHandlers } from '../operations.ts';

type WebhookOperations = Extract<keyof AdminHandlers, `${string}Webhook${string}`>;

/** The endpoints of companies and offices, by the same operations as their own. */
export function webhookHandlers(parts: PanelParts): Pick<AdminHandlers, WebhookOperations> {
  const { orm } = parts;
  const transact = (res: Response): Transact => {
    const { operator, company } = actingOn(res);
    return (work) => operating(orm, operator, company.id, work);
  };
  const named = (req: { params: { id: string } }, res: Response) => ({
    id: req.params.id,
    actor: actingOn(res).operator.actor,
  });
  const ofOffice = async (res: Response, officeId: string) => {
    const { operator, office: found } = await operatorAtOffice(orm, res, officeId);
    const { id, taxId, name } = found;
    const transact: Transact = (work) => operatingOffice(orm, operator, id, work);
    return { office: { id, taxId, name, actor: operator.actor }, transact };
  };

  /** A new secret, once for one Idempotency-Key: a repetition gets the same secret, as long as it still signs. */
  async function rotated(
    req: CreationRequest & { params: { id: string } },
    res: Response,
    owner: EndpointOwner,
  ): Promise<EndpointWithSecret> {
    const outcome = await actOnce<string, EndpointWithSecret>(orm, operatorOf(res), repeatableOf(req), {
      act: (once) =>
        rotateSecret(parts, owner, req.params.id, (em, work) =>
          once(em, work, ({ endpoint: { id }, secret }) => ({ id, told: digestOfSecret(secret) })),
        ),
      again: async ({ id, told: digest }) =>
        id === null || digest === null ? null : secretOfDigest(parts, owner, { id, digest }),
    });
    return actResult(res, outcome);
  }

  return {
    listCompanyWebhooks: async (_req, res) => {
      const endpoints = await transact(res)(findEndpoints);
      res.json({ data: endpoints.map(webhookView) });
    },

    createCompanyWebhook: async (req, res) => {
      const { operator, company } = actingOn(res);
      const outcome = await onceFor(orm, operator, repeatableOf(req), {
        make: async (claim) => {
          const input = { ...req.body, company };
          const { endpoint, secret } = await createEndpoint(parts, input, claiming(transact(res), claim));
          return { ...webhookView(endpoint), secret };
        },
        find: async (made) => {
          const kept = (await transact(res)(findEndpoints)).find(({ id }) => id === made);
          return kept ? webhookView(kept) : null;
        },
      });
      created(res, outcome);
    },

    updateCompanyWebhook: async (req, res) => {
      const changes = endpointChanges(parts, req.body);
      const { endpoint, isProven } = await changeEndpoint(transact(res), parts, named(req, res), changes);
      const woken = { ownerLabel: actingOn(res).company.taxId, endpoints: [endpoint.id] };
      if (isProven) await wakeEndpoints(parts, res, woken);
      res.json(webhookView(endpoint));
    },

    deleteCompanyWebhook: async (req, res) => {
      await removeEndpoint(transact(res), named(req, res));
      res.json({ success: true });
    },

    rotateCompanyWebhookSecret: async (req, res) => {
      const { endpoint, secret } = await rotated(req, res, { company: actingOn(res).company });
      res.json({ ...webhookView(endpoint), secret });
    },

    listOfficeWebhooks: async (req, res) => {
      const { transact } = await ofOffice(res, req.params.officeId);
      res.json({ data: (await transact(findEndpoints)).map(officeWebhookView) });
    },

    createOfficeWebhook: async (req, res) => {
      const { office, transact } = await ofOffice(res, req.params.officeId);
      const outcome = await onceFor(orm, operatorOf(res), repeatableOf(req), {
        make: async (claim) => {
          const { endpoint, secret } = await createEndpoint(parts, { ...req.body, office }, claiming(transact, claim));
          return { ...officeWebhookView(endpoint), secret };
        },
        find: async (made) => {
          const kept = (await transact(findEndpoints)).find(({ id }) => id === made);
          return kept ? officeWebhookView(kept) : null;
        },
      });
      created(res, outcome);
    },

    deleteOfficeWebhook: async (req, res) => {
      const { office, transact } = await ofOffice(res, req.params.officeId);
      await removeEndpoint(transact, { id: req.params.id, actor: office.actor });
      res.json({ success: true });
    },

    rotateOfficeWebhookSecret: async (req, res) => {
      const { office } = await ofOffice(res, req.params.officeId);
      const { endpoint, secret } = await rotated(req, res, { office });
      res.json({ ...officeWebhookView(endpoint), secret });
    },
  };
}

/** The same transactions; the one that creates the endpoint also records it for the Idempotency-Key. */
function claiming(transact: Transact, claim: WriteClaim): Transact {
  return (work) =>
    transact(async (em) => {
      const result = await work(em);
      if (isEndpoint(result)) await claim(em, result.id);
      return result;
    });
}
