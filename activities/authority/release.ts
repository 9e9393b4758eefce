import { setTimeout } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import { type HeldRun, heldRuns } from '../../operations/authority/held.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { mendRun } from '../../temporal/mend.ts';
import { emissionId, fiscalEventId, inutilizationId, replacedId } from '../../temporal/names.ts';
import type { Parts } from '../parts.ts';

/** Signals at once, and the pause between them: two hundred runs a second come back at most. */
const atOnce = 20;
const pauseMs = 100;
const pageSize = 500;

/**
 * Tells the runs that wait for a service that they may look again, at a pace.
 *
 * @param turn `isBack`: it has just come back, so that those are told, too, that are about to ask what became of a message; `hasTurned`: it
 *   opened or shut just now, so that the documents of its states are told in whatever form they wait, because another may be better
 * @returns how many were told
 */
export async function release(
  parts: Parts,
  service: JudgedService,
  turn: { isBack: boolean; hasTurned: boolean },
): Promise<number> {
  const { client, cancellationSignal: signal } = Context.current();
  let told = 0;
  for (let after: HeldRun | null = null; ;) {
    const page: HeldRun[] = await heldRuns(acrossCompanies(parts.orm), service, { limit: pageSize, after, ...turn });
    for (let first = 0; first < page.length; first += atOnce) {
      const runs = page.slice(first, first + atOnce);
      await Promise.all(runs.map((run) => mendRun(client, idOf(run))));
      told += runs.length;
      if (first + atOnce < page.length) await setTimeout(pauseMs, undefined, { signal });
    }
    after = page.at(-1) ?? null;
    if (page.length < pageSize) break;
  }
  if (told > 0) parts.logger.info('runs were told to look at their service', { ...service, runs: told });
  return told;
}

function idOf({ what, id, attempt }: HeldRun): string {
  switch (what) {
    case 'document':
      return emissionId(id, attempt);
    case 'event':
      return fiscalEventId(id, attempt);
    case 'inutilization':
      return inutilizationId(id, attempt);
    case 'replaced':
      return replacedId(id);
  }
}
