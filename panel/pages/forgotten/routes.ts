import { Router } from 'express';
import { startMailToPerson } from '../../../http/wake.ts';
import { SignInRefused, spendResetAttempt } from '../../../operations/accounts/attempts.ts';
import { writeResetMail } from '../../../operations/accounts/passwords.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { refuseSignIn } from '../../passkeys.ts';
import { admitted } from '../../session.ts';
import { forgottenHtml, resetSentHtml } from './view.ts';

/** The page where somebody who forgot her password asks for a link by mail. */
export function forgottenPages(parts: PanelParts): Router {
  const { orm, sendsMail } = parts;
  const router = Router();

  router
    .route('/senha')
    .all(admitted('forgotten'))
    .get((_req, res) => void res.send(forgottenHtml({ sendsMail })))
    .post(async (req, res) => {
      const email = (await readForm(req)).get('email') ?? '';
      try {
        await spendResetAttempt(orm, email, placeOf(req).network);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        return void refuseSignIn(res, error).send(forgottenHtml({ sendsMail, email, fault: error.message }));
      }
      // Answered before the account is looked up: neither the words nor the time tell whether there is one.
      res.send(resetSentHtml(email));
      try {
        const mailId = await writeResetMail(parts, email, null);
        if (mailId !== null) await startMailToPerson(parts, res, mailId);
      } catch (error) {
        res.locals.log.error('a mail for another password could not be written', { error });
      }
    });

  return router;
}
