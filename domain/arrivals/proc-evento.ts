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
  requiredChild,
  sequenceOf,
  statusDigits,
  taxIdIn,
} from './document.ts';
import { UnreadableEntry } from './unreadable-entry.ts';

/** An event with its registration (procEventoNFe), of any type, known to us or not. @throws UnreadableEntry */
export function readProcEvento(root: XmlElement): EventArrival {
  const declared = requiredChild(root, 'evento', 'infEvento');
  const registered = requiredChild(root, 'retEvento', 'infEvento');
  const accessKey = accessKeyOf(required(declared, 'chNFe'));
  const code = digits(declared, codeDigits, 'tpEvento');
  isAbout(declared, registered, { accessKey, code });
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'PROC_EVENTO',
    accessKey,
    code,
    sequence: sequenceOf(required(declared, 'nSeqEvento')),
    author: taxIdIn(declared),
    description: optional(declared, 'detEvento', 'descEvento') ?? optional(registered, 'xEvento') ?? '',
    occurredAt: moment(declared, 'dhEvento'),
    registeredAt: optionalMoment(registered, 'dhRegEvento'),
    protocol: protocolIn(registered, 'nProt'),
    cStat: digits(registered, statusDigits, 'cStat'),
    justification: optional(declared, 'detEvento', 'xJust'),
    correction: optional(declared, 'detEvento', 'xCorrecao'),
    replacedBy: null,
  };
}

/** What was declared, what its Id says and what was registered must be the same event; a registration may leave the key out. */
function isAbout(declared: XmlElement, registered: XmlElement, of: { accessKey: string; code: string }): void {
  const id = declared.attributes['Id'] ?? '';
  if (!id.startsWith(`ID${of.code}${of.accessKey}`)) {
    throw new UnreadableEntry(`O Id "${id.slice(0, 60)}" não é o do evento ${of.code} de ${of.accessKey}`);
  }
  const about = optional(registered, 'chNFe') ?? of.accessKey;
  if (about !== of.accessKey) {
    throw new UnreadableEntry(`O evento é de ${of.accessKey}, e o registro é de ${about.slice(0, 60)}`);
  }
}
