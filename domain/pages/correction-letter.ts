import { keyModel } from '../access-key.ts';
import { traitsOf, typeOfModel } from '../document-types.ts';
import { accessKeyMask, numberMask, postalCodeMask, seriesMask, taxIdMask } from '../masks.ts';
import { day, dayAndTime } from '../moments.ts';
import { child, readXml, textOf } from '../xml/reader.ts';
import { type AuthorizedNote, readAuthorizedNote } from './danfe/authorized-note.ts';
import { barcode } from './html/barcodes.ts';
import { css, html, htmlPage, type Markup } from './html/markup.ts';
import { street, partyTaxId } from './html/values.ts';

type Field = { label: string; value: string | undefined };

/** Place of the bars; quiet zones of ten modules stay free on both sides (MOC 7.0 Anexo II §3.9). */
const bars = { leftCm: 3.5, topCm: 0.2, widthCm: 12, heightCm: 1.1 };

/** `logo` is a `data:` URL of an image. */
type LetterOptions = { isCancelled?: boolean; logo?: string };

/**
 * A registered correction letter as one HTML page of A4: the note, the event, the correction and its conditions of use. It accompanies the DANFE. No
 * manual gives it a layout; everything on it comes from what the authority has.
 *
 * @param nfeProc the authorized note
 * @param procEventoNFe the registered letter
 * @throws XmlRefused
 * @throws TypeError where one of them is something else, or the logo is not a `data:` URL of an image
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
      { label: 'Situação', value: letter.answer },
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
    { label: 'CNPJ/CPF', value: taxIdMask(partyTaxId(party)) },
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

/** The conditions of use with accents, which the layout's wording does not have (leiauteCCe 1.00, xCondUso). */
const conditionsOfUse =
  'A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N, de 15 de dezembro de 1970 e pode ser ' +
  'utilizada para regularização de erro ocorrido na emissão de documento fiscal, desde que o erro não esteja relacionado ' +
  'com: I - as variáveis que determinam o valor do imposto tais como: base de cálculo, alíquota, diferença de preço, ' +
  'quantidade, valor da operação ou da prestação; II - a correção de dados cadastrais que implique mudança do remetente ou ' +
  'do destinatário; III - a data de emissão ou de saída.';

/** What a registered letter (`procEventoNFe`) says; moments as they are written there, with their offset. */
type RegisteredLetter = {
  sequence: string;
  at: string;
  correction: string;
  protocol: string;
  registeredAt: string;
  /** cStat and words of the authority's answer. */
  answer: string;
};

/**
 * Reads a registered letter.
 *
 * @throws XmlRefused
 * @throws TypeError where it is not a `procEventoNFe` of a correction letter: nothing but what was registered is printed
 */
function readRegisteredLetter(procEventoNFe: string): RegisteredLetter {
  const root = readXml(procEventoNFe);
  const event = child(root, 'evento', 'infEvento');
  const result = child(root, 'retEvento', 'infEvento');
  const correction = event && textOf(event, 'detEvento', 'xCorrecao');
  if (!correction || !result) throw new TypeError('A letter is printed from the procEventoNFe of a correction letter');
  return {
    sequence: textOf(event, 'nSeqEvento') ?? '',
    at: textOf(event, 'dhEvento') ?? '',
    correction,
    protocol: textOf(result, 'nProt') ?? '',
    registeredAt: textOf(result, 'dhRegEvento') ?? '',
    answer: [textOf(result, 'cStat'), textOf(result, 'xMotivo')].filter(Boolean).join(' - '),
  };
}

/** Styles for one sheet of A4 in the type of the DANFE. */
const stylesheet = css`
  @page {
    size: 21cm 29.7cm;
    margin: 0;
  }
  body {
    margin: 0;
    font:
      10pt/12pt Tinos,
      'Times New Roman',
      Times,
      serif;
  }
  section {
    box-sizing: border-box;
    position: relative;
    width: 21cm;
    height: 29.69cm;
    padding: 1cm;
    overflow: hidden;
  }
  h1,
  h2,
  p,
  dl,
  dd {
    margin: 0;
  }
  header {
    position: relative;
    text-align: center;
    margin-bottom: 0.4cm;
  }
  header img {
    position: absolute;
    left: 0;
    top: -0.3cm;
    width: 3cm;
    height: 1.4cm;
    object-fit: contain;
    object-position: left;
  }
  h1 {
    font-size: 16pt;
    line-height: 20pt;
  }
  h2 {
    font-size: 8pt;
    line-height: 10pt;
    margin-bottom: 0.1cm;
  }
  .block {
    border: 0.018cm solid #000;
    padding: 0.2cm;
    margin-bottom: 0.25cm;
  }
  .key {
    position: relative;
    height: 1.9cm;
    text-align: center;
  }
  .key svg {
    position: absolute;
  }
  .key span {
    position: absolute;
    left: 0;
    right: 0;
    bottom: 0.1cm;
    font-weight: bold;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.12cm 0.6cm;
  }
  dt {
    font-size: 7pt;
    line-height: 8pt;
    text-transform: uppercase;
  }
  dd,
  .correction,
  .conditions {
    overflow-wrap: anywhere;
  }
  .correction {
    font-size: 12pt;
    line-height: 15pt;
  }
  .conditions {
    font-size: 9pt;
    line-height: 11pt;
    text-align: justify;
  }
  .mark {
    position: absolute;
    top: 12cm;
    left: 0;
    width: 100%;
    text-align: center;
    transform: rotate(-38deg);
    color: #dcdcdc;
    font-size: 54pt;
    font-weight: bold;
    line-height: 64pt;
    z-index: -1;
  }
`;
