import type { Logger } from '../../config/logger.ts';
import type { GuardOptions } from './guard.ts';

/** Says at the start of a process that webhooks may go where in production they must not. */
export function warnOfLocal({ allowLocal }: GuardOptions, logger: Logger): void {
  if (allowLocal) logger.warn('webhooks may go to http and to this machine: LAVRA_WEBHOOKS_ALLOW_LOCAL is on');
}
