import { setTimeout } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { isToAsk, type KnownStanding } from '../../domain/contingency/judge.ts';
import { isTaking } from '../../domain/conversation/standing.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { flightsOf, type LateNote, lateNotes, letNotesGo } from '../../operations/authority/late.ts';
import { standingOf } from '../../operations/authority/standings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { mendRun } from '../../temporal/mend.ts';
import { emissionId } from '../../temporal/names.ts';
import type { Parts } from '../parts.ts';
import { Lanes } from './lanes.ts';

/** Series that transmit at the same time, how often they are looked at, and how long one activity goes on. */
const lanesAtOnce = 24;
const lookMs = 75;
const goesOnForMs = 25_000;
/** Notes that are read at once. */
const pageSize = 5_000;

/** What one stretch of late transmissions came to. */
export type LetGo = { transmitted: number; left: number };

/**
 * Transmits the notes that were issued while the service was away: in each series one after the other by number, several series at once,
 * until none is left, the service is shut again, or it is time for the judge to look. Of one whose answer is lost the series waits until it is
 * known what became of it, and sends it again where it never arrived.
 */
export async function letGo(parts: Parts, service: AuthorityInput): Promise<LetGo> {
  const { cancellationSignal: cancelled } = Context.current();
  const em = acrossCompanies(parts.orm);
  const untilMs = performance.now() + goesOnForMs;
  const notes = await lateNotes(em, service, pageSize);
  const lanes = new Lanes(notes, lanesAtOnce);
  // They were let go before a worker died, which may not have told their runs.
  await tell(notes.filter(({ flight }) => flight === 'SENT'));
  let transmitted = 0;
  for (let isOver = false; lanes.left > 0;) {
    const judged = await standingOf(em, { ...service, state: '' }, parts.now());
    const flights = await flightsOf(
      em,
      service,
      lanes.underWay().map(({ id }) => id),
    );
    transmitted += lanes.land(flights, performance.now());
    isOver ||= isForJudge(judged, parts.now()) || cancelled.aborted || performance.now() >= untilMs;
    if (isOver) break;
    const next = lanes.next(performance.now());
    if (next.length > 0) {
      const gone = await letNotesGo(
        em,
        next.map(({ id }) => id),
      );
      await tell(lanes.depart(next, gone));
    }
    if (lanes.left > 0) await setTimeout(lookMs, undefined, { signal: cancelled }).catch(() => {});
  }
  if (transmitted > 0) parts.logger.info('late notes were let go', { ...service, transmitted, left: lanes.left });
  return { transmitted, left: lanes.left };

  /** A run that is lost is found by reconciliation; its series goes on meanwhile. */
  async function tell(gone: LateNote[]): Promise<void> {
    const { client } = Context.current();
    await Promise.all(gone.map(({ id, attempt }) => mendRun(client, emissionId(id, attempt))));
  }
}

/** Nothing is sent to a service that is shut, and one in doubt is asked as soon as it may be. */
function isForJudge(judged: KnownStanding, now: Date): boolean {
  return !isTaking(judged.standing) || (isToAsk(judged) && (judged.notBefore ?? now) <= now);
}
