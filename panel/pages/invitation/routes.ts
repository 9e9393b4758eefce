import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { linkRate } from '../../../http/link-rate.ts';
import {
  acceptAsNew,
  acceptSignedIn,
  shownInvitation,
  type ShownInvitation,
} from '../../../operations/accounts/accept-invitation.ts';
import { admitSession, type SignedIn } from '../../../operations/accounts/sessions.ts';
import { readForm } from '../../forms/own-forms.ts';
import { placeOf } from '../../network.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { homeIn } from '../../parts/places.ts';
import { admitted, type Cookies } from '../../session.ts';
import { endedInvitationHtml, invitationHtml } from './view.ts';

/** The page where somebody answers an invitation, signed in or as a new person. */
export function invitationPages({ orm, provider: by }: PanelParts, { session }: Cookies): Router {
  const provider = by?.name ?? null;
  const rate = linkRate();
  const router = Router();

  router
    .route('/convite/:token')
    .all(admitted('invitation'), (req, _res, next) => {
      rate.spend(req.params.token);
      next();
    })
    .get(async (req, res) => {
      const { token } = req.params;
      const shown = await shownInvitation(orm, token);
      if (!shown) return void res.status(404).send(endedInvitationHtml());
      res.send(invitationHtml({ shown, token, provider, person: await signedIn(req) }));
    })
    .post(async (req, res) => {
      const { token } = req.params;
      const form = await readForm(req);
      const [name, password] = [form.get('nome') ?? '', form.get('senha') ?? ''];
      const [shown, person] = [await shownInvitation(orm, token), await signedIn(req)];
      if (!shown) return void res.status(404).send(endedInvitationHtml());
      try {
        if (shown.invited === 'KNOWN') return await acceptedBy(res, { shown, token, person });
        const { secret, joined } = await acceptAsNew(orm, token, { name, password }, placeOf(req));
        session.write(res, secret);
        res.redirect(303, homeIn(joined));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error.code === 'invalid_state') return await nowKnown(res, token, { person, fault: error.message });
        if (error.code !== 'validation_error') return void res.status(404).send(endedInvitationHtml());
        res.status(400).send(invitationHtml({ shown, token, provider, person, name, fault: error.message }));
      }
    });

  async function acceptedBy(
    res: Response,
    { shown, token, person }: { shown: ShownInvitation; token: string; person: SignedIn | null },
  ): Promise<void> {
    if (person?.email !== shown.email)
      return void res.status(403).send(invitationHtml({ shown, token, provider, person }));
    res.redirect(303, homeIn(await acceptSignedIn(orm, token, person.personId)));
  }

  /** An account was made for her while she chose her password: the invitation is still open. */
  async function nowKnown(
    res: Response,
    token: string,
    told: { person: SignedIn | null; fault: string },
  ): Promise<void> {
    const shown = await shownInvitation(orm, token);
    if (!shown) return void res.status(404).send(endedInvitationHtml());
    res.status(403).send(invitationHtml({ shown, token, provider, ...told }));
  }

  async function signedIn(req: Request): Promise<SignedIn | null> {
    const secret = session.read(req);
    return secret === null ? null : admitSession(orm, secret, {});
  }

  return router;
}
