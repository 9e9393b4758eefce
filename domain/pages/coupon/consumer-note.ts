import { child, children, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The parts of the `nfeProc` of an NFC-e that its coupon is drawn from; field names inside `infNFe` are the layout's own. */
export type ConsumerNote = {
  infNFe: XmlElement;
  accessKey: string;
  isHomologation: boolean;
  /** infNFeSupl: the whole text of the QR code, and the page where the key is looked up. */
  qrCode: string;
  keyPage: string;
  protocol: { number: string; at: string; messages: string[] };
};

/**
 * Reads the authorized XML.
 *
 * @throws XmlRefused
 * @throws TypeError where it is not an `nfeProc` of an NFC-e with its protocol: only what was authorized is ever drawn
 */
export function readConsumerNote(nfeProc: string): ConsumerNote {
  const root = readXml(nfeProc);
  const infNFe = child(root, 'NFe', 'infNFe');
  const supplement = child(root, 'NFe', 'infNFeSupl');
  const infProt = child(root, 'protNFe', 'infProt');
  if (!infNFe || !supplement || !infProt) {
    throw new TypeError('A coupon is drawn from an nfeProc with its infNFeSupl and protNFe');
  }
  return {
    infNFe,
    accessKey: textOf(infProt, 'chNFe') ?? '',
    isHomologation: textOf(infNFe, 'ide', 'tpAmb') === '2',
    qrCode: textOf(supplement, 'qrCode') ?? '',
    keyPage: textOf(supplement, 'urlChave') ?? '',
    protocol: {
      number: textOf(infProt, 'nProt') ?? '',
      at: textOf(infProt, 'dhRecbto') ?? '',
      messages: children(infProt, 'xMsg').map(({ text }) => text),
    },
  };
}
