import type { Environment } from '../../companies/settings.ts';
import { fiscalDateTime } from '../../fiscal-time.ts';
import type { Signer } from '../../xml/signature.ts';
import { taxIdField } from '../../xml/tax-id-field.ts';
import { element, field } from '../../xml/writer.ts';
import { signedEnvelope } from '../signed-envelope.ts';

/** The fields that every event has (MOC 7.0, P01 to P16). */
export type EventHeader = {
  accessKey: string;
  /** nSeqEvento, from 1. */
  sequence: number;
  /** CNPJ or CPF of the author. */
  taxId: string;
  /** The receiver: the state's IBGE code, or 91 for the national environment. */
  cOrgao: string;
  environment: Environment;
  at: Date;
  /** The author's state, for the offset of `at`. */
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

/** 110110, the correction letter: `correction` has 15 to 1000 characters, and the last letter replaces all before it. */
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

/** Id of an event of a type (tpEvento). */
export function eventId(type: string, { accessKey, sequence }: Pick<EventHeader, 'accessKey' | 'sequence'>): string {
  return `ID${type}${accessKey}${String(sequence).padStart(2, '0')}`;
}

/** The id of an event at the authority and in our calls about it. */
export function idOfEvent(
  { code, sequence }: { code: string; sequence: number },
  { accessKey }: { accessKey?: string | null | undefined },
): string {
  return eventId(code, { accessKey: accessKey ?? '', sequence });
}

/** The frame of every event around its own fields. */
export function layoutEvent(header: EventHeader, type: string, detail: string[]): LaidOutEvent {
  const id = eventId(type, header);
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
 * The conditions of use in every correction letter, word for word as in the layout, in its wording without accents (leiauteCCe 1.00,
 * xCondUso; Ajuste SINIEF 01/07).
 */
const conditionsOfUse =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ' +
  'ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja ' +
  'relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de ' +
  'preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do ' +
  'remetente ou do destinatario; III - a data de emissao ou de saida.';

/** The most letters of a note; the last one replaces all before it. */
export const mostLetters = 20;
