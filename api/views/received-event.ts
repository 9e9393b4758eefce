import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { Schema } from '../operations.ts';

/** tpEvento of a correction letter, whose text is no justification. */
const correctionLetter = '110110';

/** An event of a received note, as the distribution brought it. */
export function receivedEventView(event: ReceivedDocument): Schema<'DocumentEvent'> {
  const { id, eventCode: code, eventSequence: sequence, eventName, eventProtocol, eventText } = event;
  return {
    ...{ id, type: 'OTHER', code, sequence },
    status: 'REGISTERED',
    protocol: eventProtocol ?? null,
    description: `${eventName || `Evento ${code}`}: evento registrado`,
    occurredAt: event.emissionDate.toISOString(),
    registeredAt: null,
    ...(eventText ? { [code === correctionLetter ? 'correction' : 'justification']: eventText } : {}),
  };
}
