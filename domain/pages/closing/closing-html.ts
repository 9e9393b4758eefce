import type { ClosingSummary } from '../../closings/summary.ts';
import { htmlPage } from '../html/html-page.ts';
import { html, type Markup } from '../html/markup.ts';
import { dayChart } from './blocks/day-chart.ts';
import { figures } from './blocks/figures.ts';
import { heading } from './blocks/heading.ts';
import { numbering } from './blocks/numbering.ts';
import { byCfop, byService, noPostings, postingRowCount } from './blocks/postings.ts';
import { remarks, remarksCm } from './blocks/remarks.ts';
import { byType, byTypeCm, taxes, taxRowCount } from './blocks/taxes.ts';
import { form, roomCm } from './form.ts';
import { sharedRows } from './shared-rows.ts';
import { stylesheet } from './stylesheet.ts';
import { tableCm } from './table.ts';
import { monthInWords } from './words.ts';

/**
 * What a closing says, for people, as one HTML page of A4. It stays one page whatever the month holds: of what does not fit, it says how
 * much there is, and adds it up.
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

/** Goods and services one under the other; where both are many, each has half the room. */
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

/** How many rows a table with headers may have in that height. */
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
