import { child, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The registration of the EPEC that announced a note: its protocol, and its moment with the offset that is written there. */
export type EpecRegistration = { protocol: string; registeredAt: string };

/** The parts of a note that its DANFE is drawn from; field names inside `infNFe` are the layout's own. */
export type AuthorizedNote = {
  infNFe: XmlElement;
  accessKey: string;
  isHomologation: boolean;
  /** The note's own authorization; before it has one, the registration of its EPEC, by which it may be printed. */
  protocol: { number: string; at: string; message: string | undefined; isOfEpec: boolean };
};

/**
 * Reads the authorized XML (`nfeProc`), or the signed XML (`NFe`) of a note that its EPEC announced, which may be printed before its authorization
 * (tpEmis 4, MOC 7.0 Anexo II; NT 2014.001).
 *
 * @param epec the registration of the note's EPEC; without it no signed note is drawn
 * @throws XmlRefused
 * @throws TypeError where it is neither: nothing else is drawn
 */
export function readAuthorizedNote(source: string | Uint8Array, epec?: EpecRegistration): AuthorizedNote {
  const root = readXml(source);
  return root.name === 'NFe' ? readAnnounced(root, epec) : readAuthorized(root);
}

function readAuthorized(root: XmlElement): AuthorizedNote {
  const infNFe = child(root, 'NFe', 'infNFe');
  const infProt = child(root, 'protNFe', 'infProt');
  if (!infNFe || !infProt) throw new TypeError('A DANFE is drawn from an nfeProc with its protNFe');
  return {
    infNFe,
    accessKey: textOf(infProt, 'chNFe') ?? '',
    isHomologation: isHomologation(infNFe),
    protocol: {
      number: textOf(infProt, 'nProt') ?? '',
      at: textOf(infProt, 'dhRecbto') ?? '',
      message: textOf(infProt, 'xMsg'),
      isOfEpec: false,
    },
  };
}

function readAnnounced(root: XmlElement, epec: EpecRegistration | undefined): AuthorizedNote {
  const infNFe = child(root, 'infNFe');
  const isForEpec = infNFe && textOf(infNFe, 'ide', 'mod') === '55' && textOf(infNFe, 'ide', 'tpEmis') === '4';
  if (!isForEpec || !epec?.protocol || !child(root, 'Signature')) {
    throw new TypeError('Before its authorization a DANFE is drawn only of a signed NF-e of tpEmis 4 with its EPEC');
  }
  return {
    infNFe,
    accessKey: infNFe.attributes['Id']?.slice('NFe'.length) ?? '',
    isHomologation: isHomologation(infNFe),
    protocol: { number: epec.protocol, at: epec.registeredAt, message: undefined, isOfEpec: true },
  };
}

const isHomologation = (infNFe: XmlElement): boolean => textOf(infNFe, 'ide', 'tpAmb') === '2';
