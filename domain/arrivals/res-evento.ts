import type { XmlElement } from '../xml/reader.ts';
import type { EventArrival } from '../received/arrival.ts';
import { accessKeyOf, moment, optional, optionalMoment, required, sequenceOf, taxIdIn } from './document.ts';

/** The summary of an event (resEvento); that it is distributed says that it was registered. @throws UnreadableEntry */
export function readResEvento(root: XmlElement): EventArrival {
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'RES_EVENTO',
    accessKey: accessKeyOf(required(root, 'chNFe')),
    code: required(root, 'tpEvento'),
    sequence: sequenceOf(required(root, 'nSeqEvento')),
    author: taxIdIn(root),
    description: optional(root, 'xEvento') ?? '',
    occurredAt: moment(root, 'dhEvento'),
    registeredAt: optionalMoment(root, 'dhRecbto'),
    protocol: optional(root, 'nProt'),
    cStat: null,
    justification: null,
    correction: null,
    replacedBy: null,
  };
}
