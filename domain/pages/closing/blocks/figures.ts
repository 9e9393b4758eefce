import type { ClosingSummary, SeriesNumbers } from '../../../closings/summary.ts';
import { html, type Markup } from '../../html/markup.ts';
import { money } from '../../html/numbers.ts';
import { fitted } from '../fitted.ts';
import { form } from '../form.ts';
import { count, counted } from '../words.ts';

const paddingCm = 0.3;
const betweenCm = 0.3;
const widthCm = (form.widthCm - 3 * betweenCm) / 4 - 2 * paddingCm;

type Figure = { label: string; value: string; detail: string; isWarning?: boolean };

/** The four numbers that a reader looks for first. */
export function figures({ totals, numbering }: ClosingSummary): Markup {
  const { authorized, cancelled } = totals;
  const missing = missingNumbers(numbering);
  return html`<div class="figures">
    ${[
      { label: 'Autorizadas', value: count(authorized.count), detail: 'notas que valem' },
      {
        label: 'Canceladas',
        value: count(cancelled.count),
        detail: `R$ ${money(cancelled.totalValue)}, fora dos totais`,
      },
      { label: 'Valor total (R$)', value: money(authorized.totalValue), detail: 'das notas autorizadas' },
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

/** How many numbers of the series nobody has drawn. */
export function missingNumbers(numbering: readonly SeriesNumbers[]): number {
  return numbering
    .flatMap(({ gaps }) => gaps)
    .reduce((total, { startNumber, endNumber }) => total + endNumber - startNumber + 1, 0);
}

/** The same in words. */
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
