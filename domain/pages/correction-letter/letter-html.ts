import { keyModel } from '../../access-key.ts';
import { traitsOf, typeOfModel } from '../../document-types.ts';
import { child, textOf } from '../../xml/reader.ts';
import { type AuthorizedNote, readAuthorizedNote } from '../danfe/authorized-note.ts';
import { street, taxIdOf } from '../html/addresses.ts';
import { barcode } from '../html/code-128.ts';
import { htmlPage } from '../html/html-page.ts';
import { html, type Markup } from '../html/markup.ts';
import { accessKeyMask, numberMask, postalCodeMask, seriesMask, taxIdMask } from '../../masks.ts';
import { day, dayAndTime } from '../../moments.ts';
import { readRegisteredLetter, type RegisteredLetter } from './registered-letter.ts';
import { stylesheet } from './stylesheet.ts';

type Field = { label: string; value: string | undefined };

/** Quiet zones of ten modules stay free on both sides (MOC 7.0 Anexo II §3.9). */
const bars = { leftCm: 3.5, topCm: 0.2, widthCm: 12, heightCm: 1.1 };

/** `logo` is a `data:` URL of an image. */
export type LetterOptions = { isCancelled?: boolean; logo?: string };

/**
 * A registered correction letter as one HTML page of A4: the note, the event, the correction and its conditions of use. It goes with the
 * DANFE, but no manual gives it a layout; it is drawn from what the authority holds.
 *
 * @param nfeProc the authorized note
 * @param procEventoNFe the registered letter
 * @throws XmlRefused
 * @throws TypeError where one of them is something else, or the logo not a `data:` URL of an image
 */
export function letterHtml(
  nfeProc: string,
  procEventoNFe: string,
  { isCancelled = false, logo }: LetterOptions = {},
): string {
  if (logo && !logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readAuthorizedNote(nfeProc);
  const letter = readRegisteredLetter(procEventoNFe);
  const body = html`<section>${sheet(note, letter, { isCancelled, logo })}</section>`;
  return htmlPage(`CC-e ${note.accessKey}`, stylesheet, body);
}

function sheet(
  note: AuthorizedNote,
  letter: RegisteredLetter,
  { isCancelled, logo }: { isCancelled: boolean; logo: string | undefined },
): Markup[] {
  return [
    ...marks(note, isCancelled),
    html`<header>
      ${logo ? html`<img alt="" src="${logo}" />` : undefined}
      <h1>CARTA DE CORREÇÃO ELETRÔNICA</h1>
      <p>Não possui valor fiscal. Simples representação do evento indicado abaixo.</p>
    </header>`,
    noteBlock(note),
    block('Emitente', partyFields(note, 'emit')),
    ...(child(note.infNFe, 'dest') ? [block('Destinatário', partyFields(note, 'dest'))] : []),
    block('Evento', [
      { label: 'Sequência', value: letter.sequence },
      { label: 'Data e hora do evento', value: dayAndTime(letter.at) },
      { label: 'Protocolo', value: `${letter.protocol} - ${dayAndTime(letter.registeredAt)}` },
      { label: 'Situação', value: letter.judgement },
    ]),
    words('Correção', letter.correction, 'correction'),
    words('Condições de uso', conditionsOfUse, 'conditions'),
  ];
}

function marks({ isHomologation }: AuthorizedNote, isCancelled: boolean): Markup[] {
  const said = [isCancelled ? 'NF-e CANCELADA' : '', isHomologation ? 'SEM VALOR FISCAL' : ''].filter(Boolean);
  return said.length > 0 ? [html`<div class="mark">${said.map((mark) => html`<div>${mark}</div>`)}</div>`] : [];
}

function noteBlock({ infNFe, accessKey, protocol }: AuthorizedNote): Markup {
  const of = (name: string): string | undefined => textOf(infNFe, 'ide', name);
  return html`<div class="block">
    <h2>${traitsOf[typeOfModel[keyModel(accessKey)]].title}</h2>
    <div class="key">${barcode(accessKey, bars)}<span>${accessKeyMask(accessKey)}</span></div>
    ${rows([
      { label: 'Número', value: numberMask(of('nNF')) },
      { label: 'Série', value: seriesMask(of('serie')) },
      { label: 'Data de emissão', value: day(of('dhEmi')) },
      { label: 'Protocolo de autorização', value: `${protocol.number} - ${dayAndTime(protocol.at)}` },
    ])}
  </div>`;
}

function partyFields({ infNFe }: AuthorizedNote, name: 'emit' | 'dest'): Field[] {
  const party = child(infNFe, name);
  const address = child(infNFe, name, name === 'emit' ? 'enderEmit' : 'enderDest');
  const of = (field: string): string | undefined => (address ? textOf(address, field) : undefined);
  return [
    { label: 'Nome', value: textOf(infNFe, name, 'xNome') },
    { label: 'CNPJ/CPF', value: taxIdMask(taxIdOf(party)) },
    { label: 'Inscrição estadual', value: textOf(infNFe, name, 'IE') },
    { label: 'Endereço', value: street(address) },
    { label: 'Bairro', value: of('xBairro') },
    { label: 'Município', value: [of('xMun'), of('UF')].filter(Boolean).join(' - ') },
    { label: 'CEP', value: postalCodeMask(of('CEP')) },
  ];
}

function block(title: string, fields: Field[]): Markup {
  return html`<div class="block">
    <h2>${title}</h2>
    ${rows(fields)}
  </div>`;
}

function rows(fields: Field[]): Markup {
  const said = fields.filter(({ value }) => value);
  return html`<dl>
    ${said.map(
      ({ label, value }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function words(title: string, text: string, kind: 'correction' | 'conditions'): Markup {
  return html`<div class="block">
    <h2>${title}</h2>
    <p class="${kind}">${text}</p>
  </div>`;
}

/** The conditions of use as people read them: the layout's wording with accents (leiauteCCe 1.00, xCondUso). */
const conditionsOfUse =
  'A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N, de 15 de dezembro de 1970 e pode ser ' +
  'utilizada para regularização de erro ocorrido na emissão de documento fiscal, desde que o erro não esteja relacionado ' +
  'com: I - as variáveis que determinam o valor do imposto tais como: base de cálculo, alíquota, diferença de preço, ' +
  'quantidade, valor da operação ou da prestação; II - a correção de dados cadastrais que implique mudança do remetente ou ' +
  'do destinatário; III - a data de emissão ou de saída.';
