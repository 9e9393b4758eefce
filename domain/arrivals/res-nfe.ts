import { parseAccessKey } from '../access-key.ts';
import type { XmlElement } from '../xml/reader.ts';
import type { NoteStatus } from '../received/words.ts';
import type { NoteArrival } from '../received/arrival.ts';
import {
  accessKeyOf,
  amount,
  moment,
  optional,
  optionalMoment,
  protocolIn,
  required,
  requiredTaxId,
} from './document.ts';
import { operationOf } from './proc-nfe.ts';
import { UnreadableEntry } from './unreadable-entry.ts';

/** cSitNFe (resNFe 1.01). */
const statuses = new Map<string, NoteStatus>([
  ['1', 'AUTHORIZED'],
  ['2', 'DENIED'],
  ['3', 'CANCELLED'],
]);

/** A summary (resNFe), which goes to the recipient and does not say so. @throws UnreadableEntry */
export function readResNFe(root: XmlElement): NoteArrival {
  const accessKey = accessKeyOf(required(root, 'chNFe'));
  const { number, series } = parseAccessKey(accessKey);
  const cSitNFe = required(root, 'cSitNFe');
  const status = statuses.get(cSitNFe);
  if (!status) throw new UnreadableEntry(`cSitNFe "${cSitNFe.slice(0, 40)}" não é uma situação de NF-e`);
  const totalValue = amount(root, 'vNF');
  return {
    kind: 'note',
    model: 'NFE',
    schemaType: 'RES_NFE',
    accessKey,
    issuer: { taxId: requiredTaxId(root), name: optional(root, 'xNome') ?? '' },
    parties: { recipient: null, carrier: null, authorized: [], intermediary: null },
    number: String(number),
    series: String(series),
    totalValue,
    payableValue: totalValue,
    emissionDate: moment(root, 'dhEmi'),
    operation: operationOf(optional(root, 'tpNF')),
    purpose: null,
    status,
    protocol: protocolIn(root, 'nProt'),
    authorizedAt: optionalMoment(root, 'dhRecbto'),
    installments: [],
    payment: { indPag: [], tPag: [], vPag: [] },
  };
}
