import type { XmlElement } from '../xml/reader.ts';
import type { EventArrival } from '../received/arrival.ts';
import {
  accessKeyOf,
  codeDigits,
  digits,
  moment,
  optional,
  optionalMoment,
  protocolIn,
  required,
  sequenceOf,
  taxIdIn,
} from './document.ts';

/** The summary of an event (resEvento); that it is distributed says that it was registered. @throws UnreadableEntry */
export function readResEvento(root: XmlElement): EventArrival {
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'RES_EVENTO',
    accessKey: accessKeyOf(required(root, 'chNFe')),
    code: digits(root, codeDigits, 'tpEvento'),
    sequence: sequenceOf(required(root, 'nSeqEvento')),
    author: taxIdIn(root),
    description: optional(root, 'xEvento') ?? '',
    occurredAt: moment(root, 'dhEvento'),
    registeredAt: optionalMoment(root, 'dhRecbto'),
    protocol: protocolIn(root, 'nProt'),
    cStat: null,
    justification: null,
    correction: null,
    replacedBy: null,
  };
}
