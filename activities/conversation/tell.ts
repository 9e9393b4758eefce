import type { Progress } from '../../domain/conversation/progress.ts';
import type { Parts } from '../parts.ts';

/** How an attempt ended, as its workflow gets it. */
type End = string | { status: string; cStat: string | null; reason: string | null };

/** One line of the log for what a step came to: the end of the attempt, or what it waits for. Its ids are those of the trail. */
export function tellProgress({ logger }: Pick<Parts, 'logger'>, progress: Progress<unknown>): void {
  switch (progress.kind) {
    case 'settled':
      return tellEnd({ logger }, progress.end as End);
    case 'wait':
      return void logger.info('waiting', { pause: progress.pause, reason: progress.reason });
    case 'waitUntil': {
      const until = new Date(progress.untilMs).toISOString();
      return void logger.info('waiting', { pause: 'until', reason: progress.reason, until });
    }
    case 'mend':
    case 'stop':
      return void logger.warn('waiting', { pause: progress.kind, reason: progress.reason });
  }
}

/** The line for the end of an attempt. `reason` is ours where nothing was sent. */
export function tellEnd({ logger }: Pick<Parts, 'logger'>, end: End, reason?: string): void {
  const facts = typeof end === 'string' ? { status: end } : end;
  logger.info('attempt ended', { ...facts, ...(reason === undefined ? {} : { reason }) });
}
