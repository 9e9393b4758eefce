import { phoneMask, postalCodeMask } from '../../../masks.ts';
import { child, textOf } from '../../../xml/reader.ts';
import { at, type Drawing, rectangle } from '../../html/drawing.ts';
import { html, type Markup } from '../../html/markup.ts';
import { wrapText } from '../../html/text.ts';
import { street } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { paddingCm, textBox } from '../fields.ts';

const gapCm = 0.1;
const marginCm = 0.1;
const cmPerPoint = 2.54 / 72;
/** Line height as a multiple of the type size. */
const leading = 1.1;
/** Type sizes of name and data: 12 and 8 pt (MOC 7.0 Anexo II §3.7), and smaller ones where these do not fit the box. */
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

/** Name, address, telephone and tax regime (CRT, NT 2026.010) of the issuer, with a logo beside or above, if there is one. */
export function emitterBox(note: AuthorizedNote, place: BoxPlace & { logo: string | undefined }): Drawing {
  const { leftCm, topCm, widthCm, heightCm, logo } = place;
  const { words, logo: size } = logo ? placeFor(note, logo, place) : withoutLogo(place);
  const innerCm = words.widthCm - 2 * paddingCm;
  const { name, data, namePt, dataPt, nameCm, dataCm } = fitted(note, innerCm, words.heightCm);
  const left = leftCm + words.leftCm + paddingCm;
  const nameTop = topCm + words.topCm + Math.max(0, (words.heightCm - nameCm - gapCm - dataCm) / 2);
  const dataTop = nameTop + nameCm + gapCm;
  return {
    content: [
      ...(logo ? [image(logo, logoBox(place, { words, logo: size }))] : []),
      textBox('emitter-name', { leftCm: left, topCm: nameTop, widthCm: innerCm, sizePt: namePt }, name),
      textBox('emitter-data', { leftCm: left, topCm: dataTop, widthCm: innerCm, sizePt: dataPt }, data),
    ],
    rules: rectangle(leftCm, topCm, widthCm, heightCm),
    hairlines: '',
  };
}

/** The largest logo beside which the words keep their usual size; the smallest one if there is no such place. */
function placeFor(note: AuthorizedNote, logo: string, box: BoxPlace): LogoPlace {
  const places = logoPlaces(imageShape(logo) ?? 1, box);
  const stands = ({ words }: LogoPlace) =>
    heightOf(inSize(note, words.widthCm - 2 * paddingCm, sizesPt[0])) <= words.heightCm;
  return places.find(stands) ?? places.at(-1) ?? withoutLogo(box);
}

function withoutLogo({ widthCm, heightCm }: BoxPlace): LogoPlace {
  return { logo: { widthCm: 0, heightCm: 0 }, words: { leftCm: 0, topCm: 0, widthCm, heightCm } };
}

/** The logo's box, centred in the room that the words leave. */
function logoBox({ leftCm, topCm, widthCm, heightCm }: BoxPlace, { logo, words }: LogoPlace): BoxPlace {
  const isAbove = words.topCm > 0;
  return isAbove
    ? { leftCm: leftCm + (widthCm - logo.widthCm) / 2, topCm: topCm + marginCm, ...logo }
    : { leftCm: leftCm + marginCm, topCm: topCm + (heightCm - logo.heightCm) / 2, ...logo };
}

type FittedEmitter = { name: string[]; data: string[]; namePt: number; dataPt: number; nameCm: number; dataCm: number };

function fitted(note: AuthorizedNote, widthCm: number, heightCm: number): FittedEmitter {
  let emitter = inSize(note, widthCm, sizesPt[0]);
  for (const size of sizesPt) {
    emitter = inSize(note, widthCm, size);
    if (heightOf(emitter) <= heightCm) return emitter;
  }
  return emitter;
}

function heightOf({ nameCm, dataCm }: FittedEmitter): number {
  return nameCm + gapCm + dataCm;
}

function inSize(note: AuthorizedNote, widthCm: number, [namePt, dataPt]: readonly [number, number]): FittedEmitter {
  const name = wrapText(textOf(note.infNFe, 'emit', 'xNome') ?? '', widthCm, { sizePt: namePt, weight: 'bold' });
  const data = dataOf(note).flatMap((line) => wrapText(line, widthCm, { sizePt: dataPt, weight: 'bold' }));
  const highAs = (lines: readonly string[], sizePt: number) => lines.length * sizePt * leading * cmPerPoint;
  return { name, data, namePt, dataPt, nameCm: highAs(name, namePt), dataCm: highAs(data, dataPt) };
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

/** Sizes within the emitter box: the logo's, and the room of the words below it or to its right. */
type LogoPlace = {
  logo: { widthCm: number; heightCm: number };
  words: { leftCm: number; topCm: number; widthCm: number; heightCm: number };
};

type BoxSize = { widthCm: number; heightCm: number };

const logoMarginCm = 0.1;
const sharesBeside = [0.38, 0.3, 0.22];
const sharesAbove = [0.36, 0.28, 0.2];

/** The places for a logo of that shape (width by height), the largest first. */
export function logoPlaces(shape: number, box: BoxSize): LogoPlace[] {
  const beside = sharesBeside.map((share): LogoPlace => {
    const logo = scaled(shape, {
      widthCm: box.widthCm * share - logoMarginCm,
      heightCm: box.heightCm - 2 * logoMarginCm,
    });
    const leftCm = logo.widthCm + 2 * logoMarginCm;
    return { logo, words: { leftCm, topCm: 0, widthCm: box.widthCm - leftCm, heightCm: box.heightCm } };
  });
  const above = sharesAbove.map((share): LogoPlace => {
    const logo = scaled(shape, {
      widthCm: box.widthCm - 2 * logoMarginCm,
      heightCm: box.heightCm * share - logoMarginCm,
    });
    const topCm = logo.heightCm + logoMarginCm;
    return { logo, words: { leftCm: 0, topCm, widthCm: box.widthCm, heightCm: box.heightCm - topCm } };
  });
  return [...beside, ...above].sort((one, other) => other.logo.heightCm - one.logo.heightCm);
}

function scaled(shape: number, { widthCm, heightCm }: BoxSize): BoxSize {
  const fittedCm = Math.min(widthCm, heightCm * shape);
  return { widthCm: fittedCm, heightCm: fittedCm / shape };
}

const pngSignature = '89504e470d0a1a0a';

/**
 * Width by height of a PNG or JPEG in a `data:` URL, from its header; undefined where the header cannot be read. PNG: IHDR, which is always the first
 * chunk. JPEG: the first start-of-frame segment (ISO/IEC 10918-1, B.2.2).
 */
export function imageShape(dataUrl: string): number | undefined {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (bytes.length >= 24 && bytes.toString('hex', 0, 8) === pngSignature) {
    return shapeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegShape(bytes) : undefined;
}

function jpegShape(bytes: Buffer): number | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isStartOfFrame(marker)) return shapeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether a marker is one of SOF0 to SOF15. Three markers between them are something else: DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function shapeOf(width: number, height: number): number | undefined {
  return width > 0 && height > 0 ? width / height : undefined;
}
