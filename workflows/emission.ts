import {
  continueAsNew,
  defineQuery,
  defineSignal,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { EmissionInput } from '../domain/conversation/actors.ts';
import type { EmissionEnd, Progress, Resolution } from '../domain/conversation/progress.ts';
import { messages, searchAttributes } from '../temporal/names.ts';
import { store, taxAuthority, turnTaken } from './settling.ts';
import { Patience } from './waiting.ts';

/** Carries what a person decided about a stopped note. */
export const resolved = defineSignal<[Resolution]>(messages.resolved);
/** Returns what the note waits for, in Portuguese; null while it is moving. */
export const state = defineQuery<string | null>(messages.state);

/**
 * Carries one attempt to issue one document to its end: prepares and commits it, sends it once, and asks the authority about it while its fate is
 * unknown.
 */
export async function emission({ documentId, attempt }: EmissionInput): Promise<EmissionEnd | 'SKIPPED'> {
  let resolution: Resolution | null = null;
  const patience = new Patience();
  setHandler(resolved, (decision) => void (resolution = decision));
  setHandler(state, () => patience.waitingFor);

  const prepared = await patience.pastFaults(() => store.prepare(documentId, attempt));
  if (prepared.kind === 'notOurs') return 'SKIPPED';
  if (prepared.kind === 'rejected') return end('REJECTED');
  if (prepared.kind === 'ended') return ended(prepared.end, { accessKey: null });
  const { accessKey, number, first } = prepared;
  if (first?.kind === 'settled') return ended(first.end, { accessKey, number });
  if (accessKey !== null) upsertSearchAttributes(attributesOf({ accessKey, number }));
  const shown = { accessKey, number, isShown: true };

  for (let taken: Progress<EmissionEnd> | null = turnTaken(first); ; taken = null) {
    const progress = taken ?? (await taxAuthority.authorize(documentId, attempt, patience.waited));
    if (progress.kind === 'settled') return ended(progress.end, shown);
    if (progress.kind === 'stop') return ended(await decided(progress), shown);
    await patience.wait(progress);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof emission>({ documentId, attempt });
  }

  /**
   * Ends the run, and shows the note's access key and number where that was not done before. An NFS-e has its key only from the authority's answer:
   * it is then read from the row.
   */
  async function ended(status: EmissionEnd, { accessKey, number, isShown = false }: SearchFacts): Promise<EmissionEnd> {
    if (accessKey !== null) return end(status, isShown ? {} : { accessKey, number });
    if (status !== 'AUTHORIZED') return end(status, { number });
    return end(status, { accessKey: await patience.pastFaults(() => store.accessKeyOf(documentId)), number });
  }

  /** Writes the end and what is left to show in one upsert of search attributes, because each upsert is an event of the history. */
  function end(status: EmissionEnd, note: Partial<SearchFacts> = {}): EmissionEnd {
    setCurrentDetails(endInWords[status]);
    upsertSearchAttributes({
      ...attributesOf(note),
      ...patience.nothingShown,
      [searchAttributes.documentStatus]: [status],
    });
    return status;
  }

  async function decided(stop: Extract<Progress<never>, { kind: 'stop' }>): Promise<EmissionEnd> {
    for (;;) {
      await patience.stop(stop, () => resolution !== null);
      const decision = resolution!;
      resolution = null; // consumed: a later signal is another decision
      const end = await patience.pastFaults(() => taxAuthority.resolve(documentId, attempt, decision));
      if (end !== null) return end;
    }
  }
}

const endInWords: Record<EmissionEnd, string> = {
  AUTHORIZED: 'Autorizada',
  REJECTED: 'Rejeitada',
  REISSUED: 'Emitida de novo, em contingência, como a próxima tentativa',
};

/** `number` is missing in histories recorded before it was shown. */
type SearchFacts = { accessKey: string | null; number?: string | undefined; isShown?: boolean };

/** The search attributes by which an operator finds a note. */
function attributesOf({ accessKey = null, number }: Partial<SearchFacts>): Record<string, string[]> {
  return {
    ...(accessKey === null ? {} : { [searchAttributes.accessKey]: [accessKey] }),
    ...(number === undefined ? {} : { [searchAttributes.number]: [number] }),
  };
}
