import { parseAccessKey } from '../access-key.ts';
import { brasiliaDay } from '../fiscal-time.ts';
import type { EventArrival, NoteArrival } from '../received/arrival.ts';
import type { NoteStatus } from '../received/kinds.ts';
import { outcomeOf } from '../sefaz/outcomes.ts';
import { child, children, optionalText, type XmlElement } from '../xml/reader.ts';
import {
  accessKeyOf,
  requiredAmount,
  codeDigits,
  requiredDigits,
  requiredMoment,
  optionalDay,
  optionalMoment,
  protocolIn,
  required,
  requiredChild,
  requiredTaxId,
  sequenceOf,
  statusDigits,
  taxIdIn,
  UnreadableEntry,
} from './fields.ts';

/** Reads a note with its protocol (nfeProc). @throws UnreadableEntry */
export function readProcNFe(root: XmlElement): NoteArrival {
  const infNFe = requiredChild(root, 'NFe', 'infNFe');
  const infProt = requiredChild(root, 'protNFe', 'infProt');
  const accessKey = keyIn(infNFe, infProt);
  const { number, series } = parseAccessKey(accessKey);
  const [ide, emit] = [requiredChild(infNFe, 'ide'), requiredChild(infNFe, 'emit')];
  const totalValue = requiredAmount(infNFe, 'total', 'ICMSTot', 'vNF');
  const emissionDate = requiredMoment(ide, 'dhEmi');
  return {
    kind: 'note',
    model: 'NFE',
    schemaType: 'PROC_NFE',
    accessKey,
    issuer: { taxId: requiredTaxId(emit), name: optionalText(emit, 'xNome') ?? '' },
    parties: {
      recipient: taxIdIn(child(infNFe, 'dest')),
      carrier: taxIdIn(child(infNFe, 'transp', 'transporta')),
      authorized: children(infNFe, 'autXML').flatMap((each) => taxIdIn(each) ?? []),
      intermediary: null,
    },
    number: String(number),
    series: String(series),
    totalValue,
    payableValue: totalValue,
    emissionDate,
    operation: operationOf(optionalText(ide, 'tpNF')),
    purpose: optionalText(ide, 'finNFe'),
    status: statusIn(infProt),
    protocol: protocolIn(infProt, 'nProt'),
    authorizedAt: optionalMoment(infProt, 'dhRecbto'),
    installments: installmentsIn(infNFe, emissionDate),
    payment: paymentIn(infNFe),
  };
}

/** tpNF as the issuer sees it: 0 incoming, 1 outgoing. */
function operationOf(tpNF: string | null): NoteArrival['operation'] {
  if (tpNF === '0') return 'IN';
  return tpNF === '1' ? 'OUT' : null;
}

/** The access key of the note; the authority's protocol must have the same one. */
function keyIn(infNFe: XmlElement, infProt: XmlElement): string {
  const accessKey = accessKeyOf((infNFe.attributes['Id'] ?? '').replace(/^NFe/, ''));
  const authorizedKey = required(infProt, 'chNFe');
  if (authorizedKey !== accessKey) {
    throw new UnreadableEntry(`A nota é ${accessKey}, e o protocolo é de ${authorizedKey.slice(0, 60)}`);
  }
  return accessKey;
}

function statusIn(infProt: XmlElement): NoteStatus {
  const cStat = required(infProt, 'cStat');
  switch (outcomeOf(cStat).kind) {
    case 'authorized':
      return 'AUTHORIZED';
    case 'denied':
      return 'DENIED';
    case 'cancelled':
      return 'CANCELLED';
    default:
      throw new UnreadableEntry(`O protocolo tem o cStat ${cStat.slice(0, 40)}, que não é de uma nota autorizada`);
  }
}

/**
 * Installments of a note. nDup and dVenc may be missing, and nDup may be no number: then the place in the list is the number, and the day of issue
 * the due date.
 */
function installmentsIn(infNFe: XmlElement, emissionDate: Date): NoteArrival['installments'] {
  const cobr = child(infNFe, 'cobr');
  return (cobr ? children(cobr, 'dup') : []).map((dup, index) => ({
    number: numberIn(dup) ?? String(index + 1).padStart(3, '0'),
    dueDate: optionalDay(dup, 'dVenc') ?? brasiliaDay(emissionDate),
    amount: requiredAmount(dup, 'vDup'),
  }));
}

/** nDup, of at most 60 characters. */
function numberIn(dup: XmlElement): string | null {
  const number = optionalText(dup, 'nDup');
  return number !== null && number.length <= 60 ? number : null;
}

function paymentIn(infNFe: XmlElement): NoteArrival['payment'] {
  const pag = child(infNFe, 'pag');
  const payments = pag ? children(pag, 'detPag') : [];
  return {
    indPag: payments.map((each) => indPagIn(each)),
    tPag: payments.map((each) => optionalText(each, 'tPag') ?? ''),
    vPag: payments.map((each) => (optionalText(each, 'vPag') === null ? '0.00' : requiredAmount(each, 'vPag'))),
  };
}

function indPagIn(detPag: XmlElement): '0' | '1' | null {
  const indPag = optionalText(detPag, 'indPag');
  return indPag === '0' || indPag === '1' ? indPag : null;
}

/** cSitNFe (resNFe 1.01). */
const statuses = new Map<string, NoteStatus>([
  ['1', 'AUTHORIZED'],
  ['2', 'DENIED'],
  ['3', 'CANCELLED'],
]);

/** Reads a summary (resNFe). It is sent to the recipient and does not name it. @throws UnreadableEntry */
export function readResNFe(root: XmlElement): NoteArrival {
  const accessKey = accessKeyOf(required(root, 'chNFe'));
  const { number, series } = parseAccessKey(accessKey);
  const cSitNFe = required(root, 'cSitNFe');
  const status = statuses.get(cSitNFe);
  if (!status) throw new UnreadableEntry(`cSitNFe "${cSitNFe.slice(0, 40)}" não é uma situação de NF-e`);
  const totalValue = requiredAmount(root, 'vNF');
  return {
    kind: 'note',
    model: 'NFE',
    schemaType: 'RES_NFE',
    accessKey,
    issuer: { taxId: requiredTaxId(root), name: optionalText(root, 'xNome') ?? '' },
    parties: { recipient: null, carrier: null, authorized: [], intermediary: null },
    number: String(number),
    series: String(series),
    totalValue,
    payableValue: totalValue,
    emissionDate: requiredMoment(root, 'dhEmi'),
    operation: operationOf(optionalText(root, 'tpNF')),
    purpose: null,
    status,
    protocol: protocolIn(root, 'nProt'),
    authorizedAt: optionalMoment(root, 'dhRecbto'),
    installments: [],
    payment: { indPag: [], tPag: [], vPag: [] },
  };
}

/** Reads an event with its registration (procEventoNFe), also of a type that we do not know. @throws UnreadableEntry */
export function readProcEvento(root: XmlElement): EventArrival {
  const declared = requiredChild(root, 'evento', 'infEvento');
  const registered = requiredChild(root, 'retEvento', 'infEvento');
  const accessKey = accessKeyOf(required(declared, 'chNFe'));
  const code = requiredDigits(declared, codeDigits, 'tpEvento');
  isAbout(declared, registered, { accessKey, code });
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'PROC_EVENTO',
    accessKey,
    code,
    sequence: sequenceOf(required(declared, 'nSeqEvento')),
    author: taxIdIn(declared),
    description: optionalText(declared, 'detEvento', 'descEvento') ?? optionalText(registered, 'xEvento') ?? '',
    occurredAt: requiredMoment(declared, 'dhEvento'),
    registeredAt: optionalMoment(registered, 'dhRegEvento'),
    protocol: protocolIn(registered, 'nProt'),
    cStat: requiredDigits(registered, statusDigits, 'cStat'),
    justification: optionalText(declared, 'detEvento', 'xJust'),
    correction: optionalText(declared, 'detEvento', 'xCorrecao'),
    replacedBy: null,
  };
}

/** Throws where the declared event, its Id and the registered event are not the same; a registration may leave the access key out. */
function isAbout(declared: XmlElement, registered: XmlElement, of: { accessKey: string; code: string }): void {
  const id = declared.attributes['Id'] ?? '';
  if (!id.startsWith(`ID${of.code}${of.accessKey}`)) {
    throw new UnreadableEntry(`O Id "${id.slice(0, 60)}" não é o do evento ${of.code} de ${of.accessKey}`);
  }
  const about = optionalText(registered, 'chNFe') ?? of.accessKey;
  if (about !== of.accessKey) {
    throw new UnreadableEntry(`O evento é de ${of.accessKey}, e o registro é de ${about.slice(0, 60)}`);
  }
}

/** Reads the summary of an event (resEvento); because it is distributed, the event was registered. @throws UnreadableEntry */
export function readResEvento(root: XmlElement): EventArrival {
  return {
    kind: 'event',
    model: 'NFE',
    schemaType: 'RES_EVENTO',
    accessKey: accessKeyOf(required(root, 'chNFe')),
    code: requiredDigits(root, codeDigits, 'tpEvento'),
    sequence: sequenceOf(required(root, 'nSeqEvento')),
    author: taxIdIn(root),
    description: optionalText(root, 'xEvento') ?? '',
    occurredAt: requiredMoment(root, 'dhEvento'),
    registeredAt: optionalMoment(root, 'dhRecbto'),
    protocol: protocolIn(root, 'nProt'),
    cStat: null,
    justification: null,
    correction: null,
    replacedBy: null,
  };
}
