import { sheetStyles } from '../html/drawing.ts';
import { css, type Markup } from '../html/markup.ts';
import { contentPt, form, municipalityPt, smallPt } from './form.ts';

const { frame, lineCm } = form;
const font = `${contentPt}pt/8pt Arimo, Arial, Helvetica, sans-serif`;

/**
 * Type, rules and greys of NT SE/CGNFS-e 008 v1.02 of 14/07/2026 (2.2.3, 2.4): titles and the labels of the identification 7 pt, other labels 6 pt,
 * contents 7 pt, headings 9 pt; grey of 5 %, rules of half a point, a frame of one point; words across the page in grey of 35 %.
 */
export const stylesheet: Markup = css`
  ${sheetStyles(form.paper, { font, ruleCm: 0.0176 })}
  .rules .shades {
    fill: #f2f2f2;
    stroke: none;
  }
  .frame {
    box-sizing: border-box;
    left: ${frame.leftCm}cm;
    top: ${frame.topCm}cm;
    width: ${(frame.rightCm - frame.leftCm).toFixed(2)}cm;
    height: ${(frame.bottomCm - frame.topCm).toFixed(2)}cm;
    border: 1pt solid #000;
  }
  .title {
    font-weight: bold;
  }
  .field {
    font-weight: bold;
    font-size: ${smallPt}pt;
    line-height: 7pt;
  }
  .main {
    font-size: ${contentPt}pt;
    line-height: 8pt;
  }
  .field span {
    display: block;
    font-weight: normal;
    font-size: ${contentPt}pt;
    line-height: 8.5pt;
  }
  .sentence {
    text-align: center;
    line-height: 7pt;
  }
  .lines {
    line-height: ${lineCm.toFixed(4)}cm;
  }
  .heading {
    font-weight: bold;
    font-size: 9pt;
    line-height: 10pt;
    text-align: center;
  }
  .warning {
    color: #f00;
  }
  .brand {
    font-weight: bold;
    font-size: 17pt;
    line-height: 18pt;
  }
  .municipality {
    font-size: ${municipalityPt}pt;
    line-height: 9pt;
  }
  .small {
    font-size: ${smallPt}pt;
    line-height: 7pt;
  }
  .center {
    text-align: center;
  }
  .watermark {
    top: 12.6cm;
    width: 100%;
    text-align: center;
    transform: rotate(-52deg);
    color: #a6a6a6;
    font-size: 84pt;
    line-height: 100pt;
  }
`;
