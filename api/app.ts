import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import { downloadPlaces } from '../http/download-places.ts';
import { compressed, connectionClose, originForm, requestContext } from '../http/every-request.ts';
import { body } from '../http/contract/body.ts';
import type { AnyHandler } from '../http/contract/contract-router.ts';
import { operation } from '../http/contract/operation.ts';
import { contract as published } from '../openapi/contract.ts';
import { contractRouter } from './contract-router.ts';
import { docs } from './docs.ts';
import { invitations } from './invitations/router.ts';
import { mailLinks } from './mail-links/router.ts';
import { authentication } from './middleware/authentication.ts';
import { logCalls } from './middleware/calls.ts';
import { cors } from './middleware/cors.ts';
import { limitWaiting } from './middleware/crowd.ts';
import { endedRequest, requestSpan } from './middleware/ended-request.ts';
import { errors } from './middleware/errors.ts';
import type { Handlers } from './operations.ts';
import type { ApiParts } from './parts.ts';
import { carrierHandlers } from './routes/carriers.ts';
import { clientHandlers } from './routes/clients.ts';
import { distributionHandlers } from './routes/distribution.ts';
import { fiscalDocumentHandlers } from './routes/fiscal-documents/index.ts';
import { fiscalTemplateHandlers } from './routes/fiscal-templates.ts';
import { healthHandlers } from './routes/health.ts';
import { inutilizationHandlers } from './routes/inutilizations.ts';
import { comparisonHandlers } from './routes/comparisons.ts';
import { closingHandlers } from './routes/offices/closings.ts';
import { officeLinkHandlers } from './routes/offices/links.ts';
import { readinessHandlers, portfolioHandlers } from './routes/offices/portfolio.ts';
import { portfolioExportHandlers } from './routes/offices/received-export.ts';
import { officeWebhookHandlers } from './routes/offices/webhooks.ts';
import { mailSuppressionHandlers } from './routes/mail-suppressions.ts';
import { pastNoteHandlers } from './routes/past-notes.ts';
import { portalLinkHandlers } from './routes/portal-links.ts';
import { payableHandlers } from './routes/payables.ts';
import { productHandlers } from './routes/products.ts';
import { manifestationHandlers, receivedDocumentHandlers, receivedEventHandlers } from './routes/received-documents.ts';
import { receivedExportHandlers } from './routes/received-export.ts';
import { taxRuleHandlers } from './routes/tax-rules.ts';
import { vehicleHandlers } from './routes/vehicles.ts';
import { webhookHandlers } from './routes/webhooks.ts';

export type AppOptions = {
  /** A router that is already compiled; tests share one. */
  contract?: Router;
  /** Handlers that replace the API's own. */
  replaced?: Partial<Handlers>;
};

/** The Express app of the API. It checks key and scopes of a request before it reads the body. */
export function createApp(parts: ApiParts, { contract = contractRouter(), replaced = {} }: AppOptions = {}): Express {
  const places = downloadPlaces();
  const handlers: Handlers = {
    ...healthHandlers(parts),
    ...clientHandlers(parts),
    ...fiscalDocumentHandlers(parts),
    ...mailSuppressionHandlers(parts),
    ...pastNoteHandlers(parts),
    ...inutilizationHandlers(parts),
    ...comparisonHandlers(parts),
    ...distributionHandlers(parts),
    ...receivedDocumentHandlers(parts),
    ...manifestationHandlers(parts),
    ...receivedEventHandlers(parts),
    ...receivedExportHandlers(parts, places),
    ...payableHandlers(parts),
    ...carrierHandlers(parts),
    ...vehicleHandlers(parts),
    ...fiscalTemplateHandlers(parts),
    ...productHandlers(parts),
    ...taxRuleHandlers(parts),
    ...webhookHandlers(parts),
    ...officeLinkHandlers(parts),
    ...readinessHandlers(parts),
    ...portfolioHandlers(parts),
    ...portfolioExportHandlers(parts, places),
    ...officeWebhookHandlers(parts),
    ...closingHandlers(parts),
    ...portalLinkHandlers(parts),
    ...replaced,
  };
  const cut = parts.cut ?? new AbortController().signal;
  const app = express();
  app.disable('etag');
  app.use(originForm);
  app.use(requestContext({ logger: parts.logger, metrics: parts.requestMetrics, describe: endedRequest }));
  app.use(connectionClose(parts.stopping));
  app.use(cors(parts.corsOrigins ?? []));
  app.use(compressed());
  // The reference is also served over http, on a laptop or behind a proxy: browsers must not ask for its files over https.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(docs(parts.demoKeys));
  app.use(invitations(parts));
  app.use(mailLinks(parts));
  app.use(operation(published, '/docs'));
  app.use(requestSpan);
  app.use(logCalls(parts.calls));
  app.use(limitWaiting(parts.orm, parts.lineAtMost));
  app.use(authentication(parts.orm));
  app.use(body);
  app.use((_req, res, next) => {
    Object.assign(res.locals, { handlers: handlers as Record<string, unknown> as Record<string, AnyHandler>, cut });
    next();
  });
  app.use(contract);
  app.use(errors);
  return app;
}
