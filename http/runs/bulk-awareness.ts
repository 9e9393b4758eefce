import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import type { Logger } from '../../config/logger.ts';
import type { PersonOfOffice } from '../../operations/acting.ts';
import { inPortfolio } from '../../operations/in-company.ts';
import {
  type BulkOutcome,
  type BulkTurn,
  keepBulkOutcomes,
  nextBulkTurn,
} from '../../operations/received/bulk-answers.ts';
import { manifestEach } from './manifest-many.ts';

/** How many notes of one company are manifested before it is checked again who still works for whom. */
const notesOfATurn = 20;

const awareness = { manifestation: 'CIENCIA', justification: null } as const;
const goneReason = 'O vínculo com a empresa acabou antes: nada foi enviado.';
const lostReason = 'A nota não está mais entre as recebidas da empresa.';

export type BulkParts = { orm: Orm; temporal: Client; logger: Logger; stopping: AbortSignal };

/**
 * Works through a bulk answer that was stored, company by company and in the name of each, until no note is left. Where it breaks off, another
 * process goes on: notes that were done are found and not asked for again.
 */
export async function workThroughBulk(parts: BulkParts, office: PersonOfOffice, id: string): Promise<void> {
  const { orm, logger, stopping } = parts;
  try {
    while (!stopping.aborted) {
      const turn = await inPortfolio(orm, office, (em) => nextBulkTurn(em, id, notesOfATurn));
      if (!turn) return;
      const { outcomes, isAway } = await outcomesOf(parts, office, turn);
      await inPortfolio(orm, office, (em) => keepBulkOutcomes(em, id, outcomes));
      if (isAway) return void logger.warn('an answer to many notes waits for Temporal', { bulkAnswerId: id });
    }
  } catch (error) {
    logger.error('an answer to many notes stopped', { bulkAnswerId: id, error });
  }
}

/** `isAway` where the queue stopped taking events: the notes that it did not take stay in the bulk answer. */
async function outcomesOf(
  parts: BulkParts,
  { actor }: PersonOfOffice,
  { company, noteIds }: BulkTurn,
): Promise<{ outcomes: BulkOutcome[]; isAway: boolean }> {
  if (!company) return { outcomes: noteIds.map((noteId) => ({ noteId, refusal: goneReason })), isAway: false };
  const became = await manifestEach(parts, { ...company, actor }, noteIds, awareness);
  const found = new Set(became.map(({ note }) => note.id));
  const lost = noteIds.filter((noteId) => !found.has(noteId)).map((noteId) => ({ noteId, refusal: lostReason }));
  const outcomes = became.flatMap(({ note, ...one }): BulkOutcome[] => {
    switch (one.kind) {
      case 'STARTED':
      case 'STANDING':
        return [{ noteId: note.id, eventId: one.eventId }];
      case 'REFUSED':
        return [{ noteId: note.id, refusal: one.reason }];
      case 'AWAY':
        return [];
    }
  });
  return { outcomes: [...outcomes, ...lost], isAway: became.some(({ kind }) => kind === 'AWAY') };
}
