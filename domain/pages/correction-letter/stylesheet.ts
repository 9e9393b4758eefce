import { css } from '../html/markup.ts';

/** One sheet of A4 in the type of the DANFE. */
export const stylesheet = css`
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
