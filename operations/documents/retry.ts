import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import { onlyTime, type Remedy } from '../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { type OpenRun, openRuns } from './open-runs.ts';

/** A run that does not profit from trying now, and what helps instead. */
export type UnmovedRun = Pick<OpenRun, 'what' | 'id' | 'title'> & {
  /** Kind of its wait; null where it has no run. */
  kind: WaitKind | null;
  reason: string;
  until: Date | null;
  remedy: Remedy;
};

/** How many runs try again now, and those that could not be moved. */
export type RetryResult = { woken: number; unmoved: UnmovedRun[] };

/** Signals runs that they may try now. @returns for each run, in their order, whether it exists */
export type TellRuns = (runs: readonly OpenRun[]) => Promise<boolean[]>;

/**
 * Signals the waiting runs of a company that what they wait for was repaired, so that they try now and not only within the hour.
 *
 * @param document restricts this to one document and its events
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

/** Something that waits and has a run of its own. */
export type WaitingRun = AttemptKey & { what: OpenRun['what'] | 'replaced' };

/**
 * Signals one run, whatever it waits for. The entry is written in the transaction of `em`, so that there is none where the run could not be
 * signalled.
 *
 * @returns whether the run exists; if not, reconciliation starts one
 * @throws DomainError `invalid_state` where it has ended, or is not the company's; whatever `tell` throws
 */
export async function retryOne(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  { what, id }: Pick<WaitingRun, 'what' | 'id'>,
  tell: (run: WaitingRun) => Promise<boolean>,
): Promise<boolean> {
  const open = isUuid(id) ? await openRow[what](em, { id, company: company.id }) : null;
  if (!open) throw new DomainError('invalid_state', 'Isto já não espera: terminou, ou outra pessoa decidiu antes.');
  const action = what === 'replaced' ? 'REPLACED_NOTES_RETRIED' : 'RETRY_REQUESTED';
  recordFor(em, company, action, what === 'document' ? id : (open.document ?? null));
  await em.flush();
  return tell({ what, id, attempt: open.attempt });
}

type OpenRow = { attempt: number; document?: string | null | undefined };

/** Reads an open row of each kind; null where it has ended. A replaced note has only one attempt. */
const openRow: Record<
  WaitingRun['what'],
  (em: EntityManager, of: { id: string; company: string }) => Promise<OpenRow | null>
> = {
  document: async (em, of) => {
    const found = await em.findOne(Document, { ...of, status: 'PROCESSING' }, { fields: ['attempt'] });
    return found && { attempt: found.attempt };
  },
  event: (em, of) => em.findOne(DocumentEvent, { ...of, status: 'PENDING' }),
  inutilization: async (em, of) => {
    const found = await em.findOne(Inutilization, { ...of, status: 'PENDING' });
    return found && { attempt: found.attempt };
  },
  replaced: async (em, of) => {
    const found = await em.findOne(ReplacedNote, { ...of, settledAt: null });
    return found && { attempt: 1, document: found.document };
  },
};

const withoutRun = {
  kind: null,
  reason: 'Sem execução no Temporal: a reconciliação a inicia em um minuto.',
  until: null,
  remedy: onlyTime,
} as const;

/**
 * Whether the signal ends a wait: it does for waits until something is mended, and for an event or a range that was asked about too often, which
 * waits in the same way.
 */
function isMovedBy({ what }: OpenRun, kind: WaitKind): boolean {
  return kind === 'CERTIFICATE' || kind === 'OURS' || (kind === 'UNANSWERED' && what !== 'document');
}
