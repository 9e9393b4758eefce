import { Router } from 'express';
import { mailPaces, newsKinds } from '../../../domain/accounts/news.ts';
import { personOfStopToken } from '../../../domain/accounts/stop-token.ts';
import { linkRate } from '../../../http/link-rate.ts';
import { chooseMails, chosenMails, stopMails } from '../../../operations/accounts/news/mail-choice.ts';
import { stopPath } from '../../../operations/accounts/news/tell-news.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { admitted } from '../../session.ts';
import { endedLinkHtml } from '../sign-in/view.ts';
import { mailChoiceHtml, stoppedHtml, stopMailsHtml } from './view.ts';

const done = { guardado: 'Guardado. Vale a partir do próximo e-mail.' };

/** The page where a person chooses which mails she gets. */
export function ownMailPages({ orm, sendsMail }: PanelParts): Router {
  const router = Router();

  router.get('/conta/emails', admitted('mailChoice'), async (req, res) => {
    const person = res.locals.person!;
    const chosen = await chosenMails(orm, person.personId);
    res.send(mailChoiceHtml(person, { chosen, sendsMail, notice: doneNotice(req, done) }));
  });

  router.post('/conta/emails', admitted('saveMailChoice'), async (req, res) => {
    const form = await readForm(req);
    const pace = mailPaces.find((each) => each === form.get('quando')) ?? 'AT_ONCE';
    await chooseMails(orm, res.locals.person!, { pace, kinds: newsKinds.filter((kind) => form.has(kind)) });
    res.redirect(303, doneAt('/conta/emails', 'guardado'));
  });

  return router;
}

/**
 * The page where the link of a mail stops all mails, for a person who is not signed in. The form may come from a mail program (RFC 8058), which is no
 * page of the panel: the token in its address is proof enough, and opening the page changes nothing.
 */
export function stopMailPages({ orm, masterKey }: PanelParts): Router {
  const rate = linkRate();
  const router = Router();

  router.get(`${stopPath}:token`, admitted('stopMails'), (req, res) => {
    const isOurs = personOfStopToken(masterKey, req.params.token) !== null;
    if (!isOurs) return void res.status(404).send(endedLinkHtml());
    res.send(stopMailsHtml());
  });

  router.post(`${stopPath}:token`, admitted('stopMails'), async (req, res) => {
    const personId = personOfStopToken(masterKey, req.params.token);
    if (personId === null) return void res.status(404).send(endedLinkHtml());
    rate.spend(personId);
    await stopMails(orm, personId);
    res.send(stoppedHtml());
  });

  return router;
}
