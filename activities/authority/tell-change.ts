import { isTaking } from '../../domain/conversation/standing.ts';
import type { Change } from '../../operations/authority/announce.ts';
import type { Parts } from '../parts.ts';

/** The line of the log for a service that stands otherwise now. */
export function tellChange({ logger }: Pick<Parts, 'logger'>, change: Change): void {
  const level = isTaking(change.standing) ? 'info' : 'warn';
  logger.log(level, 'the standing of an authority changed', { ...change, since: change.since.toISOString() });
}
