import { child, readXml, textOf, type XmlElement } from '../../xml/reader.ts';

/** The parts of an NFS-e that its DANFSe is drawn from; field names inside `infNFSe` and `infDPS` are the layout's own. */
export type ServiceNote = {
  infNFSe: XmlElement;
  /** What the issuer declared, from which the emitter made the note. */
  infDPS: XmlElement;
  accessKey: string;
  isHomologation: boolean;
};

/**
 * Reads the XML of an NFS-e, of the national emitter or of a town's own.
 *
 * @throws XmlRefused
 * @throws TypeError where it is not an NFS-e with its DPS: only what was issued is ever drawn
 */
export function readServiceNote(xml: string | Uint8Array): ServiceNote {
  const root = readXml(xml);
  const infNFSe = root.name === 'NFSe' ? child(root, 'infNFSe') : undefined;
  const infDPS = infNFSe && child(infNFSe, 'DPS', 'infDPS');
  if (!infNFSe || !infDPS) throw new TypeError('A DANFSe is drawn from an NFSe with its DPS');
  return {
    infNFSe,
    infDPS,
    accessKey: infNFSe.attributes['Id']?.replace(/^NFS/, '') ?? '',
    isHomologation: textOf(infDPS, 'tpAmb') === '2',
  };
}
