import type { Environment } from '../companies/settings.ts';
import { goodsEventId } from '../documents/events/event.ts';
import { fiscalDateTime } from '../fiscal-time.ts';
import type { Manifestation } from '../received/kinds.ts';
import { codeOf } from '../received/manifestations.ts';
import { stateCode } from '../states.ts';
import type { Signer } from '../xml/signature.ts';
import { element, field, taxIdField } from '../xml/writer.ts';
import { signedEnvelope } from './build-nfe.ts';

/** The fields that every event has (MOC 7.0, P01 to P16). */
export type EventHeader = {
  accessKey: string;
  /** nSeqEvento, from 1. */
  sequence: number;
  /** CNPJ or CPF of the author. */
  taxId: string;
  /** The receiver: IBGE code of a state, 91 for the national environment, or 92 for SVRS. */
  cOrgao: string;
  environment: Environment;
  at: Date;
  /** The author's state, whose offset `at` is written with. */
  state: string;
};

/** An event before its signature. */
export type LaidOutEvent = { id: string; infEvento: string };

/** 110111, the cancellation of an authorized note: `protocol` is its nProt, `justification` has 15 to 255 characters. */
export function cancelEvent({
  protocol,
  justification,
  ...header
}: EventHeader & { protocol: string; justification: string }): LaidOutEvent {
  return layoutEvent(header, '110111', [
    field('descEvento', 'Cancelamento'), // P19
    field('nProt', protocol), // P20
    field('xJust', justification), // P21
  ]);
}

/** 110110, the correction letter: `correction` has 15 to 1000 characters; the last letter replaces all earlier ones. */
export function correctionLetterEvent({ correction, ...header }: EventHeader & { correction: string }): LaidOutEvent {
  return layoutEvent(header, '110110', [
    field('descEvento', 'Carta de Correcao'), // P19
    field('xCorrecao', correction), // P20
    field('xCondUso', conditionsOfUse), // P20a
  ]);
}

/** Signs an event and wraps it as the `evento` that is stored and sent, byte for byte. */
export function signEvent(event: LaidOutEvent, signer: Signer): { xml: string; digestValue: string } {
  return signedEnvelope({ name: 'evento', versao: '1.00' }, { element: event.infEvento, id: event.id }, signer);
}

/** The infEvento of any event, around the fields of its own (`detail`). */
export function layoutEvent(header: EventHeader, type: string, detail: string[]): LaidOutEvent {
  const id = goodsEventId(type, header);
  const infEvento = element(
    'infEvento',
    { Id: id }, // P07
    field('cOrgao', header.cOrgao), // P08
    field('tpAmb', header.environment === 'PRODUCTION' ? '1' : '2'), // P09
    taxIdField(header.taxId), // P10, P11
    field('chNFe', header.accessKey), // P12
    field('dhEvento', fiscalDateTime(header.at, header.state)), // P13
    field('tpEvento', type), // P14
    field('nSeqEvento', String(header.sequence)), // P15
    field('verEvento', '1.00'), // P16
    element('detEvento', { versao: '1.00' }, ...detail), // P17
  );
  return { id, infEvento };
}

/**
 * xCondUso of every correction letter, word for word as in the layout, in its wording without accents (leiauteCCe 1.00, xCondUso; Ajuste SINIEF
 * 01/07).
 */
const conditionsOfUse =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ' +
  'ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja ' +
  'relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de ' +
  'preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do ' +
  'remetente ou do destinatario; III - a data de emissao ou de saida.';

/** The most correction letters of a note. */
export const mostLetters = 20;

type Receipt = { deliveredAt: Date; receiverName: string; receiverDocument: string; proofHash: string };

/** cOrgao of the national environment. */
export const nationalOrgan = '91';

/** 110130, the delivery receipt (NT 2021.001): name and document are those of the person who signed for the goods. */
export function deliveryReceiptEvent({
  receipt,
  ...header
}: EventHeader & AuthorProgram & { receipt: Receipt }): LaidOutEvent {
  return layoutEvent(header, '110130', [
    field('descEvento', 'Comprovante de Entrega da NF-e'), // P19
    ...authorFields(header),
    field('dhEntrega', fiscalDateTime(receipt.deliveredAt, header.state)), // P23
    field('nDoc', receipt.receiverDocument), // P24
    field('xNome', receipt.receiverName), // P25
    field('hashComprovante', receipt.proofHash), // P28
    field('dhHashComprovante', fiscalDateTime(header.at, header.state)), // P29
  ]);
}

/** 110131, the removal of a delivery receipt: `header.sequence` and `protocol` are the receipt's. */
export function receiptRemovalEvent({
  protocol,
  ...header
}: EventHeader & AuthorProgram & { protocol: string }): LaidOutEvent {
  return layoutEvent(header, '110131', [
    field('descEvento', 'Cancelamento Comprovante de Entrega da NF-e'), // P19
    ...authorFields(header),
    field('nProtEvento', protocol), // P23
  ]);
}

/** The program that makes an event, for events whose layout has fields of their author. */
export type AuthorProgram = {
  /** Lavra's version. */
  version: string;
};

/** The fields of the author, after descEvento, in events whose author is the issuer. */
export function authorFields({ state, version }: EventHeader & AuthorProgram): string[] {
  return [
    field('cOrgaoAutor', stateCode(state)), // P20
    field('tpAutor', '1'), // P21
    field('verAplic', `Lavra ${version}`.slice(0, 20)), // P22
  ];
}

/**
 * 110112, the cancellation of an NFC-e that another NFC-e of the same sale replaces (NT 2018.004): `protocol` is the nProt of the cancelled one,
 * `justification` has 15 to 255 characters, `substituteKey` is the access key of the other.
 */
export function substitutionEvent({
  protocol,
  justification,
  substituteKey,
  ...header
}: EventHeader & AuthorProgram & { protocol: string; justification: string; substituteKey: string }): LaidOutEvent {
  return layoutEvent(header, '110112', [
    field('descEvento', 'Cancelamento por substituicao'), // P19
    ...authorFields(header),
    field('nProt', protocol),
    field('xJust', justification),
    field('chNFeRef', substituteKey), // P31
  ]);
}

/** descEvento, word for word as in e2102xx_v1.00.xsd. */
const descriptions: Record<Manifestation, string> = {
  CIENCIA: 'Ciencia da Operacao',
  CONFIRMADA: 'Confirmacao da Operacao',
  DESCONHECIDA: 'Desconhecimento da Operacao',
  NAO_REALIZADA: 'Operacao nao Realizada',
};

/**
 * 210200, 210210, 210220 and 210240, the manifestations of a recipient about an NF-e (NT 2020.001): the author is the recipient, the receiver the
 * national environment. `justification` has 15 to 255 characters; only an operation that did not take place (210240) has it.
 */
export function manifestationEvent({
  manifestation,
  justification,
  ...header
}: EventHeader & { manifestation: Manifestation; justification: string }): LaidOutEvent {
  return layoutEvent(header, codeOf(manifestation), [
    field('descEvento', descriptions[manifestation]), // HP19
    ...(manifestation === 'NAO_REALIZADA' ? [field('xJust', justification)] : []), // HP20
  ]);
}
