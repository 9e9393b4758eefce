import { css } from '../html/markup.ts';
import { contentPt, form, smallPt, titlePt } from './form.ts';

const { paper, margin } = form;

/** Styles for one sheet of A4 that also reads well in black and white. */
export const stylesheet = css`
  @page {
    size: ${paper.widthCm}cm ${paper.heightCm}cm;
    margin: 0;
  }
  body {
    margin: 0;
    font:
      ${contentPt}pt / ${form.rowCm}cm Arimo,
      Arial,
      Helvetica,
      sans-serif;
    font-kerning: none;
    font-variant-ligatures: none;
    color: #1a1a1a;
  }
  section {
    box-sizing: border-box;
    position: relative;
    width: ${paper.widthCm}cm;
    height: ${paper.heightCm - 0.01}cm;
    padding: ${margin.topCm}cm ${margin.sideCm}cm ${margin.bottomCm}cm;
    overflow: hidden;
    break-after: page;
  }
  section:last-child {
    break-after: auto;
  }
  section > * {
    margin-bottom: ${form.gapCm}cm;
  }
  h1,
  h2,
  p {
    margin: 0;
  }
  p,
  h1,
  h2,
  th,
  td {
    white-space: nowrap;
  }
  small {
    font-size: ${contentPt}pt;
    font-weight: normal;
    margin-left: 0.3cm;
  }
  .label,
  .kicker {
    font-size: ${smallPt}pt;
    color: #555;
  }
  .warning {
    color: #b00020;
    font-weight: bold;
  }
  header {
    box-sizing: border-box;
    height: ${form.headingCm}cm;
    display: flex;
    justify-content: space-between;
    border-bottom: 0.06cm solid #14532d;
  }
  .kicker {
    font-size: 9pt;
    line-height: 0.5cm;
    font-weight: bold;
    color: #14532d;
  }
  h1 {
    line-height: 0.62cm;
    margin-top: 0.06cm;
  }
  h1 span {
    display: block;
  }
  .tax-id {
    font-size: 9.5pt;
    line-height: 0.55cm;
  }
  .aside {
    width: 5.6cm;
    text-align: right;
    line-height: 0.4cm;
  }
  .aside .label:not(:first-child) {
    margin-top: 0.12cm;
  }
  .figures {
    display: flex;
    gap: 0.3cm;
    height: ${form.figuresCm}cm;
  }
  .figure {
    box-sizing: border-box;
    flex: 1;
    padding: 0.18cm 0.3cm 0;
    background: #f3f6f4;
    border-left: 0.08cm solid #14532d;
  }
  .figure .value {
    font-size: 16pt;
    line-height: 0.68cm;
    font-weight: bold;
  }
  .figure .detail {
    font-size: ${smallPt}pt;
    color: #555;
  }
  .figure > :not(.value) {
    line-height: 0.35cm;
  }
  h2 {
    height: ${form.titleCm}cm;
    line-height: 0.5cm;
    font-size: ${titlePt}pt;
    color: #14532d;
  }
  h2 small {
    color: #1a1a1a;
  }
  .chart {
    display: block;
    width: ${form.widthCm}cm;
  }
  .chart .bars {
    fill: #2f7d4f;
  }
  .chart .grid {
    stroke: #d5dbd7;
    stroke-width: 0.012;
  }
  .chart .axis {
    stroke: #1a1a1a;
    stroke-width: 0.02;
  }
  .chart .tick {
    text-anchor: end;
    fill: #555;
  }
  .chart .middle {
    text-anchor: middle;
    fill: #1a1a1a;
  }
  .columns {
    display: flex;
    gap: ${form.gutterCm}cm;
  }
  .columns > :first-child {
    width: ${form.leftCm}cm;
  }
  .columns > :last-child {
    width: ${form.rightCm}cm;
  }
  .gap {
    height: ${form.gapCm}cm;
  }
  table {
    border-collapse: collapse;
    table-layout: fixed;
    width: 100%;
  }
  tr {
    height: ${form.rowCm}cm;
  }
  th,
  td {
    box-sizing: border-box;
    height: ${form.rowCm}cm;
    padding: 0 0.06cm;
    border-bottom: 0.012cm solid #dfe5e1;
    line-height: 0.36cm;
    font-weight: normal;
    text-align: left;
  }
  thead th {
    border-bottom: 0.02cm solid #1a1a1a;
    font-size: ${smallPt}pt;
    font-weight: bold;
  }
  .number {
    text-align: right;
  }
  .apart {
    padding-left: 0.4cm;
  }
  .rest > :not(.warning) {
    color: #555;
  }
  .total > * {
    border-top: 0.02cm solid #1a1a1a;
    font-weight: bold;
  }
  footer {
    position: absolute;
    left: ${margin.sideCm}cm;
    right: ${margin.sideCm}cm;
    bottom: ${margin.bottomCm}cm;
    height: ${form.footerCm}cm;
    box-sizing: border-box;
    padding-top: 0.12cm;
    border-top: 0.02cm solid #1a1a1a;
    font-size: ${smallPt}pt;
    line-height: 0.3cm;
  }
  section > footer {
    margin-bottom: 0;
  }
  footer p {
    white-space: normal;
  }
`;
