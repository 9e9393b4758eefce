import { DateTime } from 'luxon';
import { DomainError } from '../../domain/errors.ts';

/** Electronic invoices began in 2006; a date beyond the century is a typing error that the authority need not see. */
const earliest = DateTime.utc(2006);
const latest = DateTime.utc(2100);

/**
 * The moment of issue that a caller asks for; now when none is given.
 *
 * @throws DomainError `validation_error`
 */
export function issueMoment(text: string | null | undefined): Date {
  if (!text) return new Date();
  const moment = DateTime.fromISO(text);
  if (moment.isValid && moment >= earliest && moment < latest) return moment.toJSDate();
  const message = 'deve ser uma data entre 2006 e 2099, com fuso, como 2026-11-21T10:30:00-03:00';
  throw new DomainError('validation_error', `issueDateTime ${message}.`, {
    issues: [{ path: 'issueDateTime', message }],
  });
}
