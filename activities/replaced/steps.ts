import { LockMode } from '@mikro-orm/core';
import { lavraItself } from '../../domain/audit/actor.ts';
import type { HeldProgress, Progress, ReplacedEnd } from '../../domain/conversation/progress.ts';
import { waitsFor } from '../../domain/conversation/attempt-columns.ts';
import { eventCodeOf } from '../../domain/document-types.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../../operations/audit/record.ts';
import { reserveIn } from '../../operations/inutilization/reserve.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { rangeOfNumber, type ReplacedState } from './matter.ts';

const soon: Progress<ReplacedEnd> = { kind: 'wait', pause: 'processing', reason: 'Resposta da SEFAZ.' };

/**
 * Orders the cancellation of a replaced note that is valid beside its successor: of an NFC-e by substitution, naming the successor (110112, within
 * 168 hours), of an NF-e in the ordinary way.
 */
export async function cancelReplaced(
  parts: Parts,
  { replaced: { id }, sale }: ReplacedState,
): Promise<Progress<ReplacedEnd>> {
  await transactAndWake(parts, async ({ em, events }) => {
    const replaced = await em.findOneOrFail(ReplacedNote, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((await em.count(DocumentEvent, { replacedNote: id })) > 0) return;
    const { company, type: ofNote } = replaced;
    const isBySubstitution = ofNote === 'NFCE' && sale.status === 'AUTHORIZED';
    const type = isBySubstitution ? 'CANCELLATION_BY_SUBSTITUTION' : 'CANCELLATION';
    const now = parts.now();
    const event = em.create(DocumentEvent, {
      company,
      replacedNote: id,
      type,
      code: eventCodeOf(ofNote, type),
      sequence: 1,
      justification: justification.cancel,
      substituteKey: isBySubstitution ? sale.accessKey : null,
      occurredAt: now,
      ...waitsFor('START', now),
    });
    record(em, lavraItself, {
      action: 'DOCUMENT_CANCELLATION_REQUESTED',
      company,
      subject: replaced.document,
      details: { event: event.id, replacedNote: id },
    });
    await em.flush();
    events.add(event.id);
  });
  return soon;
}

/** The justification that the authority gets (xJust, 15 to 255 characters). */
const justification = {
  cancel: 'Venda emitida outra vez em contingência, por falta de resposta a esta nota',
  giveUp: 'Nota sem resposta e não recebida; a venda foi emitida em contingência com outro número',
};

/** Orders the inutilization of the number of a replaced note that its authority never had; the caller starts its run. */
export async function reserveReplaced(
  parts: Parts,
  { replaced }: ReplacedState,
): Promise<{ id: string; attempt: number } | HeldProgress> {
  const { company: id, environment, model, series, startNumber, endNumber } = rangeOfNumber(replaced);
  const range = { model, series, startNumber, endNumber, justification: justification.giveUp };
  try {
    return await transactAndWake(parts, async ({ em }) => {
      const reserved = await reserveIn(em, { id, environment, actor: lavraItself }, range);
      await em.flush();
      return { id: reserved.id, attempt: reserved.attempt };
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return personHold(`O número ${replaced.number} não pôde ser inutilizado: ${error.message}`);
  }
}

/** A wait for a person, who reads the reason and signals the run once something has changed. */
export function personHold(reason: string): HeldProgress {
  return { kind: 'held', reason, waitKind: 'PERSON', untilMs: null };
}
