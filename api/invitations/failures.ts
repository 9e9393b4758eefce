import type { ErrorRequestHandler } from 'express';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { type Notice, notices, noticeHtml } from '../../domain/pages/invitation/notice.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { HttpRefusal } from '../http-refusal.ts';
import { hangUp } from '../middleware/hang-up.ts';

/** An invitation is not shown, or not answered. */
export class NotAnswered extends Error {
  readonly notice: Notice;

  constructor(notice: Notice) {
    super(`an invitation is not answered: ${notice}`);
    this.name = 'NotAnswered';
    this.notice = notice;
  }
}

/** Turns what was thrown into a page, as `errors` does into JSON. */
export const failures: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const notice = noticeOf(error);
  if (notice === 'failed') res.locals.log.error('an invitation failed', { error });
  else if (notice === 'away') res.locals.log.warn('an invitation found a part away', { error });
  hangUp(req, res);
  if (error instanceof HttpRefusal) res.set(error.headers);
  if (notice === 'away') res.set('Retry-After', '5');
  res.status(notices[notice].status).send(noticeHtml(notice));
};

/** What an answer meets that comes at the same time as another, or as a change of the link. */
const noticeOfCode: Partial<Record<ErrorCode, Notice>> = {
  company_already_linked: 'linkedElsewhere',
  invalid_link: 'expired',
  invalid_state: 'answered',
  payload_too_large: 'tooLarge',
  rate_limited: 'tooOften',
  validation_error: 'invalid',
};

function noticeOf(error: unknown): Notice {
  if (error instanceof NotAnswered) return error.notice;
  if (error instanceof DomainError) return noticeOfCode[error.code] ?? 'failed';
  if (error instanceof URIError) return 'unknown';
  return isDatabaseAway(error) ? 'away' : 'failed';
}
