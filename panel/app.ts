import express, { type Express, type Response, type Router } from 'express';
import { compressed, connectionClose, type EndedRequest, originForm, requestContext } from '../http/every-request.ts';
import { privately } from '../http/private-pages.ts';
import { adminApi } from './admin/app.ts';
import { assets, assetSources } from './assets.ts';
import { failures } from './failures.ts';
import { ownForms } from './forms/own-forms.ts';
import { health } from './health.ts';
import { accountPages } from './pages/account/routes.ts';
import { confirmPages } from './pages/confirm/routes.ts';
import { notePages } from './pages/note/routes.ts';
import { notesPages } from './pages/notes/routes.ts';
import { signInPages } from './pages/sign-in/routes.ts';
import type { PanelParts } from './panel-parts.ts';
import { sessionCookie, signedIn } from './session.ts';

/**
 * The panel on its parts: pages that work without JavaScript, for people who are signed in; and the admin API for an operator's programs.
 *
 * @param options.adminContract in place of a router of its own for that API
 */
export function createPanel(parts: PanelParts, { adminContract }: { adminContract?: Router } = {}): Express {
  const cookie = sessionCookie(parts.url);
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.use(originForm);
  app.use(requestContext({ logger: parts.logger, metrics: parts.requestMetrics, describe: endedRequest }));
  app.use(connectionClose(parts.stopping));
  app.use(compressed());
  app.use(health(parts));
  app.use(adminApi(parts, adminContract));
  app.use(assets());
  app.use(privately(assetSources, 'same-origin'));
  app.use(ownForms(parts.url));
  app.use(signInPages(parts, cookie));
  app.use(signedIn(parts.orm, cookie));
  app.use(accountPages(parts, cookie));
  app.use(confirmPages(parts));
  app.use(notesPages(parts));
  app.use(notePages(parts));
  app.use((_req, res) => void failures.unknown(res));
  app.use(failures.handler);
  return app;
}

/** What is written down of a request: the page by its name, never a token or what somebody searched for. */
function endedRequest(path: string, { locals }: Pick<Response, 'locals'>): EndedRequest {
  const { page, person, operation, operator } = locals;
  return {
    operation: page ?? operation?.id,
    isProbe: page === 'health' || page === 'asset',
    path: path.replace(/^(\/senha\/).*/, '$1…'),
    fields: {
      personId: person?.personId,
      keyId: operator?.keyId,
      companyId: (person?.company ?? operator?.company)?.id,
    },
  };
}
