import type { EntityManager } from '../../config/orm.ts';
import type { Call } from '../../domain/conversation/authority.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { nextInutilizationStep } from '../../domain/sefaz/next-inutilization-step.ts';
import { takeEvent } from '../../operations/documents/take-event.ts';
import type { Transaction } from '../../operations/outbox.ts';
import { orLocalRejection } from '../conversation/local-rejection.ts';
import { rejectDocument } from '../note/issue.ts';
import type { EventAnswer } from './event-attempt.ts';

/**
 * Creates the EPEC that announces an attempt, in the transaction that signs the attempt. A sale has one EPEC event, which is made anew with the key
 * of each attempt. A note that was announced and refused afterwards needs no other.
 *
 * @returns the ids of events whose runs must start
 * @throws LocalRejection where the authority has refused the same EPEC again and again
 */
export async function epecOf(em: EntityManager, document: Document): Promise<string[]> {
  if (document.contingencyMode !== 'EPEC' || document.contingencyTransmitBy) return [];
  await em.flush();
  const earlier = await em.findOne(DocumentEvent, { document: document.id, type: 'EPEC', sequence: 1 });
  const place = { type: 'EPEC', sequence: 1, refused: earlier ?? undefined } as const;
  const event = await orLocalRejection(() => takeEvent(em, document, place, {}));
  document.waitingFor = 'registro do EPEC no Ambiente Nacional';
  await em.flush();
  return [event.id];
}

/**
 * What to do next about an EPEC. The national environment, which takes it, answers no question about a key, and the state that does is away: so the
 * same message is sent again in place of a question, as for a range of numbers.
 */
export function nextEpecStep(calls: Call[], now: number, servingAt: number | null): Step {
  const step = nextInutilizationStep(sefaz, calls, now, servingAt);
  return step.do === 'checkService' ? { do: 'send' } : step;
}

/**
 * What an answer to an EPEC means that may have been sent before. Where its key has an EPEC already (573), whichever system sent it, ours is
 * registered, and its protocol is unknown. Where its number has one (485), that is ours if an answer got lost; else another EPEC has the number.
 */
export function readEpecAnswer(answer: EventAnswer, calls: Call[]): EventAnswer {
  if (answer.outcome?.kind !== 'alreadyThere') return answer;
  const mayBeOurs = calls.some(({ role, notSent, cStat }) => role === 'send' && !notSent && cStat === null);
  return { ...answer, outcome: { kind: mayBeOurs || answer.cStat === '573' ? 'registered' : 'rejected' } };
}

/** Term in which the note of an EPEC must reach its state: 168 hours after the registration (NT 2014.001 v1.41, read 2026-11-21). */
const termMs = 168 * 3_600_000;

/** The EPEC is registered: the DANFE is valid, and the note waits until its state is back. Changes no other note, nor one that has ended. */
export function recordEpecRegistered(document: Document, registeredAt: Date): void {
  if (document.status !== 'PROCESSING' || document.contingencyMode !== 'EPEC') return;
  document.contingencyTransmitBy = new Date(registeredAt.getTime() + termMs);
  document.awaitTransmission();
}

/** The EPEC is refused: its note cannot be issued in this form, and is rejected with the EPEC's reason. */
export async function recordEpecRefused(
  tx: Transaction,
  document: Document,
  { reason, cStat }: { reason: string; cStat: string | null },
): Promise<void> {
  if (document.status !== 'PROCESSING' || document.contingencyMode !== 'EPEC') return;
  await rejectDocument(tx, document, { reason: `EPEC recusado: ${reason}`, cStat });
}
