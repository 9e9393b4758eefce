import { municipalityName } from '../../municipality-code.ts';
import { stateCodes } from '../../states.ts';
import { child, readXml, textOf, type XmlElement } from '../../xml/reader.ts';
import { parts } from './words.ts';

/** The parts of an NFS-e that its DANFSe is drawn from; field names inside `infNFSe` and `infDPS` are the layout's own. */
export type ServiceNote = {
  infNFSe: XmlElement;
  /** The issuer's declaration, of which the NFS-e was made. */
  infDPS: XmlElement;
  accessKey: string;
  isHomologation: boolean;
};

/**
 * Reads the XML of an NFS-e, from the national system or from a municipality's own.
 *
 * @throws XmlRefused
 * @throws TypeError where it is not an NFS-e with its DPS: nothing but what was issued is drawn
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

/**
 * A municipality with its state: `São Paulo / SP`. Its name is the one in the note, else IBGE's, because the XML has only the code of a party's
 * municipality; the code itself if no name is known.
 */
export function municipalityWithState(note: ServiceNote, code: string | undefined): string | undefined {
  return code && parts(namesIn(note).get(code) ?? municipalityName(code) ?? code, stateOfMunicipality(code));
}

/** The state of a municipality, by its IBGE code; undefined where there is none, as abroad. */
export function stateOfMunicipality(code: string | undefined): string | undefined {
  return [...stateCodes].find(([, digits]) => code?.startsWith(digits))?.[0];
}

/** The names of municipalities in the note, by their code. Those of parties are not among them. */
function namesIn({ infNFSe, infDPS }: ServiceNote): Map<string | undefined, string | undefined> {
  return new Map([
    [textOf(infDPS, 'serv', 'locPrest', 'cLocPrestacao'), textOf(infNFSe, 'xLocPrestacao')],
    [textOf(infNFSe, 'IBSCBS', 'cLocalidadeIncid'), textOf(infNFSe, 'IBSCBS', 'xLocalidadeIncid')],
    [textOf(infNFSe, 'cLocIncid'), textOf(infNFSe, 'xLocIncid')],
    [textOf(infDPS, 'cLocEmi'), textOf(infNFSe, 'xLocEmi')],
  ]);
}
