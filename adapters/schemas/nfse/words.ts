import type { FamilyWords } from '../family-words.ts';
import { apiFields } from './api-fields.ts';

/** Names of DPS_v1.01 and pedRegEvento_v1.01, patterns of tiposSimples_v1.01 with the overlays of 2026-07-27. */
export const nfseWords: FamilyWords = {
  namespace: 'http://www.sped.fazenda.gov.br/nfse',
  signed: new Set(['infDPS', 'infPedReg', 'infNFSe', 'infEvento']),
  repeated: new Set(['docDedRed', 'refNFSe', 'xItemPed']),
  choices: [
    ['CNPJ', 'CPF', 'NIF', 'cNaoNIF'],
    ['CNPJAutor', 'CPFAutor'],
    ['endNac', 'endExt'],
    ['CEP', 'endExt'],
    ['cLocPrestacao', 'cPaisPrestacao'],
    ['cObra', 'cCIB', 'end'],
    ['idAtvEvt', 'end'],
    ['pDR', 'vDR', 'documentos'],
    ['chNFSe', 'chNFe', 'NFSeMun', 'NFNFS', 'nDocFisc', 'nDoc'],
    ['vTotTrib', 'pTotTrib', 'indTotTrib', 'pTotTribSN'],
  ],
  apiFields,
  variants: [],
  forms: [
    [/^DPS\[/, () => 'o Id da DPS: DPS, município, inscrição, série e número, em 45 posições'],
    [/^NFS\[/, () => 'NFS e a chave de acesso de 50 caracteres'],
    [/^PRE\[/, () => 'o Id do pedido: PRE, chave de acesso e tipo do evento, em 59 posições'],
    [/^EVT\[/, () => 'o Id do evento: EVT, chave de acesso, tipo e sequência, em 62 posições'],
    [/^\[0-9\]\{9\}\[0-9A-Z\]\{14\}\[0-9\]\{27\}$/, () => 'a chave de acesso de uma NFS-e, de 50 caracteres'],
    [/^\[0-9\]\{8\}\(1\[0-9\]/, () => 'a chave de acesso e o tipo do evento, em 56 posições'],
    [/^\[0-9A-Z\]\{14\}$/, () => 'um CNPJ de 14 caracteres, sem pontuação'],
    [/^\[0-9\]\{1,4\}\|\[0-8\]\[0-9\]\{4\}$/, () => 'uma série de até 5 algarismos, abaixo de 90000'],
    [/^\[\\s\\S/, () => 'um texto que não seja só de espaços'],
    [/^\[A-Z\]\{2\}$/, () => 'a sigla ISO de um país, com 2 letras maiúsculas'],
    [/^1\\\.00\|1\\\.01$/, () => '1.00 ou 1.01'],
  ],
};
