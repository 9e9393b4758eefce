import express, { type Express, type Response } from 'express';
import { compressed, connectionClose, type EndedRequest, originForm, requestContext } from '../http/every-request.ts';
import { privately } from '../http/private-pages.ts';
import { assets, assetSources } from './assets.ts';
import { failures } from './failures.ts';
import { ownForms } from './forms/own-forms.ts';
import { health } from './health.ts';
import { accountPages } from './pages/account/routes.ts';
import { certificatePages } from './pages/certificate/routes.ts';
import { securityCodePages } from './pages/certificate/security-codes.ts';
import { confirmPages } from './pages/confirm/routes.ts';
import { keysPages } from './pages/keys/routes.ts';
import { notePages } from './pages/note/routes.ts';
import { notesPages } from './pages/notes/routes.ts';
import { environmentPages } from './pages/settings/environment.ts';
import { settingsPages } from './pages/settings/routes.ts';
import { signInPages } from './pages/sign-in/routes.ts';
import { startProofPages } from './pages/start/proof.ts';
import { startPages } from './pages/start/routes.ts';
import type { PanelParts } from './panel-parts.ts';
import { sessionCookie, signedIn } from './session.ts';

/** The panel on its parts: pages that work without JavaScript, for people who are signed in. */
export function createPanel(parts: PanelParts): Express {
  const cookie = sessionCookie(parts.url);
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.use(originForm);
  app.use(requestContext({ logger: parts.logger, metrics: parts.requestMetrics, describe: endedRequest }));
  app.use(connectionClose(parts.stopping));
  app.use(compressed());
  app.use(health(parts));
  app.use(assets());
  app.use(privately(assetSources, 'same-origin'));
  app.use(ownForms(parts.url));
  app.use(signInPages(parts, cookie));
  app.use(signedIn(parts.orm, cookie));
  app.use(accountPages(parts, cookie));
  app.use(confirmPages(parts));
  app.use(notesPages(parts));
  app.use(notePages(parts));
  app.use(keysPages(parts));
  app.use(certificatePages(parts));
  app.use(securityCodePages(parts));
  app.use(environmentPages(parts));
  app.use(settingsPages(parts));
  app.use(startProofPages(parts));
  app.use(startPages(parts));
  app.use((_req, res) => void failures.unknown(res));
  app.use(failures.handler);
  return app;
}

/** What is written down of a request: the page by its name, never a token or what somebody searched for. */
function endedRequest(path: string, { locals }: Pick<Response, 'locals'>): EndedRequest {
  const { page, person } = locals;
  return {
    operation: page,
    isProbe: page === 'health' || page === 'asset',
    path: path.replace(/^(\/senha\/).*/, '$1…'),
    fields: { personId: person?.personId, companyId: person?.company?.id },
  };
}
