import { child, children, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The parts of a note's XML that its coupon is drawn from; field names inside `infNFe` are the layout's own. */
export type ConsumerNote = {
  infNFe: XmlElement;
  /** Names of the note and of its coupon. */
  words: CouponWords;
  accessKey: string;
  isHomologation: boolean;
  /** From infNFeSupl: the whole text of the QR code, and the page where the key is looked up. */
  qrCode: string;
  keyPage: string;
  /** The authorization; null for a note that was issued offline and that the authority does not have yet. */
  protocol: { number: string; at: string; messages: string[] } | null;
};

/** What people call a note and its coupon, in Portuguese. */
type CouponWords = { note: 'NFC-e' | 'NF-e'; document: string; title: string };

const ofNfce: CouponWords = {
  note: 'NFC-e',
  document: 'DANFE NFC-e',
  title: 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica',
};
/** Names of an NF-e and its coupon (NT 2026.003 v1.00, 3.1.1). */
const ofNfe: CouponWords = { note: 'NF-e', document: 'DANFE Simplificado Tipo 2', title: 'DANFE Simplificado Tipo 2' };

/** The names of a note and its coupon; null for an NF-e that has no coupon (tpImp 6). */
function wordsOf(infNFe: XmlElement): CouponWords | null {
  if (textOf(infNFe, 'ide', 'mod') === '65') return ofNfce;
  return textOf(infNFe, 'ide', 'tpImp') === '6' ? ofNfe : null;
}

/**
 * Reads the authorized XML (`nfeProc`), or the signed XML (`NFe`) of a note that was issued offline, the only one that is valid before its
 * authorization (tpEmis 9, MOC 7.0 Anexo IV; NT 2026.002 v1.11).
 *
 * @throws XmlRefused
 * @throws TypeError where it is neither: nothing else is drawn
 */
export function readConsumerNote(source: string): ConsumerNote {
  const root = readXml(source);
  return root.name === 'NFe' ? readPending(root) : readAuthorized(root);
}

function readAuthorized(root: XmlElement): ConsumerNote {
  const infNFe = child(root, 'NFe', 'infNFe');
  const supplement = child(root, 'NFe', 'infNFeSupl');
  const infProt = child(root, 'protNFe', 'infProt');
  const words = infNFe && wordsOf(infNFe);
  if (!infNFe || !words || !supplement || !infProt) {
    throw new TypeError('A coupon is drawn from an nfeProc with its infNFeSupl and protNFe');
  }
  return {
    ...shown(infNFe, supplement),
    words,
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
  const words = infNFe && wordsOf(infNFe);
  const isOffline = infNFe && textOf(infNFe, 'ide', 'tpEmis') === '9';
  if (!isOffline || !words || !supplement || !child(root, 'Signature')) {
    throw new TypeError('Before its authorization a coupon is drawn only of a signed note of tpEmis 9');
  }
  return {
    ...shown(infNFe, supplement),
    words,
    accessKey: infNFe.attributes['Id']?.slice('NFe'.length) ?? '',
    protocol: null,
  };
}

function shown(infNFe: XmlElement, supplement: XmlElement): Omit<ConsumerNote, 'accessKey' | 'protocol' | 'words'> {
  return {
    infNFe,
    isHomologation: textOf(infNFe, 'ide', 'tpAmb') === '2',
    qrCode: textOf(supplement, 'qrCode') ?? '',
    keyPage: textOf(supplement, 'urlChave') ?? '',
  };
}
