import { child, textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Drawing } from '../block.ts';
import { html, type Markup } from '../markup.ts';
import { phoneMask, postalCodeMask } from '../masks.ts';
import { at, rectangle } from '../path.ts';
import { street } from '../place.ts';
import { textBox } from '../text-box.ts';
import { paddingCm } from '../type-size.ts';
import { wrapText } from '../wrap-text.ts';

const gapCm = 0.1;
const logoShare = 0.3;
const cmPerPoint = 2.54 / 72;
/** Lines of type as high as that many times its size. */
const leading = 1.1;
/** Name and data are 12 and 8 pt (MOC 7.0 Anexo II §3.7), and smaller only where they would leave the box. */
const sizesPt = [
  [12, 8],
  [11, 8],
  [10, 7.5],
  [9, 7],
  [8, 6],
] as const;
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
  const innerCm = widthCm - logoCm - 2 * paddingCm;
  const { name, data, namePt, dataPt, nameCm, dataCm } = fitted(note, innerCm, heightCm);
  const left = leftCm + logoCm + paddingCm;
  const nameTop = topCm + Math.max(0, (heightCm - nameCm - gapCm - dataCm) / 2);
  return {
    content: [
      ...(logo
        ? [image(logo, { leftCm: leftCm + 0.1, topCm: topCm + 0.1, widthCm: logoCm - 0.1, heightCm: heightCm - 0.2 })]
        : []),
      textBox('emitter-name', { leftCm: left, topCm: nameTop, widthCm: innerCm, sizePt: namePt }, name),
      textBox(
        'emitter-data',
        { leftCm: left, topCm: nameTop + nameCm + gapCm, widthCm: innerCm, sizePt: dataPt },
        data,
      ),
    ],
    rules: rectangle(leftCm, topCm, widthCm, heightCm),
    hairlines: '',
  };
}

type FittedEmitter = { name: string[]; data: string[]; namePt: number; dataPt: number; nameCm: number; dataCm: number };

function fitted(note: AuthorizedNote, widthCm: number, heightCm: number): FittedEmitter {
  let emitter = inSize(note, widthCm, sizesPt[0]);
  for (const size of sizesPt) {
    emitter = inSize(note, widthCm, size);
    if (emitter.nameCm + gapCm + emitter.dataCm <= heightCm) return emitter;
  }
  return emitter;
}

function inSize(note: AuthorizedNote, widthCm: number, [namePt, dataPt]: readonly [number, number]): FittedEmitter {
  const name = wrapText(textOf(note.infNFe, 'emit', 'xNome') ?? '', widthCm, { sizePt: namePt, weight: 'bold' });
  const data = dataOf(note).flatMap((line) => wrapText(line, widthCm, { sizePt: dataPt, weight: 'bold' }));
  const heightOf = (lines: readonly string[], sizePt: number) => lines.length * sizePt * leading * cmPerPoint;
  return { name, data, namePt, dataPt, nameCm: heightOf(name, namePt), dataCm: heightOf(data, dataPt) };
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
