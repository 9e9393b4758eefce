import express, { type Express, type RequestHandler, type Response, type Router } from 'express';
import { compressed, connectionClose, type EndedRequest, originForm, requestContext } from '../http/every-request.ts';
import { privateHeaders } from '../http/private-pages.ts';
import { adminApi } from './admin/app.ts';
import { assets, assetSources } from './assets.ts';
import { failures } from './failures.ts';
import { ownForms } from './forms/own-forms.ts';
import { health } from './health.ts';
import { accountPages } from './pages/account/routes.ts';
import { attentionPages } from './pages/attention/routes.ts';
import { allCompaniesPages } from './pages/all-companies/routes.ts';
import { companyMeansPages } from './pages/company-means/routes.ts';
import { companyCreationPages } from './pages/all-companies/creation.ts';
import { allOfficesPages } from './pages/all-offices/routes.ts';
import { allPeoplePages } from './pages/all-people/routes.ts';
import { allAttentionPages } from './pages/all-attention/routes.ts';
import { allCertificatesPages } from './pages/all-certificates/routes.ts';
import { allQuotasPages } from './pages/all-quotas/routes.ts';
import { auditPages } from './pages/audit/routes.ts';
import { clerksPartPages } from './pages/clerks-part/routes.ts';
import { authorityPages } from './pages/authorities/routes.ts';
import { comparisonPages } from './pages/comparisons/routes.ts';
import { confirmPages } from './pages/confirm/routes.ts';
import { importPages } from './pages/imports/routes.ts';
import { forgottenPages } from './pages/forgotten/routes.ts';
import { healthPages } from './pages/health/routes.ts';
import { invitationPages } from './pages/invitation/routes.ts';
import { lawPages } from './pages/law/routes.ts';
import { linkPages } from './pages/links/routes.ts';
import { livePages } from './pages/live/routes.ts';
import { monthZips } from './pages/month-board/files.ts';
import { numberGapPages } from './pages/month-board/numbers.ts';
import { monthBoardPages } from './pages/month-board/routes.ts';
import { allDeliveryPages, deliveryPages, officeDeliveryPages } from './pages/deliveries/routes.ts';
import { certificatePages } from './pages/certificate/routes.ts';
import { securityCodePages } from './pages/certificate/security-codes.ts';
import { keysPages } from './pages/keys/routes.ts';
import { eventPages } from './pages/events/routes.ts';
import { inutilizationPages } from './pages/inutilizations/routes.ts';
import { notePages } from './pages/note/routes.ts';
import { noteCancelPages } from './pages/note-cancel/routes.ts';
import { mailSuppressionPages } from './pages/mail-suppressions/routes.ts';
import { noteMailPages } from './pages/note-mail/routes.ts';
import { noteCorrectPages } from './pages/note-correct/routes.ts';
import { noteDecidePages, operatorDecidePages } from './pages/note-decide/routes.ts';
import { noteEmitForms } from './pages/note-emit/routes.ts';
import { noteReceiptPages } from './pages/note-receipt/routes.ts';
import { notesFiles } from './pages/notes/files.ts';
import { notesPages } from './pages/notes/routes.ts';
import { officePages } from './pages/office/routes.ts';
import { editSalePages } from './pages/sale/edit-routes.ts';
import { newSalePages } from './pages/sale/new-routes.ts';
import { replaceSalePages } from './pages/sale/replace-routes.ts';
import { ownMailPages, stopMailPages } from './pages/own-mails/routes.ts';
import { ownFactorPages } from './pages/own-factors/routes.ts';
import { ownPasskeyPages } from './pages/own-passkeys/routes.ts';
import { goToPages } from './pages/go-to/routes.ts';
import { integrationPages } from './pages/integration/routes.ts';
import { simulatorPages } from './pages/integration/simulator.ts';
import { pastNotePages } from './pages/past-notes/routes.ts';
import { peoplePages } from './pages/people/routes.ts';
import { providerConfirmPages, providerPages } from './pages/provider/routes.ts';
import { secondFactorPages } from './pages/second-factor/routes.ts';
import { payablePages } from './pages/payables/routes.ts';
import { bulkAnswerPages } from './pages/portfolio-received/bulk-routes.ts';
import { portfolioReceivedPages } from './pages/portfolio-received/routes.ts';
import { portalPages } from './pages/portal/routes.ts';
import { portfolioPages } from './pages/portfolio/routes.ts';
import { readinessPages } from './pages/readiness/routes.ts';
import { receivedPages } from './pages/received/routes.ts';
import { recordPages } from './pages/records/routes.ts';
import { savedViewPages } from './pages/saved-views/routes.ts';
import { webhookPages } from './pages/webhooks/routes.ts';
import { environmentPages } from './pages/settings/environment.ts';
import { settingsPages } from './pages/settings/routes.ts';
import { signInPages } from './pages/sign-in/routes.ts';
import { startProofPages } from './pages/start/proof.ts';
import { startPages } from './pages/start/routes.ts';
import { bases } from '../site/addresses.ts';
import { siteRouter } from '../site/router.ts';
import type { PanelParts } from './panel-parts.ts';
import { sessionCookies, signedIn } from './session.ts';

/**
 * The panel: pages that work without JavaScript, for people who are signed in, and the admin API for the programs of an operator.
 *
 * @param options.adminContract replaces the admin API's own contract router
 */
export function createPanel(parts: PanelParts, { adminContract }: { adminContract?: Router } = {}): Express {
  const cookies = sessionCookies(parts.url);
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
  app.use(bases.panel, asHelp, siteRouter({ base: bases.panel, reference: 'READ' }));
  app.use(privateHeaders(assetSources, 'same-origin'));
  app.use(stopMailPages(parts));
  app.use(ownForms(parts.url));
  app.use(portalPages(parts, cookies));
  app.use(signInPages(parts, cookies));
  app.use(providerPages(parts, cookies));
  app.use(forgottenPages(parts));
  app.use(invitationPages(parts, cookies));
  app.use(secondFactorPages(parts, cookies));
  app.use(signedIn(parts, cookies.session));
  app.use(accountPages(parts, cookies));
  app.use(ownMailPages(parts));
  app.use(ownFactorPages(parts));
  app.use(ownPasskeyPages(parts));
  app.use(confirmPages(parts));
  app.use(providerConfirmPages(parts, cookies));
  app.use(peoplePages(parts));
  app.use(clerksPartPages(parts));
  app.use(goToPages(parts));
  app.use(savedViewPages(parts));
  app.use(notesPages(parts));
  app.use(notesFiles(parts));
  app.use(newSalePages(parts));
  app.use(editSalePages(parts));
  app.use(replaceSalePages(parts));
  app.use(notePages(parts));
  app.use(importPages(parts));
  app.use(livePages(parts, cookies.session));
  app.use(attentionPages(parts));
  app.use(deliveryPages(parts));
  app.use(officeDeliveryPages(parts));
  app.use(webhookPages(parts));
  app.use(integrationPages(parts));
  app.use(simulatorPages(parts));
  app.use(officePages(parts));
  app.use(auditPages(parts));
  app.use(keysPages(parts));
  app.use(certificatePages(parts));
  app.use(securityCodePages(parts));
  app.use(noteCancelPages(parts));
  app.use(noteCorrectPages(parts));
  app.use(noteMailPages(parts));
  app.use(mailSuppressionPages(parts));
  app.use(eventPages(parts));
  app.use(noteReceiptPages(parts));
  app.use(noteDecidePages(parts));
  app.use(noteEmitForms(parts));
  app.use(inutilizationPages(parts));
  app.use(comparisonPages(parts));
  app.use(pastNotePages(parts));
  app.use(recordPages(parts));
  app.use(receivedPages(parts));
  app.use(payablePages(parts));
  app.use(environmentPages(parts));
  app.use(settingsPages(parts));
  app.use(startProofPages(parts));
  app.use(startPages(parts));
  app.use(portfolioPages(parts));
  app.use(portfolioReceivedPages(parts));
  app.use(bulkAnswerPages(parts));
  app.use(readinessPages(parts));
  app.use(linkPages(parts));
  app.use(monthBoardPages(parts));
  app.use(numberGapPages(parts));
  app.use(monthZips(parts));
  app.use(companyCreationPages(parts));
  app.use(companyMeansPages(parts));
  app.use(allCompaniesPages(parts));
  app.use(allOfficesPages(parts));
  app.use(allPeoplePages(parts));
  app.use(allAttentionPages(parts));
  app.use(operatorDecidePages(parts));
  app.use(allDeliveryPages(parts));
  app.use(authorityPages(parts));
  app.use(allCertificatesPages(parts));
  app.use(allQuotasPages(parts));
  app.use(lawPages(parts));
  app.use(healthPages(parts));
  app.use((_req, res) => void failures.unknown(res));
  app.use(failures.handler);
  return app;
}

/** Anybody may read the documentation; all its pages count as one page `help`. */
const asHelp: RequestHandler = (_req, res, next) => {
  res.locals.page = 'help';
  next();
};

/** What the log says of a request: the page by its name, never a token or a search. */
function endedRequest(path: string, { locals }: Pick<Response, 'locals'>): EndedRequest {
  const { page, person, operation, operator } = locals;
  return {
    operation: page ?? operation?.id,
    isProbe: page === 'health' || page === 'asset' || page === 'live' || page === 'officeLive',
    path: path.replace(/^(\/(?:senha|convite|emails|portal)\/).*/, '$1…'),
    fields: {
      personId: person?.personId,
      keyId: operator?.keyId,
      companyId: (person?.company ?? operator?.company)?.id,
    },
  };
}
