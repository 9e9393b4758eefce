import { child, children, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The parts of the XML of an NFC-e that its coupon is drawn from; field names inside `infNFe` are the layout's own. */
export type ConsumerNote = {
  infNFe: XmlElement;
  accessKey: string;
  isHomologation: boolean;
  /** infNFeSupl: the whole text of the QR code, and the page where the key is looked up. */
  qrCode: string;
  keyPage: string;
  /** Null for a note that was issued offline and that the authority does not have yet. */
  protocol: { number: string; at: string; messages: string[] } | null;
};

/**
 * Reads the authorized XML (`nfeProc`), or the signed one (`NFe`) of a note that was issued offline: that alone is valid before its
 * authorization (tpEmis 9, MOC 7.0 Anexo IV).
 *
 * @throws XmlRefused
 * @throws TypeError where it is neither: nothing else is ever drawn
 */
export function readConsumerNote(source: string): ConsumerNote {
  const root = readXml(source);
  return root.name === 'NFe' ? readPending(root) : readAuthorized(root);
}

function readAuthorized(root: XmlElement): ConsumerNote {
  const infNFe = child(root, 'NFe', 'infNFe');
  const supplement = child(root, 'NFe', 'infNFeSupl');
  const infProt = child(root, 'protNFe', 'infProt');
  if (!infNFe || !supplement || !infProt) {
    throw new TypeError('A coupon is drawn from an nfeProc with its infNFeSupl and protNFe');
  }
  return {
    ...shown(infNFe, supplement),
    accessKey: textOf(infProt, 'chNFe') ?? '',
    protocol: {
      number: textOf(infProt, 'nProt') ?? '',
      at: textOf(infProt, 'dhRecbto') ?? '',
      messages: children(infProt, 'xMsg').map(({ text }) => text),
    },
  };
}

function readPending(root: XmlElement): ConsumerNote {
  const infNFe = child(root, 'infNFe');
  const supplement = child(root, 'infNFeSupl');
  const isOffline = infNFe && textOf(infNFe, 'ide', 'mod') === '65' && textOf(infNFe, 'ide', 'tpEmis') === '9';
  if (!isOffline || !supplement || !child(root, 'Signature')) {
    throw new TypeError('Before its authorization a coupon is drawn only of a signed NFC-e of tpEmis 9');
  }
  return {
    ...shown(infNFe, supplement),
    accessKey: infNFe.attributes['Id']?.slice('NFe'.length) ?? '',
    protocol: null,
  };
}

function shown(infNFe: XmlElement, supplement: XmlElement): Omit<ConsumerNote, 'accessKey' | 'protocol'> {
  return {
    infNFe,
    isHomologation: textOf(infNFe, 'ide', 'tpAmb') === '2',
    qrCode: textOf(supplement, 'qrCode') ?? '',
    keyPage: textOf(supplement, 'urlChave') ?? '',
  };
}
