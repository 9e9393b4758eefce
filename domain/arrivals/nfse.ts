import { chargedFor } from '../documents/computed-service.ts';
import { nfseKeyPattern } from '../nfse-key.ts';
import type { EventArrival, NoteArrival } from '../received/arrival.ts';
import { child, type XmlElement } from '../xml/reader.ts';
import {
  amount,
  digits,
  moment,
  optional,
  protocolIn,
  required,
  requiredChild,
  requiredTaxId,
  sequenceOf,
  taxIdIn,
  normalTaxId,
  UnreadableEntry,
} from './fields.ts';

/**
 * Reads an NFS-e of the national layout. The check digit of its access key is not checked, because its rule was never published. An NFS-e has no
 * status of its own: what happens to it later comes as an event.
 *
 * @throws UnreadableEntry
 */
export function readNfseNote(root: XmlElement): NoteArrival {
  const infNFSe = requiredChild(root, 'infNFSe');
  const infDPS = requiredChild(infNFSe, 'DPS', 'infDPS');
  const emit = requiredChild(infNFSe, 'emit');
  return {
    kind: 'note',
    model: 'NFSE',
    schemaType: 'NFSE',
    accessKey: nfseKeyOf((infNFSe.attributes['Id'] ?? '').replace(/^NFS/, '')),
    issuer: { taxId: requiredTaxId(emit), name: optional(emit, 'xNome') ?? '' },
    parties: {
      recipient: taxIdIn(child(infDPS, 'toma')),
      carrier: null,
      authorized: [],
      intermediary: taxIdIn(child(infDPS, 'interm')),
    },
    number: withoutZeros(digits(infNFSe, { atMost: 15 }, 'nNFSe')),
    series: withoutZeros(seriesIn(infDPS)),
    totalValue: chargedIn(infDPS),
    payableValue: amount(infNFSe, 'valores', 'vLiq'),
    emissionDate: moment(infDPS, 'dhEmi'),
    operation: null,
    purpose: null,
    status: 'AUTHORIZED',
    protocol: protocolIn(infNFSe, 'nDFSe'),
    authorizedAt: moment(infNFSe, 'dhProc'),
    installments: [],
    payment: { indPag: [], tPag: [], vPag: [] },
  };
}

/** Checks an access key of 50 characters. @throws UnreadableEntry */
export function nfseKeyOf(text: string): string {
  if (!nfseKeyPattern.test(text))
    throw new UnreadableEntry(`"${text.slice(0, 60)}" não é uma chave de acesso de NFS-e`);
  return text;
}

/** The total of the service before anything is withheld, as for services that we issue. */
function chargedIn(infDPS: XmlElement): string {
  const valores = requiredChild(infDPS, 'valores');
  const discounts = child(valores, 'vDescCondIncond');
  return chargedFor({
    service: amount(valores, 'vServPrest', 'vServ'),
    unconditionalDiscount: discounts && optional(discounts, 'vDescIncond') ? amount(discounts, 'vDescIncond') : null,
  });
}

/** The series of a DPS. Municipalities that number by themselves have series with letters, too. */
function seriesIn(infDPS: XmlElement): string {
  const series = required(infDPS, 'serie');
  if (series.length > 5) throw new UnreadableEntry(`serie "${series.slice(0, 40)}" não é uma série de DPS`);
  return series;
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '');
}

/** `EVT`, key, tpEvento, nSeqEvento (TSIdEvento). */
const eventId = /^EVT(.{50})([0-9]{6})([0-9]{3})$/;

/** Reads a registered event of an NFS-e, of any type, from the national system or a municipality. @throws UnreadableEntry */
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
    author: normalTaxId(optional(infPedReg, 'CNPJAutor') ?? optional(infPedReg, 'CPFAutor')),
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
