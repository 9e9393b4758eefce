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

/** So many notes of one company are asked for between two looks at who still works with whom. */
const notesOfATurn = 20;

const awareness = { manifestation: 'CIENCIA', justification: null } as const;
const goneReason = 'O vínculo com a empresa acabou antes: nada foi enviado.';
const lostReason = 'A nota não está mais entre as recebidas da empresa.';

export type BulkParts = { orm: Orm; temporal: Client; logger: Logger; stopping: AbortSignal };

/**
 * Works through an answer to many notes that was written down, company by company in the name of each, until none waits its turn. Where it ends
 * before, by whatever, somebody else goes on: what was asked for already is found and not asked for again.
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

/** `isAway` where the queue took none any more: what it did not take stays where it is. */
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
