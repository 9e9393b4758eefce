import type { ClosingSummary, SeriesNumbers } from '../../closings/summary.ts';
import { taxIdMask } from '../../masks.ts';
import { dayAndTime } from '../../moments.ts';
import { html, type Markup } from '../html/markup.ts';
import { fitText } from '../html/text.ts';
import { brazilianMoney, count } from '../html/values.ts';
import { counted, family, fitted, form, monthInWords } from './form.ts';

const asideCm = 5.6;
const nameCm = form.widthCm - asideCm - form.gutterCm;

/** Company, office and month of a closing, and the instant for which it is true. */
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

const paddingCm = 0.3;
const betweenCm = 0.3;
const widthCm = (form.widthCm - 3 * betweenCm) / 4 - 2 * paddingCm;

type Figure = { label: string; value: string; detail: string; isWarning?: boolean };

/** The four figures that a reader looks for first. */
export function figures({ totals, numbering }: ClosingSummary): Markup {
  const { authorized, cancelled } = totals;
  const missing = missingNumbers(numbering);
  return html`<div class="figures">
    ${[
      { label: 'Autorizadas', value: count(authorized.count), detail: 'notas que valem' },
      {
        label: 'Canceladas',
        value: count(cancelled.count),
        detail: `R$ ${brazilianMoney(cancelled.totalValue)}, fora dos totais`,
      },
      { label: 'Valor total (R$)', value: brazilianMoney(authorized.totalValue), detail: 'das notas autorizadas' },
      missing === 0
        ? { label: 'Lacunas', value: 'Nenhuma', detail: 'na numeração do mês' }
        : {
            label: 'Lacunas',
            value: count(missing),
            detail: `${missing === 1 ? 'número que ninguém usou' : 'números que ninguém usou'}`,
            isWarning: true,
          },
    ].map(figure)}
  </div>`;
}

/** How many numbers of all series nobody has drawn. */
export function missingNumbers(numbering: readonly SeriesNumbers[]): number {
  return numbering
    .flatMap(({ gaps }) => gaps)
    .reduce((total, { startNumber, endNumber }) => total + endNumber - startNumber + 1, 0);
}

/** How many numbers of each series nobody has drawn, in Portuguese. */
export function missingInWords(numbering: readonly SeriesNumbers[]): string {
  const broken = numbering.filter(({ gaps }) => gaps.length > 0).length;
  const numbers = counted(missingNumbers(numbering), 'número sem uso', 'números sem uso');
  return `${numbers} em ${counted(broken, 'série', 'séries')}`;
}

function figure({ label, value, detail, isWarning = false }: Figure): Markup {
  return html`<div class="figure">
    <p class="label">${label}</p>
    <p class="value ${isWarning ? 'warning' : ''}">
      ${fitted(value, { widthCm, sizePt: 16, leastPt: 8, weight: 'bold' })}
    </p>
    <p class="detail">${fitted(detail, { widthCm, sizePt: 6.5, leastPt: 5 })}</p>
  </div>`;
}
