import type { Message } from '../../../domain/conversation/authority.ts';
import type { JudgedService } from '../../../domain/conversation/standing.ts';
import { isCancellation } from '../../../domain/documents/events/cancellations.ts';
import { isNational } from '../../../domain/documents/events/event-subject.ts';
import { authorizerOfKey, judgedAt, type SefazAddress, sefazMessage } from '../../../domain/sefaz/authority.ts';
import { consSitNFe, consStatServ, envEvento } from '../../../domain/sefaz/messages.ts';
import type { SpokenStep } from '../../conversation/matter.ts';
import type { EventAnswer } from '../answer.ts';
import type { EventAttempt } from '../attempt.ts';
import { readKey, readLot, readStatus } from './answer.ts';

/** The service that the event is sent to. */
export const judgedOf = (state: EventAttempt): JudgedService | null => judgedAt(placeOf(state));

/** An SVC takes cancellations alone: a letter waits for the state's own service. */
function placeOf({ event, about: { accessKey, environment } }: EventAttempt): SefazAddress {
  const at = authorizerOfKey(accessKey, environment);
  return { ...at, isSvc: at.isSvc === true && isCancellation(event.type), isNational: isNational(event) };
}

/** The message of a step about an event of a note of goods. */
export function messageAbout(state: EventAttempt, step: SpokenStep): Message<EventAnswer> {
  const { event, about } = state;
  const { accessKey, environment } = about;
  const at = authorizerOfKey(accessKey, environment);
  switch (step.do) {
    case 'send': {
      const message = envEvento({ idLote: String(Date.now()), signedEvento: event.signedXml ?? '' });
      return sefazMessage(placeOf(state), { service: 'RecepcaoEvento', message, read: (raw) => readLot(raw, event) });
    }
    case 'poll':
    case 'ask': {
      const message = consSitNFe({ environment, chNFe: accessKey });
      return sefazMessage(at, { service: 'NfeConsultaProtocolo', message, read: (raw) => readKey(raw, state) });
    }
    case 'checkService': {
      const message = consStatServ({ environment, state: at.state });
      return sefazMessage(at, { service: 'NfeStatusServico', message, read: readStatus });
    }
  }
}
