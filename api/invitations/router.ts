import { type Request, type Response, Router } from 'express';
import { invitationsPath } from '../../domain/offices/invitation-path.ts';
import { answeredHtml } from '../../domain/pages/invitation/answered.ts';
import { askingHtml } from '../../domain/pages/invitation/asking.ts';
import { type Notice, notices, noticeHtml } from '../../domain/pages/invitation/notice.ts';
import { labelOfOffice } from '../../domain/webhooks/endpoint-owner.ts';
import { answerInvitation, type OpenInvitation, openInvitation } from '../../operations/offices/invitations.ts';
import { linkRate } from '../link-rate.ts';
import type { ApiParts } from '../parts.ts';
import { wakeEndpoints } from '../wake-endpoints.ts';
import { failures, NotAnswered } from './failures.ts';
import { isOwnForm } from './own-form.ts';
import { privately } from './privately.ts';
import { readAnswer } from './read-answer.ts';

/** Longer than any token: what is unknown anyway must not fill the memory. */
const rememberedLength = 64;

/**
 * The pages of invitations. Opening one changes nothing, whoever does it: mail servers open every link. They are no part of the contract,
 * which is of JSON.
 */
export function invitations(parts: ApiParts): Router {
  const { orm, publicUrl } = parts;
  const [rate, unknownRate] = [linkRate(), linkRate()];

  async function find(req: Request<{ token: string }>): Promise<OpenInvitation> {
    const { token } = req.params;
    rate.spend(token.slice(0, rememberedLength));
    const invitation = await openInvitation(orm, token);
    if (invitation) return invitation;
    unknownRate.spend(req.socket.remoteAddress ?? '');
    throw new NotAnswered('unknown');
  }

  const pages = Router({ caseSensitive: true, strict: true });
  pages.use(privately);
  pages
    .route('/:token')
    .get(async (req, res) => show(res, await find(req)))
    .post(async (req, res) => {
      if (!isOwnForm(req, publicUrl)) throw new NotAnswered('elsewhere');
      const answer = await readAnswer(req);
      const { state } = await find(req);
      if (state !== 'OPEN') throw new NotAnswered(closed[state]);
      const { link, endpoints } = await answerInvitation(orm, req.params.token, answer);
      const { id: linkId, status, issuingAllowed } = link;
      const sides = { officeId: link.office.id, companyId: link.company.id };
      res.locals.log.info('an invitation was answered', { linkId, ...sides, status, issuingAllowed });
      await wakeEndpoints(parts, res, { ownerLabel: labelOfOffice(link.office), endpoints });
      // To the page itself, wherever a proxy has put it: so that loading it again answers nothing.
      res.status(303).location(req.params.token).end();
    })
    .all((_req, res) => {
      res.set('Allow', 'GET, HEAD, POST');
      throw new NotAnswered('wrongMethod');
    });
  pages.use(() => {
    throw new NotAnswered('unknown');
  });
  pages.use(failures);

  const router = Router({ caseSensitive: true });
  router.use(invitationsPath, pages);
  return router;
}

const closed = { ANSWERED: 'answered', EXPIRED: 'expired', SUPERSEDED: 'superseded' } as const satisfies Record<
  Exclude<OpenInvitation['state'], 'OPEN'>,
  Notice
>;

function show(res: Response, { state, link, ...invitation }: OpenInvitation): void {
  const { office } = invitation;
  if (state === 'OPEN') return void res.send(askingHtml(invitation));
  if (state === 'ANSWERED' && link.status !== 'PENDING') {
    const { status, issuingAllowed } = link;
    return void res.send(answeredHtml({ officeName: office.name, status, issuingAllowed }));
  }
  res.status(notices[closed[state]].status).send(noticeHtml(closed[state]));
}
