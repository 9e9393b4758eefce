import { Router } from 'express';
import helmet from 'helmet';
import { body } from '../../http/contract/body.ts';
import { type AnyHandler, routerOf } from '../../http/contract/contract-router.ts';
import { operation } from '../../http/contract/operation.ts';
import { withinSpan } from '../../http/request-span.ts';
import { adminContract } from '../../openapi/admin-contract.ts';
import type { PanelParts } from '../panel-parts.ts';
import { authentication } from './authentication.ts';
import type { AdminHandlers } from './operations.ts';
import { errors } from './refusals.ts';
import { attentionHandlers } from './routes/attention.ts';
import { authorityHandlers } from './routes/authorities.ts';
import { companyHandlers } from './routes/companies.ts';
import { deliveryHandlers } from './routes/deliveries.ts';
import { installationHandlers } from './routes/installation.ts';
import { keyHandlers } from './routes/keys.ts';
import { linkHandlers } from './routes/links.ts';
import { meansHandlers } from './routes/means.ts';
import { portalLinkHandlers } from './routes/portal-links.ts';
import { certificateHandlers } from './routes/certificates.ts';
import { officeHandlers } from './routes/offices.ts';
import { peopleHandlers } from './routes/people.ts';
import { webhookHandlers } from './routes/webhooks.ts';

const below = /^\/admin\/v1(?:\/|$)/;

/**
 * The admin API for programs: no session and no form reaches it, and paths outside `/admin/v1` are left to the panel. Its contract is compiled at the
 * first request, since it takes 0.3 s of a core and some 40 MB that a panel without such programs never needs.
 *
 * @param contract replaces the API's own contract router
 */
export function adminApi(parts: PanelParts, contract?: Router): Router {
  const handlers: AdminHandlers = {
    ...companyHandlers(parts),
    ...certificateHandlers(parts),
    ...meansHandlers(parts),
    ...keyHandlers(parts),
    ...webhookHandlers(parts),
    ...officeHandlers(parts),
    ...linkHandlers(parts),
    ...peopleHandlers(parts),
    ...attentionHandlers(parts),
    ...deliveryHandlers(parts),
    ...authorityHandlers(parts),
    ...installationHandlers(parts),
    ...portalLinkHandlers(parts),
  };
  const cut = new AbortController().signal;
  const router = Router({ caseSensitive: true });
  router.use((req, _res, next) => (below.test(req.path) ? next() : next('router')));
  router.use(helmet());
  router.get('/admin/v1/openapi.json', (_req, res) => void res.json(adminContract.description));
  router.use(operation(adminContract, '/admin/v1/openapi.json'));
  router.use((req, res, next) => {
    const ended = () => ({ 'lavra.company_id': res.locals.operator?.company?.id });
    withinSpan(req, res, next, { name: res.locals.operation?.id ?? 'admin', ended });
  });
  router.use(authentication(parts.orm));
  router.use(body);
  router.use((_req, res, next) => {
    Object.assign(res.locals, { handlers: handlers as Record<string, unknown> as Record<string, AnyHandler>, cut });
    next();
  });
  router.use((req, res, next) => (contract ??= routerOf(adminContract))(req, res, next));
  router.use(errors);
  return router;
}
