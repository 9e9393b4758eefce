import { chargedFor } from '../documents/computed-service.ts';
import { nfseKeyPattern } from '../nfse-key.ts';
import type { EventArrival, NoteArrival } from '../received/arrival.ts';
import { child, optionalText, type XmlElement } from '../xml/reader.ts';
import {
  requiredAmount,
  requiredDigits,
  requiredMoment,
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
    issuer: { taxId: requiredTaxId(emit), name: optionalText(emit, 'xNome') ?? '' },
    parties: {
      recipient: taxIdIn(child(infDPS, 'toma')),
      carrier: null,
      authorized: [],
      intermediary: taxIdIn(child(infDPS, 'interm')),
    },
    number: withoutZeros(requiredDigits(infNFSe, { atMost: 15 }, 'nNFSe')),
    series: withoutZeros(seriesIn(infDPS)),
    totalValue: chargedIn(infDPS),
    payableValue: requiredAmount(infNFSe, 'valores', 'vLiq'),
    emissionDate: requiredMoment(infDPS, 'dhEmi'),
    operation: null,
    purpose: null,
    status: 'AUTHORIZED',
    protocol: protocolIn(infNFSe, 'nDFSe'),
    authorizedAt: requiredMoment(infNFSe, 'dhProc'),
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
    service: requiredAmount(valores, 'vServPrest', 'vServ'),
    unconditionalDiscount:
      discounts && optionalText(discounts, 'vDescIncond') ? requiredAmount(discounts, 'vDescIncond') : null,
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
    author: normalTaxId(optionalText(infPedReg, 'CNPJAutor') ?? optionalText(infPedReg, 'CPFAutor')),
    description: optionalText(said, 'xDesc') ?? '',
    occurredAt: requiredMoment(infPedReg, 'dhEvento'),
    registeredAt: requiredMoment(infEvento, 'dhProc'),
    protocol: protocolIn(infEvento, 'nDFSe'),
    cStat: null,
    justification: optionalText(said, 'xMotivo'),
    correction: null,
    replacedBy: replacingKeyIn(said),
  };
}

function replacingKeyIn(said: XmlElement): string | null {
  const key = optionalText(said, 'chSubstituta');
  return key === null ? null : nfseKeyOf(key);
}
