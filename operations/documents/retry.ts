import type { EntityManager } from '../../config/orm.ts';
import { onlyTime, type Remedy } from '../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { type OpenRun, openRuns } from './open-runs.ts';

/** Something that trying now does not help, and what does. */
export type UnmovedRun = Pick<OpenRun, 'what' | 'id' | 'title'> & {
  /** What it waits for; null where it has no run. */
  kind: WaitKind | null;
  reason: string;
  until: Date | null;
  remedy: Remedy;
};

/** How many runs try now, and what could not be moved. */
export type RetryResult = { woken: number; unmoved: UnmovedRun[] };

/** Tells runs that they may try now, and says of each, in their order, whether there is one. */
export type TellRuns = (runs: readonly OpenRun[]) => Promise<boolean[]>;

/**
 * Tells the waiting runs of a company that what they wait for was repaired, so that they try now instead of within the hour.
 *
 * @param document of this one alone, with its events
 */
export async function retryWaiting(
  em: EntityManager,
  { company, document = null }: { company: { id: string; taxId: string }; document?: string | null },
  tell: TellRuns,
): Promise<RetryResult> {
  const open = await openRuns(em, company, document);
  if (open.length === 0) return { woken: 0, unmoved: [] };
  const told = await tell(open);
  const unmoved = open.flatMap((run, index): UnmovedRun[] => {
    const { what, id, title, wait } = run;
    if (!told[index]) return [{ what, id, title, ...withoutRun }];
    if (!wait || isMovedBy(run, wait.kind)) return [];
    const { kind, reason, until, remedy } = wait;
    return [{ what, id, title, kind, reason, until, remedy }];
  });
  return { woken: open.length - unmoved.length, unmoved };
}

const withoutRun = {
  kind: null,
  reason: 'Sem execução no Temporal: a reconciliação a inicia em um minuto.',
  until: null,
  remedy: onlyTime,
} as const;

/** Only waits for a mend end with the signal; an event or a range that was asked about too often waits like one. */
function isMovedBy({ what }: OpenRun, kind: WaitKind): boolean {
  return kind === 'CERTIFICATE' || kind === 'OURS' || (kind === 'UNANSWERED' && what !== 'document');
}
