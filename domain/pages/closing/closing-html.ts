import type { ClosingSummary } from '../../closings/summary.ts';
import { html, htmlPage, type Markup } from '../html/markup.ts';
import { count } from '../html/values.ts';
import { dayChart } from './day-chart.ts';
import { contentPt, counted, form, monthInWords, roomCm, type TableRow, closingTable, tableCm } from './form.ts';
import { figures, heading } from './heading.ts';
import { numbering } from './numbering.ts';
import { stylesheet } from './stylesheet.ts';
import { byCfop, byService, byType, byTypeCm, noPostings, postingRowCount, taxes, taxRowCount } from './sums.ts';

/**
 * A closing as one HTML page of A4, for people. It stays one page whatever the month has: rows that do not fit are counted and added up in one row.
 */
export function closingHtml(summary: ClosingSummary): string {
  const title = `Fechamento de ${monthInWords(summary)} - ${summary.company.name}`;
  return htmlPage(title, stylesheet, html`<section>${sheet(summary)}</section>`);
}

function sheet(summary: ClosingSummary): Markup[] {
  const { totals } = summary;
  const room = roomCm - remarksCm(summary) - 2 * form.gapCm;
  const seriesRows = Math.max(1, summary.numbering.length);
  const taxesCm = byTypeCm(totals) + form.gapCm + tableCm(taxRowCount(totals));
  const middleCm = Math.max(taxesCm, postingsCm(totals.byCfop.length, totals.byService.length));
  const rows = sharedRows(room, { middleCm, seriesRows });
  const leftCm = Math.max(0, room - rows.middleCm - tableCm(rows.seriesRows));
  return [
    heading(summary),
    figures(summary),
    html`<div>${dayChart(totals, Math.min(form.tallestChartCm, form.chartCm + leftCm))}</div>`,
    html`<div class="columns">
      <div>
        ${byType(totals)}
        <div class="gap"></div>
        ${taxes(totals, rowsIn(rows.middleCm - byTypeCm(totals) - form.gapCm))}
      </div>
      <div>${postings(summary, rows.middleCm)}</div>
    </div>`,
    html`<div>${numbering(summary.numbering, rows.seriesRows)}</div>`,
    html`<div>${remarks(summary)}</div>`,
    footer(summary),
  ];
}

/** Tables of goods and of services, one under the other; if both are long, each gets half of the room. */
function postings({ totals }: ClosingSummary, heightCm: number): Markup {
  const [goods, services] = [postingRowCount(totals.byCfop.length), postingRowCount(totals.byService.length)];
  if (goods === 0 && services === 0) return noPostings();
  if (services === 0) return byCfop(totals, rowsIn(heightCm));
  if (goods === 0) return byService(totals, rowsIn(heightCm));
  const room = rowsIn(heightCm - form.gapCm - tableCm(0));
  const serviceRows = Math.min(services, Math.max(Math.floor(room / 2), room - goods));
  return html`${byCfop(totals, room - serviceRows)}
    <div class="gap"></div>
    ${byService(totals, serviceRows)}`;
}

function postingsCm(goods: number, services: number): number {
  const [goodsCm, servicesCm] = [goods, services].map((sums) => (sums === 0 ? 0 : tableCm(postingRowCount(sums))));
  return (goodsCm ?? 0) + (servicesCm ?? 0) + (goods > 0 && services > 0 ? form.gapCm : 0);
}

/** How many rows fit a table with headers of that height. */
function rowsIn(heightCm: number): number {
  return Math.floor((heightCm - tableCm(0)) / form.rowCm + 1e-6);
}

function footer({ closingId }: ClosingSummary): Markup {
  return html`<footer>
    <p>
      <b>Os valores são das notas autorizadas.</b> As canceladas estão no ZIP com seus eventos e não entram nos totais.
      Números em aberto são de notas que esperam resposta ou foram rejeitadas. Tudo, nota por nota, está em
      manifesto.csv (planilha) e manifesto.json (sistemas), com os pedidos de inutilização das lacunas prontos.
    </p>
    <p>
      Para conferir este ZIP, sem internet: <b>lavra closings verify arquivo.zip</b>. Fechamento ${closingId}, gerado
      pelo Lavra.
    </p>
  </footer>`;
}

/** The two parts of the page that may be long: the height of the middle, and the rows of the numbering. Either what they need or what they get. */
type Shares = { middleCm: number; seriesRows: number };

/** How many rows the numbering of series gets in any case, if it needs them: enough for nearly every company. */
const seriesAtLeast = 8;

/** Both parts as a whole if there is room. Else the numbering gets its least rows, or what the taxes leave, and the taxes get the rest. */
function sharedRows(roomCm: number, { middleCm, seriesRows }: Shares): Shares {
  const left = Math.floor((roomCm - middleCm - tableCm(0)) / form.rowCm);
  const given = Math.min(seriesRows, Math.max(seriesAtLeast, left));
  return { seriesRows: given, middleCm: Math.min(middleCm, roomCm - tableCm(given)) };
}

const mostWithoutPdf = 4;

/** Other facts about the ZIP that a reader should know. */
function remarks(summary: ClosingSummary): Markup {
  return closingTable('Neste ZIP', [{ title: '', widthCm: form.widthCm, leastPt: contentPt }], rowsOf(summary), {
    headers: false,
  });
}

function remarksCm(summary: ClosingSummary): number {
  return tableCm(rowsOf(summary).length, { headers: false });
}

function rowsOf(summary: ClosingSummary): TableRow[] {
  return [
    { cells: [filesInWords(summary)] },
    ...(summary.inutilizationCount > 0 ? [{ cells: [inutilizationsInWords(summary)] }] : []),
    ...withoutPdf(summary),
  ];
}

function filesInWords({ fileCount, includeXml, includePdf }: ClosingSummary): string {
  const kinds = [includeXml ? 'o XML autorizado' : '', includePdf ? 'o PDF' : ''].filter(Boolean).join(' e ');
  return `${counted(fileCount, 'arquivo', 'arquivos')}: ${kinds} de cada nota, eventos (cancelamentos, cartas de correção) e a lista de tudo com SHA-256.`;
}

function inutilizationsInWords({ inutilizationCount }: ClosingSummary): string {
  const words = counted(inutilizationCount, 'inutilização de números', 'inutilizações de números');
  return `${words}, com os protocolos na pasta inutilizacoes/.`;
}

function withoutPdf({ withoutPdf: listed, withoutPdfCount }: ClosingSummary): TableRow[] {
  if (withoutPdfCount === 0) return [];
  const shown = listed.slice(0, mostWithoutPdf);
  const left = withoutPdfCount - shown.length;
  return [
    { cells: [{ warning: `${counted(withoutPdfCount, 'nota sem PDF', 'notas sem PDF')} (o XML está no ZIP):` }] },
    ...shown.map(({ accessKey, reason }) => ({ cells: [`${accessKey}: ${reason}`] })),
    ...(left > 0 ? [{ cells: [`mais ${count(left)} no manifesto`], kind: 'rest' as const }] : []),
  ];
}
