import { PastRefused, type PastRefusalCode } from './past-refused.ts';

const authorized = 'peça ao sistema de onde ele veio o XML autorizado, com o protocolo';

/** Code and Portuguese name of documents that are not imported, by their root element. */
const known: Record<string, [PastRefusalCode, string]> = {
  NFe: ['not_registered', `A nota não traz o protocolo de autorização; ${authorized} (nfeProc).`],
  enviNFe: ['not_registered', `É o lote que foi enviado à SEFAZ, sem a resposta dela; ${authorized} (nfeProc).`],
  retEnviNFe: ['not_registered', 'É só a resposta da SEFAZ a um lote, sem a nota.'],
  protNFe: ['not_registered', 'É só o protocolo, sem a nota.'],
  envEvento: ['not_registered', 'É o evento que foi enviado à SEFAZ, sem o registro dela (procEventoNFe).'],
  evento: ['not_registered', 'O evento não traz o registro da autoridade (procEventoNFe).'],
  retEnvEvento: ['not_registered', 'É só a resposta da SEFAZ a um evento, sem o evento.'],
  inutNFe: ['not_registered', 'O pedido de inutilização não traz a homologação da SEFAZ (procInutNFe).'],
  retInutNFe: ['not_registered', 'É só a homologação da inutilização, sem o pedido (procInutNFe).'],
  DPS: ['not_registered', 'É a DPS que foi enviada, e não a NFS-e que o sistema nacional gerou dela.'],
  pedRegEvento: ['not_registered', 'O pedido de evento da NFS-e não traz o registro do sistema nacional.'],
  resNFe: ['summary', 'É o resumo de uma NF-e recebida, e não o XML dela.'],
  resEvento: ['summary', 'É o resumo de um evento, e não o XML dele.'],
  NFSe: ['other_document', 'A NFS-e não é do leiaute nacional.'],
  CompNfse: ['other_document', 'A NFS-e é do leiaute de um município (ABRASF), e não do nacional.'],
  Nfse: ['other_document', 'A NFS-e é do leiaute de um município (ABRASF), e não do nacional.'],
  cteProc: ['other_document', 'É um CT-e, que o Lavra não guarda.'],
  CTe: ['other_document', 'É um CT-e, que o Lavra não guarda.'],
  procEventoCTe: ['other_document', 'É um evento de CT-e, que o Lavra não guarda.'],
  mdfeProc: ['other_document', 'É um MDF-e, que o Lavra não guarda.'],
  procEventoMDFe: ['other_document', 'É um evento de MDF-e, que o Lavra não guarda.'],
  nfcomProc: ['other_document', 'É uma NFCom, que o Lavra não guarda.'],
  bpeProc: ['other_document', 'É um BP-e, que o Lavra não guarda.'],
  CFe: ['other_document', 'É um CF-e SAT, que o Lavra não guarda.'],
  CFeCanc: ['other_document', 'É o cancelamento de um CF-e SAT, que o Lavra não guarda.'],
};

/** The refusal of a document, by the name of its root element. */
export function refusedByName(root: string): PastRefused {
  const [code, message] = (Object.hasOwn(known, root) ? known[root] : undefined) ?? [
    'other_document',
    `O XML é de outra coisa: começa com "${root.slice(0, 40)}".`,
  ];
  return new PastRefused(code, message);
}
