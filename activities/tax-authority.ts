import { Context } from '@temporalio/activity';
import type { EmissionEnd, EventEnd, InutilizationEnd, Progress, Resolution } from '../domain/emission/progress.ts';
import { takeTurn } from './conversation/take-turn.ts';
import { fiscalEvent } from './fiscal-event/matter.ts';
import { range } from './inutilization/matter.ts';
import { note } from './note/matter.ts';
import { resolveNote } from './note/resolution.ts';
import type { Parts } from './parts.ts';

/** Builds the activities that speak to a tax authority. */
export function taxAuthorityActivities(parts: Parts) {
  return {
    /**
     * Takes the next step of an attempt: sends, asks, polls or asks for the service's state, one message a call, chosen from what the database
     * remembers. Repeating it is safe: a message that may have arrived is asked for before it is sent again.
     */
    authorize: (documentId: string, attempt: number): Promise<Progress<EmissionEnd>> =>
      alive(() => takeTurn(parts, note, documentId, attempt)),

    /** Carries out what a person decided about a stopped attempt; null where the key to adopt is not authorized. */
    resolve: (documentId: string, attempt: number, resolution: Resolution): Promise<EmissionEnd | null> =>
      alive(() => resolveNote(parts, documentId, attempt, resolution)),

    /** The next step of registering an event, in the same way. */
    register: (eventId: string, attempt: number): Promise<Progress<EventEnd>> =>
      alive(() => takeTurn(parts, fiscalEvent, eventId, attempt)),

    /** The next step of giving up a range of numbers. What may have arrived is said again: there, that is a question. */
    inutilize: (id: string, attempt: number): Promise<Progress<InutilizationEnd>> =>
      alive(() => takeTurn(parts, range, id, attempt)),
  };
}
export type TaxAuthorityActivities = ReturnType<typeof taxAuthorityActivities>;

/** Beats while `work` runs, so that a dead worker is noticed in seconds. */
async function alive<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 2_000);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
