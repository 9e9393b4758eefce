import { municipalityName } from '../../municipality-code.ts';
import { stateCodes } from '../../states.ts';
import { child, readXml, textOf, type XmlElement } from '../../xml/reader.ts';
import { parts } from './words.ts';

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

/** `São Paulo / SP`: as the note names it, or else IBGE, for of a party the XML has the code alone; the code itself where nobody knows it. */
export function municipality(note: ServiceNote, code: string | undefined): string | undefined {
  return code && parts(namesIn(note).get(code) ?? municipalityName(code) ?? code, stateOfMunicipality(code));
}

/** The state of an IBGE code; undefined where there is none, as for what lies abroad. */
export function stateOfMunicipality(code: string | undefined): string | undefined {
  return [...stateCodes].find(([, digits]) => code?.startsWith(digits))?.[0];
}

/** The municipalities that the note names, by their code; of a party's it has the code alone. */
function namesIn({ infNFSe, infDPS }: ServiceNote): Map<string | undefined, string | undefined> {
  return new Map([
    [textOf(infDPS, 'serv', 'locPrest', 'cLocPrestacao'), textOf(infNFSe, 'xLocPrestacao')],
    [textOf(infNFSe, 'IBSCBS', 'cLocalidadeIncid'), textOf(infNFSe, 'IBSCBS', 'xLocalidadeIncid')],
    [textOf(infNFSe, 'cLocIncid'), textOf(infNFSe, 'xLocIncid')],
    [textOf(infDPS, 'cLocEmi'), textOf(infNFSe, 'xLocEmi')],
  ]);
}
