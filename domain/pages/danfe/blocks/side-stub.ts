import { at, dashedDown, type Drawing, rectangle, type TextPlace } from '../../html/drawing.ts';
import { html } from '../../html/markup.ts';
import { wrapText } from '../../html/text.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { paddingCm, smallPt, textBox } from '../fields.ts';
import type { Sheet } from '../sheet.ts';
import { stubNumber, stubWords } from './stub.ts';

const leftCm = 0.2;
const widthCm = 1.84;
const cutCm = 2.12;
const rowCm = 0.92;
/** Lengths along the left edge of the sheet, from the bottom up. */
const dateCm = 6.6;
const numberCm = 4.53;

/** The stub at the left edge of a landscape sheet, written from the bottom up, with the line to cut along at its right (MOC 7.0 Anexo II §3.8.2). */
export function sideStub(note: AuthorizedNote, { topCm, bottomCm, labelTopCm }: Sheet): Drawing {
  const lengthCm = bottomCm - topCm;
  const wordsCm = lengthCm - numberCm;
  const lines = wrapText(stubWords(note), wordsCm - 2 * paddingCm, { sizePt: smallPt }).slice(0, 3);
  const number: TextPlace = { leftCm: wordsCm, topCm: 0.25, widthCm: numberCm };
  const turned = [
    textBox('lines', { leftCm: paddingCm, topCm: 0.03 }, lines),
    textBox('label', { leftCm: paddingCm, topCm: rowCm + labelTopCm }, ['DATA DE RECEBIMENTO']),
    textBox('label', { leftCm: dateCm + paddingCm, topCm: rowCm + labelTopCm }, [
      'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR',
    ]),
    textBox('number', number, stubNumber(note)),
  ];
  const place = `left:${at(leftCm)}cm;top:${at(bottomCm)}cm;width:${at(lengthCm)}cm;height:${at(widthCm)}cm`;
  return {
    content: [html`<div class="turned" style="${place}">${turned}</div>`],
    rules:
      rectangle(leftCm, topCm, widthCm, numberCm) +
      rectangle(leftCm, topCm + numberCm, rowCm, wordsCm) +
      rectangle(leftCm + rowCm, bottomCm - dateCm, rowCm, dateCm) +
      rectangle(leftCm + rowCm, topCm + numberCm, rowCm, wordsCm - dateCm),
    hairlines: dashedDown(cutCm, topCm, lengthCm),
  };
}
