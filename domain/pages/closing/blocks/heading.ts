import type { ClosingSummary } from '../../../closings/summary.ts';
import { fitText } from '../../html/fit-text.ts';
import { html, type Markup } from '../../html/markup.ts';
import { taxIdMask } from '../../../masks.ts';
import { dayAndTime } from '../../../moments.ts';
import { fitted } from '../fitted.ts';
import { family, form } from '../form.ts';
import { monthInWords } from '../words.ts';

const asideCm = 5.6;
const nameCm = form.widthCm - asideCm - form.gutterCm;

/** Whose month it is, and as of when. */
export function heading({ company, office, asOf, ...summary }: ClosingSummary): Markup {
  const name = fitText(company.name, nameCm, { largestPt: 15, smallestPt: 9.5, maxLines: 2, weight: 'bold', family });
  const aside = { widthCm: asideCm, leastPt: 6 };
  return html`<header>
    <div>
      <p class="kicker">FECHAMENTO FISCAL DE ${monthInWords(summary).toLocaleUpperCase('pt-BR')}</p>
      <h1 style="font-size:${name.sizePt}pt">${name.lines.map((line) => html`<span>${line}</span>`)}</h1>
      <p class="tax-id">${taxIdName(company.taxId)} ${taxIdMask(company.taxId)}</p>
    </div>
    <div class="aside">
      <p class="label">Escritório</p>
      <p>${fitted(office.name, aside)}</p>
      <p>${taxIdName(office.taxId)} ${taxIdMask(office.taxId)}</p>
      <p class="label">Situação em (horário de Brasília)</p>
      <p>${dayAndTime(asOf)}</p>
    </div>
  </header>`;
}

function taxIdName(taxId: string): string {
  return taxId.length === 11 ? 'CPF' : 'CNPJ';
}
