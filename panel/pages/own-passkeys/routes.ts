import { Router } from 'express';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { addPasskey, registrationOptions, removePasskey } from '../../../operations/accounts/passkeys.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { asksForPasskey, siteOf } from '../../passkeys.ts';
import { admitted, pathFromAccount } from '../../session.ts';
import { recoveryCodesHtml } from '../own-factors/view.ts';
import { passkeyHtml } from './view.ts';

/** The pages where a person creates and removes her passkeys. */
export function ownPasskeyPages({ orm, url, secondFactor }: PanelParts): Router {
  const site = siteOf(url);
  const router = Router();

  router
    .route('/conta/chave-de-acesso')
    .all(admitted('addPasskey'))
    .get((req, res) => void res.send(passkeyHtml(res.locals.person!, { back: pathFromAccount(req.query['para']) })))
    .post(async (req, res) => {
      const form = await readForm(req);
      const person = res.locals.person!;
      const [name, answer] = [form.get('nome') ?? '', form.get('chave') ?? ''];
      const back = pathFromAccount(form.get('para'));
      try {
        const codes = await addPasskey(orm, site, person, { name, answer });
        if (codes.length === 0) return void res.redirect(303, back);
        res.send(recoveryCodesHtml(person, codes, back));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        res.status(400).send(passkeyHtml(person, { back, name, fault: error.message }));
      }
    });

  router.post(
    '/conta/chave-de-acesso/pedido',
    admitted('addPasskey'),
    asksForPasskey((req, res) => registrationOptions(orm, site, res.locals.person!, placeOf(req).network)),
  );

  router.post('/conta/chaves-de-acesso/:id/remover', admitted('removePasskey'), async (req, res) => {
    const { id } = req.params;
    if (isUuid(id)) await removePasskey(orm, res.locals.person!, id, secondFactor);
    res.redirect(303, '/conta');
  });

  return router;
}
