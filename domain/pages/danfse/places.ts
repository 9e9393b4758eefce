import { stateCodes } from '../../states.ts';
import { textOf } from '../../xml/reader.ts';
import type { ServiceNote } from './service-note.ts';
import { parts } from './values.ts';

/** `São Paulo / SP`; the code in place of a name that the note does not tell. */
export function municipality(note: ServiceNote, code: string | undefined): string | undefined {
  return code && parts(namesIn(note).get(code) ?? code, stateOfMunicipality(code));
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
