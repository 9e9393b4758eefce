import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { invitationsPath } from '../../domain/offices/link-invitation.entity.ts';
import { answeredHtml, answers, askingHtml, fields, issuingOn } from '../../domain/pages/invitation/invitation.ts';
import { type InvitationNotice, noticeHtml, notices } from '../../domain/pages/invitation/notice.ts';
import { stylesheet } from '../../domain/pages/invitation/page.ts';
import { labelOfOffice } from '../../domain/webhooks/endpoint-owner.ts';
import { hangUp, readBody } from '../../http/bodies.ts';
import { linkRate } from '../../http/link-rate.ts';
import { isOwnForm, privateHeaders, inlineStyleDirective } from '../../http/private-pages.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { wakeEndpoints } from '../../http/wake.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { answerInvitation, type OpenLinkInvitation, openInvitation } from '../../operations/offices/invitations.ts';
import type { ApiParts } from '../parts.ts';

/** The pages of invitations. To open one changes nothing, because mail servers open every link. They are not in the contract, which has JSON only. */
export function invitations(parts: ApiParts): Router {
  const { orm, publicUrl } = parts;
  const [rate, unknownRate] = [linkRate(), linkRate()];

  async function find(req: Request<{ token: string }>): Promise<OpenLinkInvitation> {
    const { token } = req.params;
    rate.spend(token);
    const invitation = await openInvitation(orm, token);
    if (invitation) return invitation;
    unknownRate.spend(req.socket.remoteAddress ?? '');
    throw new NotAnswered('unknown');
  }

  const pages = Router({ caseSensitive: true, strict: true });
  pages.use(privateHeaders([inlineStyleDirective(stylesheet.text)]));
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
      // Redirects to the page by a relative address, which works behind any proxy, so that a reload does not send the form again.
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
  Exclude<OpenLinkInvitation['state'], 'OPEN'>,
  InvitationNotice
>;

function show(res: Response, { state, link, ...invitation }: OpenLinkInvitation): void {
  const { office } = invitation;
  if (state === 'OPEN') return void res.send(askingHtml(invitation));
  if (state === 'ANSWERED' && link.status !== 'PENDING') {
    const { status, issuingAllowed } = link;
    return void res.send(answeredHtml({ officeName: office.name, status, issuingAllowed }));
  }
  res.status(notices[closed[state]].status).send(noticeHtml(closed[state]));
}

/** The form has two short fields only. */
const limitBytes = 1024;

/** What the form of an invitation says. */
type Answer = { accepts: boolean; issuingAllowed: boolean };

/** @throws NotAnswered where the body is not the page's own form @throws DomainError as `readBody` */
async function readAnswer(req: Request): Promise<Answer> {
  if (!req.is('application/x-www-form-urlencoded')) throw new NotAnswered('wrongType');
  const form = new URLSearchParams((await readBody(req, limitBytes)).toString());
  const [answer, ...others] = form.getAll(fields.answer);
  const isKnown = answer === answers.accept || answer === answers.refuse;
  if (!isKnown || others.length > 0) throw new NotAnswered('invalid');
  return { accepts: answer === answers.accept, issuingAllowed: form.get(fields.issuing) === issuingOn };
}

/** An invitation cannot be shown or answered. */
class NotAnswered extends Error {
  readonly notice: InvitationNotice;

  constructor(notice: InvitationNotice) {
    super(`an invitation is not answered: ${notice}`);
    this.name = 'NotAnswered';
    this.notice = notice;
  }
}

/** Turns what was thrown into a page, as `errors` does into JSON. */
const failures: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const notice = noticeOf(error);
  if (notice === 'failed') res.locals.log.error('an invitation failed', { error });
  else if (notice === 'away') res.locals.log.warn('an invitation found a part away', { error });
  hangUp(req, res);
  if (error instanceof HttpRefusal) res.set(error.headers);
  if (notice === 'away') res.set('Retry-After', '5');
  res.status(notices[notice].status).send(noticeHtml(notice));
};

/** Codes of an answer that comes at the same time as another answer, or as a change of the link. */
const noticeOfCode: Partial<Record<ErrorCode, InvitationNotice>> = {
  company_already_linked: 'linkedElsewhere',
  invalid_link: 'expired',
  invalid_state: 'answered',
  payload_too_large: 'tooLarge',
  rate_limited: 'tooOften',
  validation_error: 'invalid',
};

function noticeOf(error: unknown): InvitationNotice {
  if (error instanceof NotAnswered) return error.notice;
  if (error instanceof DomainError) return noticeOfCode[error.code] ?? 'failed';
  if (error instanceof URIError) return 'unknown';
  return isDatabaseAway(error) ? 'away' : 'failed';
}
