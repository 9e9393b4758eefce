import { sheetStyles } from '../html/drawing.ts';
import { css, type Markup } from '../html/markup.ts';
import { lineCm, smallPt } from './fields.ts';
import type { Sheet } from './sheet.ts';

/** Sizes of MOC 7.0 Anexo II §3.7: labels 6 pt, values 10 pt, items and additional data 6.5 pt, titles bold and in capitals. */
export function stylesheet(sheet: Sheet): Markup {
  return css`
    ${sheetStyles(sheet, { font: "6pt/7pt Tinos, 'Times New Roman', Times, serif", ruleCm: 0.018 })}
    .rules .hairlines {
      stroke: #777;
      stroke-width: 0.009;
    }
    .title {
      font-weight: bold;
      font-size: 7pt;
      line-height: 8pt;
    }
    .label {
      line-height: ${sheet.labelLinePt}pt;
    }
    .label span {
      display: block;
      font-size: 10pt;
      line-height: ${sheet.valueLinePt}pt;
    }
    .center {
      text-align: center;
    }
    .right {
      text-align: right;
    }
    .bold {
      font-weight: bold;
    }
    .lines {
      font-size: ${smallPt}pt;
      line-height: ${lineCm}cm;
    }
    .column-title {
      font-size: 5pt;
      line-height: 5.6pt;
      text-align: center;
    }
    .danfe {
      font-weight: bold;
      font-size: 14pt;
      line-height: 15pt;
      text-align: center;
    }
    .meaning {
      font-size: 8pt;
      line-height: 9pt;
      text-align: center;
    }
    .directions {
      font-size: 8pt;
      line-height: 10pt;
    }
    .number {
      font-weight: bold;
      font-size: 10pt;
      line-height: 12pt;
      text-align: center;
    }
    .words {
      font-size: 8pt;
      line-height: 10pt;
      text-align: center;
    }
    .emitter-name {
      font-weight: bold;
      line-height: 1.1;
      text-align: center;
    }
    .emitter-data {
      font-weight: bold;
      line-height: 1.1;
      text-align: center;
    }
    .instalment {
      font-size: 8pt;
      line-height: ${sheet.instalmentCm}cm;
      text-align: center;
    }
    .turned {
      transform: rotate(-90deg);
      transform-origin: top left;
    }
    .turned > * {
      position: absolute;
    }
    .side-title {
      display: flex;
      align-items: center;
      justify-content: center;
      writing-mode: vertical-rl;
      transform: rotate(180deg);
      text-align: center;
      font-weight: bold;
    }
    img {
      object-fit: contain;
    }
    .watermark {
      top: ${0.37 * sheet.heightCm}cm;
      width: 100%;
      text-align: center;
      transform: rotate(-38deg);
      color: #dcdcdc;
      font-size: 16pt;
      line-height: 44pt;
    }
    .watermark strong {
      display: block;
      font-size: 60pt;
      line-height: 70pt;
    }
  `;
}
