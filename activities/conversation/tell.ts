import type { Progress } from '../../domain/conversation/progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import type { Parts } from '../parts.ts';

type Facts = Record<string, unknown>;

/** One line of the log for what a step came to: the end of the attempt, or what it waits for. Its ids are the log's fields. */
export function tellProgress(parts: Pick<Parts, 'logger'>, progress: Progress<unknown>): void {
  if (progress.kind === 'settled') return tellEnd(parts, progress.end);
  const isForPeople = progress.kind === 'mend' || progress.kind === 'stop';
  parts.logger.log(isForPeople ? 'warn' : 'info', 'waiting', waitOf(progress));
}

/** The line for the end of an attempt, which is a word, or facts with one. */
export function tellEnd({ logger }: Pick<Parts, 'logger'>, end: unknown, facts: Facts = {}): void {
  const said = typeof end === 'object' ? end : { status: end };
  logger.info('attempt ended', { ...said, ...facts });
}
