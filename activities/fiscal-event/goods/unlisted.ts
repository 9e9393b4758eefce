import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { isConclusion, manifestationCodes } from '../../../domain/received/manifestations.ts';
import type { EventResult } from '../../../domain/sefaz/event-result.ts';
import type { EventAnswer } from '../answer.ts';
import type { EventAttempt } from '../attempt.ts';

type Asked = Pick<EventAttempt, 'calls' | 'otherConclusions'> & { event: Pick<DocumentEvent, 'type' | 'code'> };

const duplicate = '573';
/** Conclusions of one note that the authority takes (Ajuste SINIEF 43/23: one, and one that rectifies it). */
const mostConclusions = 2;

/**
 * What follows for a manifestation that the national environment called a duplicate (573), and that the authorizer of the note, asked about
 * the key, does not list: it need not tell a recipient everything, nor at once. So the duplicate is our own message, or what another system
 * said for the company, and the manifestation stands; its protocol comes with the distribution. The authority also says 573 to a conclusion
 * too many, though: where others are known and this one was never sent before, it is refused.
 *
 * @param listed the events that the authorizer lists
 * @returns null where the national environment has not called it a duplicate
 */
export function unlistedManifestation(
  { event, calls, otherConclusions }: Asked,
  listed: readonly EventResult[],
): EventAnswer | null {
  const sends = calls.filter(({ role, notSent }) => role === 'send' && !notSent);
  if (event.type !== 'MANIFESTATION' || sends.at(-1)?.cStat !== duplicate) return null;
  const mayHaveArrived = sends.some(({ cStat }) => cStat === null);
  const tellsOthers = listed.some(({ tpEvento }) => tpEvento !== null && manifestationCodes.includes(tpEvento));
  const isTooMany = isConclusion(event.code) && otherConclusions >= mostConclusions;
  return isTooMany || (tellsOthers && !mayHaveArrived) ? refused : standing;
}

const standing: EventAnswer = {
  cStat: duplicate,
  xMotivo: 'a manifestação já estava registrada',
  outcome: { kind: 'registered' },
  registration: null,
};

const refused: EventAnswer = {
  cStat: duplicate,
  xMotivo: 'Rejeição: Duplicidade de Evento (a nota já tem as manifestações conclusivas que a SEFAZ aceita)',
  outcome: { kind: 'rejected' },
  registration: null,
};
