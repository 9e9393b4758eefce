import { child, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The parts of an `nfeProc` that a DANFE is drawn from; field names inside `infNFe` are the layout's own. */
export type AuthorizedNote = {
  infNFe: XmlElement;
  accessKey: string;
  isHomologation: boolean;
  protocol: { number: string; at: string; message: string | undefined };
};

/**
 * Reads the authorized XML.
 *
 * @throws XmlRefused
 * @throws TypeError where it is not an `nfeProc` with note and protocol: only what was authorized is ever drawn
 */
export function readAuthorizedNote(nfeProc: string | Uint8Array): AuthorizedNote {
  const root = readXml(nfeProc);
  const infNFe = child(root, 'NFe', 'infNFe');
  const infProt = child(root, 'protNFe', 'infProt');
  if (!infNFe || !infProt) throw new TypeError('A DANFE is drawn from an nfeProc with its protNFe');
  return {
    infNFe,
    accessKey: textOf(infProt, 'chNFe') ?? '',
    isHomologation: textOf(infNFe, 'ide', 'tpAmb') === '2',
    protocol: {
      number: textOf(infProt, 'nProt') ?? '',
      at: textOf(infProt, 'dhRecbto') ?? '',
      message: textOf(infProt, 'xMsg'),
    },
  };
}
