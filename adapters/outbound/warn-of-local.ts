import type { Logger } from '../../config/logger.ts';
import type { GuardOptions } from './guard.ts';

/** Warns at the start of a process that webhooks may go to addresses that production must not allow. */
export function warnOfLocal({ allowLocal }: GuardOptions, logger: Logger): void {
  if (allowLocal) logger.warn('webhooks may go to http and to this machine: LAVRA_WEBHOOKS_ALLOW_LOCAL is on');
}
