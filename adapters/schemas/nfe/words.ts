import type { FamilyWords } from '../family-words.ts';
import { apiFields } from './api-fields.ts';

/** Names and patterns of tiposBasico_v4.00, DFeTiposBasicos_v1.00 and leiauteNFe_v4.00. */
export const nfeWords: FamilyWords = {
  namespace: 'http://www.portalfiscal.inf.br/nfe',
  signed: new Set(['infNFe', 'infEvento', 'infInut']),
  repeated: new Set(['det', 'dup', 'detPag', 'NFref', 'autXML', 'vol', 'DI', 'adi', 'rastro']),
  choices: [['CNPJ', 'CPF', 'idEstrangeiro']],
  apiFields,
  variants: [[/(ICMS|PIS|COFINS|IPI)\/(ICMS|PIS|COFINS|IPI)\w+/, '$1/*']],
  forms: [
    [/^\[0-9\]\{0\}\|\[0-9A-Z\]\{12\}/, () => 'um CNPJ de 14 caracteres, sem pontuação, ou nada'],
    [/^\[0-9A-Z\]\{12\}\[0-9\]\{2\}$/, () => 'um CNPJ de 14 caracteres, sem pontuação'],
    [/^\[1,2,3,5,6,7\]/, () => 'um CFOP de 4 algarismos que comece por 1, 2, 3, 5, 6 ou 7'],
    [/^\(\[!-ÿ\]\{0\}\|\[!-ÿ\]\{5,20\}\)\?$/, () => 'de 5 a 20 caracteres, ou nada'],
  ],
};
