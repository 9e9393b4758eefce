import { Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { offerTotp, removeTotp, sameOffer, setTotp } from '../../../operations/accounts/one-time-codes.ts';
import { renewRecoveryCodes, secondFactorsOf } from '../../../operations/accounts/own-factors.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { admitted, pathFromAccount } from '../../session.ts';
import { owedFactorHtml, recoveryCodesHtml, totpHtml } from './view.ts';

/** The pages where a person turns her second factor on and off. */
export function ownFactorPages({ orm, masterKey, secondFactor }: PanelParts): Router {
  const router = Router();

  router.get('/conta/segundo-fator', admitted('ownSecondFactor'), (req, res) => {
    const back = pathFromAccount(req.query['para']);
    if (!res.locals.owesSecondFactor) return res.redirect(303, back);
    res.send(owedFactorHtml(res.locals.person!, back));
  });

  router
    .route('/conta/codigo-do-celular')
    .all(admitted('setTotp'))
    .get(async (req, res) => {
      const person = res.locals.person!;
      const back = pathFromAccount(req.query['para']);
      const { hasTotp } = await secondFactorsOf(orm, person.personId);
      if (hasTotp) return void res.redirect(303, back);
      res.send(totpHtml(person, { offer: offerTotp(masterKey, person), back }));
    })
    .post(async (req, res) => {
      const form = await readForm(req);
      const person = res.locals.person!;
      const back = pathFromAccount(form.get('para'));
      const offer = sameOffer(masterKey, person, form.get('oferta') ?? '');
      if (!offer) return void res.redirect(303, `/conta/codigo-do-celular?para=${encodeURIComponent(back)}`);
      try {
        const codes = await setTotp(orm, masterKey, person, offer, form.get('codigo') ?? '');
        if (codes.length === 0) return void res.redirect(303, back);
        res.send(recoveryCodesHtml(person, codes, back));
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
        res.status(400).send(totpHtml(person, { offer, back, fault: error.message }));
      }
    });

  router.post('/conta/codigo-do-celular/desligar', admitted('removeTotp'), async (_req, res) => {
    await removeTotp(orm, res.locals.person!, secondFactor);
    res.redirect(303, '/conta');
  });

  router.post('/conta/codigos-de-recuperacao', admitted('recoveryCodes'), async (_req, res) => {
    const person = res.locals.person!;
    res.send(recoveryCodesHtml(person, await renewRecoveryCodes(orm, person), '/conta'));
  });

  return router;
}
