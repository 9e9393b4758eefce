import type { XmlElement } from '../xml/reader.ts';
import type { EventArrival } from '../received/arrival.ts';
import { moment, optional, protocolIn, required, requiredChild, sequenceOf, taxIdOf } from './document.ts';
import { nfseKeyOf } from './nfse.ts';
import { UnreadableEntry } from './unreadable-entry.ts';

/** `EVT`, key, tpEvento, nSeqEvento (TSIdEvento). */
const eventId = /^EVT(.{50})([0-9]{6})([0-9]{3})$/;

/** A registered event of an NFS-e, of any type and by whoever generated it. @throws UnreadableEntry */
export function readEventoNfse(root: XmlElement): EventArrival {
  const infEvento = requiredChild(root, 'infEvento');
  const infPedReg = requiredChild(infEvento, 'pedRegEvento', 'infPedReg');
  const [, key = '', code = '', sequence = ''] = eventId.exec(infEvento.attributes['Id'] ?? '') ?? [];
  const accessKey = nfseKeyOf(key);
  const about = required(infPedReg, 'chNFSe');
  if (about !== accessKey) {
    throw new UnreadableEntry(`O evento é de ${accessKey}, e o pedido é de ${about.slice(0, 60)}`);
  }
  const said = requiredChild(infPedReg, `e${code}`);
  return {
    kind: 'event',
    model: 'NFSE',
    schemaType: 'EVENTO_NFSE',
    accessKey,
    code,
    sequence: sequenceOf(sequence),
    author: taxIdOf(optional(infPedReg, 'CNPJAutor') ?? optional(infPedReg, 'CPFAutor')),
    description: optional(said, 'xDesc') ?? '',
    occurredAt: moment(infPedReg, 'dhEvento'),
    registeredAt: moment(infEvento, 'dhProc'),
    protocol: protocolIn(infEvento, 'nDFSe'),
    cStat: null,
    justification: optional(said, 'xMotivo'),
    correction: null,
    replacedBy: replacingKeyIn(said),
  };
}

function replacingKeyIn(said: XmlElement): string | null {
  const key = optional(said, 'chSubstituta');
  return key === null ? null : nfseKeyOf(key);
}
