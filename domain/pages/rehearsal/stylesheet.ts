import { css } from '../html/markup.ts';

/** Styles of one column that reads well on a screen and on A4, also in black and white. */
export const stylesheet = css`
  @page {
    size: A4;
    margin: 1.5cm;
  }
  body {
    max-width: 62rem;
    margin: 0 auto;
    padding: 1.5rem 1rem 3rem;
    background: #ffffff;
    color: #1a2624;
    font:
      0.9375rem/1.45 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      Arial,
      sans-serif;
    overflow-wrap: anywhere;
  }
  header {
    padding-bottom: 0.75rem;
    border-bottom: 3px solid #14532d;
  }
  h1,
  h2,
  p {
    margin: 0;
  }
  h1 {
    font-size: 1.625rem;
    line-height: 1.25;
  }
  h2 {
    margin: 2rem 0 0.5rem;
    font-size: 1.125rem;
  }
  .about,
  .small {
    color: #4d5f5b;
    font-size: 0.875rem;
  }
  .notice {
    margin-top: 1rem;
    padding: 0.75rem 1rem;
    background: #fff7e0;
    border-left: 4px solid #b7791f;
  }
  .fates {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin: 1.25rem 0 0;
    padding: 0;
    list-style: none;
  }
  .fates li {
    flex: 1 1 9rem;
    padding: 0.625rem 0.875rem;
    border: 1px solid #d3dcda;
    border-top: 4px solid #14532d;
  }
  .fates li.refused {
    border-top-color: #b00020;
  }
  .fates b {
    display: block;
    font-size: 1.5rem;
    line-height: 1.3;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
  }
  th,
  td {
    padding: 0.375rem 0.5rem;
    border-bottom: 1px solid #d3dcda;
    text-align: left;
    vertical-align: top;
  }
  td:first-child {
    min-width: 6rem;
  }
  thead th {
    border-bottom: 2px solid #14532d;
  }
  tr {
    break-inside: avoid;
  }
  .figure {
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .mend {
    margin-top: 0.25rem;
  }
  code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9em;
  }
  footer {
    margin-top: 2rem;
    padding-top: 0.75rem;
    border-top: 1px solid #d3dcda;
  }
`;
