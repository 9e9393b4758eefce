import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { type DistributionState, distributionState } from '../../../operations/distribution/distribution-rows.ts';
import { administering, onlyReading } from '../../../operations/in-company.ts';
import { linksOfCompany } from '../../../operations/offices/links-of-company.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { isRefused } from '../../passkeys.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { invitedHtml } from '../people/view.ts';
import { type RemedyAct, retryWhatWaits, syncNow, attentionSentences, giveUpNumber, mailAgain } from './acts.ts';
import { attentionHtml } from './view.ts';

const atMost = 100;

/** What asks for attention in a company, and the remedies that are buttons. */
export function attentionPages(parts: PanelParts): Router {
  const { orm, rates } = parts;
  const router = Router();

  async function show(req: Request, res: Response, fault?: string): Promise<void> {
    const { person, company } = actingOn(res);
    const now = new Date();
    const page = await onlyReading(async () => ({
      ...(await administering(orm, company, async (em) => ({
        found: await attention(em, { company, atMost, now, rates }),
        syncAllowedAt: syncAllowed(await distributionState(em, company, now)),
      }))),
      invitations: (await linksOfCompany(orm, company)).filter(({ status }) => status === 'PENDING'),
    }));
    const done = fault === undefined ? doneNotice(req, attentionSentences) : undefined;
    const told = fault === undefined ? {} : { fault };
    res
      .status(fault === undefined ? 200 : 400)
      .send(attentionHtml({ person, role: company.role, base: `/e/${company.taxId}`, ...page, now, done, ...told }));
  }

  /** Applies a remedy, and shows the page again, with what was done or why it was not. */
  async function act(req: Request, res: Response, remedy: RemedyAct): Promise<void> {
    const { company } = actingOn(res);
    const form = await readForm(req);
    try {
      res.redirect(303, doneAt(`/e/${company.taxId}/atencao`, await remedy(parts, company, form)));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'service_unavailable') throw error;
      await show(req, res, error.message);
    }
  }

  router.get('/e/:taxId/atencao', admitted('attention'), (req, res) => show(req, res));

  router.post('/e/:taxId/atencao/tentar', admitted('tryAgain'), (req, res) => act(req, res, retryWhatWaits));
  router.post('/e/:taxId/atencao/consultar', admitted('askSources'), (req, res) => act(req, res, syncNow));
  router.post('/e/:taxId/atencao/inutilizar', admitted('giveUpReplaced'), (req, res) => act(req, res, giveUpNumber));

  router.post('/e/:taxId/atencao/reenviar', admitted('resendMail'), async (req, res) => {
    const { person, company } = actingOn(res);
    const form = await readForm(req);
    try {
      const sent = await mailAgain(parts, { req, res }, company, form);
      if (sent.link === null) return res.redirect(303, doneAt(`/e/${company.taxId}/atencao`, 'reenviado'));
      // The panel sends no mails: the person hands over the link herself.
      res.send(invitedHtml(person, { base: `/e/${company.taxId}`, email: sent.email, link: sent.link }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      await show(req, res, error.message);
    }
  });

  return router;
}

/** The earliest moment at which a source may be asked, which may have passed; null when one has not been asked yet, and so may be at once. */
function syncAllowed({ rows }: DistributionState): Date | null {
  const { NFE, NFSE } = rows;
  return NFE && NFSE && new Date(Math.min(NFE.notBefore.getTime(), NFSE.notBefore.getTime()));
}
