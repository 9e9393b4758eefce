import { child, textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Drawing } from '../block.ts';
import { html, type Markup } from '../markup.ts';
import { phoneMask, postalCodeMask } from '../masks.ts';
import { at, rectangle } from '../path.ts';
import { street } from '../place.ts';
import { sheet } from '../sheet.ts';
import { textBox } from '../text-box.ts';
import { wrapText } from '../wrap-text.ts';

const namePt = 12;
const dataPt = 8;
const nameLineCm = 0.459;
const dataLineCm = 0.335;
const gapCm = 0.1;
const logoShare = 0.3;
const regimes: Record<string, string> = {
  '1': 'Simples Nacional',
  '2': 'Simples Nacional - excesso de sublimite',
  '3': 'Regime Normal',
  '4': 'Simples Nacional - MEI',
};

export type BoxPlace = { leftCm: number; topCm: number; widthCm: number; heightCm: number };

/** Name, address, telephone and tax regime (CRT, NT 2026.010) of who issued the note, with the logo to the left where there is one. */
export function emitterBox(note: AuthorizedNote, place: BoxPlace & { logo: string | undefined }): Drawing {
  const { leftCm, topCm, widthCm, heightCm, logo } = place;
  const logoCm = logo ? widthCm * logoShare : 0;
  const innerCm = widthCm - logoCm - 2 * sheet.paddingCm;
  const name = wrapText(textOf(note.infNFe, 'emit', 'xNome') ?? '', innerCm, { sizePt: namePt, weight: 'bold' });
  const data = dataOf(note).flatMap((line) => wrapText(line, innerCm, { sizePt: dataPt, weight: 'bold' }));
  const left = leftCm + logoCm + sheet.paddingCm;
  const nameCm = name.length * nameLineCm;
  const nameTop = topCm + Math.max(0, (heightCm - nameCm - gapCm - data.length * dataLineCm) / 2);
  return {
    content: [
      ...(logo
        ? [image(logo, { leftCm: leftCm + 0.1, topCm: topCm + 0.1, widthCm: logoCm - 0.1, heightCm: heightCm - 0.2 })]
        : []),
      textBox('emitter-name', { leftCm: left, topCm: nameTop, widthCm: innerCm }, name),
      textBox('emitter-data', { leftCm: left, topCm: nameTop + nameCm + gapCm, widthCm: innerCm }, data),
    ],
    rules: rectangle(leftCm, topCm, widthCm, heightCm),
    hairlines: '',
  };
}

function image(source: string, { leftCm, topCm, widthCm, heightCm }: BoxPlace): Markup {
  const place = `left:${at(leftCm)}cm;top:${at(topCm)}cm;width:${at(widthCm)}cm;height:${at(heightCm)}cm`;
  return html`<img alt="" src="${source}" style="${place}" />`;
}

function dataOf({ infNFe }: AuthorizedNote): string[] {
  const address = child(infNFe, 'emit', 'enderEmit');
  if (!address) return [];
  const postalCode = postalCodeMask(textOf(address, 'CEP'));
  const phone = phoneMask(textOf(address, 'fone'));
  const regime = textOf(infNFe, 'emit', 'CRT') ?? '';
  return [
    street(address),
    [textOf(address, 'xBairro'), postalCode && `CEP ${postalCode}`].filter(Boolean).join(' - '),
    [textOf(address, 'xMun'), textOf(address, 'UF')].filter(Boolean).join(' - '),
    phone && `Fone/Fax: ${phone}`,
    regime && `CRT: ${regime} - ${regimes[regime] ?? ''}`,
  ].filter((line): line is string => Boolean(line));
}
