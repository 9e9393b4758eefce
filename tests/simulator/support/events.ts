import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { Received } from './client.ts';
import { all, send } from './client.ts';
import type { NoteOptions } from './note.ts';
import { brasilia, lot, signedNote } from './note.ts';
import type { EventOptions } from './requests.ts';
import { fiscalEvent } from './requests.ts';
import type { Started } from './start.ts';

/** The national environment, which takes delivery receipts and manifestations. */
export const nationalUrl = endpoints.model55.AN.homologation.RecepcaoEvento;

/** The authorizer of São Paulo, which takes the events of issuers. */
export const stateUrl = endpoints.model55.SP.homologation.RecepcaoEvento;

/** The fixed text of the layout: conditions of use of a correction letter. */
export const conditionsOfUse =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ' +
  'ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja ' +
  'relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de ' +
  'preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do ' +
  'remetente ou do destinatario; III - a data de emissao ou de saida.';

export type Authorized = { chNFe: string; nProt: string; number: number };

/** Authorizes an ordinary note of the company and gives its key and protocol. */
export async function authorize(
  { simulator }: Started,
  certificate: A1Certificate,
  number: number,
  options: NoteOptions = {},
): Promise<Authorized> {
  const note = signedNote(certificate, { ...options, number });
  const answer = await send(simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
  return { chNFe: note.chNFe, nProt: all(answer.body, 'nProt')[0] ?? '', number };
}

/** Sends one event under the certificate that signed it. */
export function sendEvent(
  { simulator }: Started,
  certificate: A1Certificate,
  options: EventOptions & { url?: string },
): Promise<Received> {
  const { url, ...event } = options;
  const message = fiscalEvent(certificate, event);
  return send(simulator, { service: 'RecepcaoEvento', message, certificate, ...(url !== undefined && { url }) });
}

export function correction(chNFe: string, nSeqEvento: number, text = 'Onde se le Rua A, leia-se Rua B'): EventOptions {
  const detail = `<descEvento>Carta de Correcao</descEvento><xCorrecao>${text}</xCorrecao><xCondUso>${conditionsOfUse}</xCondUso>`;
  return { chNFe, tpEvento: '110110', nSeqEvento, detail };
}

export function receipt(
  chNFe: string,
  nSeqEvento = 1,
  { deliveredAt = new Date(), hashedAt = deliveredAt }: { deliveredAt?: Date; hashedAt?: Date } = {},
): EventOptions & { url: string } {
  const detail =
    `<descEvento>Comprovante de Entrega da NF-e</descEvento><cOrgaoAutor>${chNFe.slice(0, 2)}</cOrgaoAutor>` +
    `<tpAutor>1</tpAutor><verAplic>teste 1.0</verAplic><dhEntrega>${brasilia(deliveredAt)}</dhEntrega>` +
    '<nDoc>52998224725</nDoc><xNome>Maria da Silva</xNome><hashComprovante>qUqP5cyxm6YcTAhz05Hph5gvu9M=</hashComprovante>' +
    `<dhHashComprovante>${brasilia(hashedAt)}</dhHashComprovante>`;
  return { chNFe, tpEvento: '110130', nSeqEvento, cOrgao: '91', detail, url: nationalUrl };
}

export function receiptRemoval(chNFe: string, nProtEvento: string, nSeqEvento = 1): EventOptions & { url: string } {
  const detail =
    '<descEvento>Cancelamento Comprovante de Entrega da NF-e</descEvento>' +
    `<cOrgaoAutor>${chNFe.slice(0, 2)}</cOrgaoAutor><tpAutor>1</tpAutor><verAplic>teste 1.0</verAplic>` +
    `<nProtEvento>${nProtEvento}</nProtEvento>`;
  return { chNFe, tpEvento: '110131', nSeqEvento, cOrgao: '91', detail, url: nationalUrl };
}

export function manifestation(
  chNFe: string,
  tpEvento: '210200' | '210210' | '210220',
  nSeqEvento = 1,
): EventOptions & { url: string } {
  const titles = {
    '210200': 'Confirmacao da Operacao',
    '210210': 'Ciencia da Operacao',
    '210220': 'Desconhecimento da Operacao',
  };
  const detail = `<descEvento>${titles[tpEvento]}</descEvento>`;
  return { chNFe, tpEvento, nSeqEvento, cOrgao: '91', detail, url: nationalUrl };
}
