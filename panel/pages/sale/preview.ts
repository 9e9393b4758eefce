import { lineDoubts, serviceDoubts } from '../../../domain/documents/compute/doubts.ts';
import type { ComputedItem } from '../../../domain/documents/computed-note.ts';
import type { ServiceAmounts } from '../../../domain/documents/computed-service.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { GoodsPreview, Preview, ServicePreview } from '../../../operations/documents/preview.ts';
import { taxSums, traceOf } from '../../parts/goods-lines.ts';
import { taxFieldTitles } from '../../parts/tax-words.ts';

/** What the sale would become if it were issued now, or how to see that. `dropped` says what has no room in the note. */
export function previewHtml(preview: Preview | null, dropped: readonly string[] = []): Markup {
  return html`<section class="preview sheet" id="previa" aria-labelledby="a-previa" aria-live="polite">
    <h2 id="a-previa">Prévia</h2>
    ${doubts(dropped.map((message) => ({ message })))}
    ${preview === null ? waiting : preview.kind === 'goods' ? goods(preview) : service(preview)}
  </section>`;
}

const waiting = html`<p class="soft">
  Preencha a venda e aperte "Calcular": os impostos e o total aparecem aqui, e nada é enviado.
</p>`;

function goods({ note }: GoodsPreview): Markup {
  const { items, totals, change } = note;
  return html`<p class="sum">R$ ${brazilianMoney(totals.note)}</p>
    ${doubts(lineDoubts(note))}
    <ol class="preview-lines">
      ${items.map(
        (item) =>
          html`<li>
            <p><b>${item.description}</b> <span>${brazilianMoney(item.total)}</span></p>
            <small>NCM ${item.ncm} · CFOP ${item.cfop}</small>
            ${taxes(item)} ${traceOf(item.taxation)}
          </li>`,
      )}
    </ol>
    <dl class="sums">
      ${taxSums(totals)} ${change && /[1-9]/.test(change) ? sum('Troco', change) : undefined}
      <div class="total">
        <dt>Total</dt>
        <dd>R$ ${brazilianMoney(totals.note)}</dd>
      </div>
    </dl>`;
}

function taxes({ icms, ipi, pis, cofins, ibsCbs }: ComputedItem): Markup | undefined {
  const known: [string, string | null | undefined][] = [
    ['ICMS', icms?.value],
    ['IPI', ipi?.value],
    ['PIS', pis?.value],
    ['COFINS', cofins?.value],
    ['IBS', ibsCbs?.amounts?.ibsValue],
    ['CBS', ibsCbs?.amounts?.cbsValue],
  ];
  const charged = known.flatMap(([word, value]) =>
    value && /[1-9]/.test(value) ? [`${word} ${brazilianMoney(value)}`] : [],
  );
  return charged.length > 0 ? html`<small>${charged.join(' · ')}</small>` : undefined;
}

function service(preview: ServicePreview): Markup {
  const { items, amounts } = preview.service;
  return html`<p class="sum">R$ ${brazilianMoney(amounts.net)}</p>
    ${doubts(serviceDoubts(preview.service))}
    <ol class="preview-lines">
      ${items.map(
        ({ description, total }) =>
          html`<li>
            <p><b>${description}</b> <span>${brazilianMoney(total)}</span></p>
          </li>`,
      )}
    </ol>
    <dl class="sums">
      ${serviceSums(amounts)}
      <div class="total">
        <dt>Líquido</dt>
        <dd>R$ ${brazilianMoney(amounts.net)}</dd>
      </div>
    </dl>
    ${amounts.iss === null && amounts.issBase !== null ? html`<p class="soft">O ISSQN é calculado pela alíquota que o município tem no sistema nacional, quando a nota é autorizada.</p>` : undefined}`;
}

function serviceSums(amounts: ServiceAmounts): Markup[] {
  const sums: [string, string | null][] = [
    ['Serviços', amounts.service],
    ['Desconto incondicional', amounts.unconditionalDiscount],
    ['Desconto condicional', amounts.conditionalDiscount],
    ['Deduções', amounts.deductions],
    ['ISSQN', amounts.iss],
    ['ISSQN retido', amounts.issWithheld],
    ['PIS', amounts.pis],
    ['COFINS', amounts.cofins],
    ['INSS retido', amounts.inss],
    ['IRRF retido', amounts.irrf],
    ['CSLL, PIS e COFINS retidos', amounts.csll],
  ];
  return sums.flatMap(([word, value]) => (value && /[1-9]/.test(value) ? [sum(word, value)] : []));
}

function sum(word: string, value: string): Markup {
  return html`<div>
    <dt>${word}</dt>
    <dd>${brazilianMoney(value)}</dd>
  </div>`;
}

/** Warnings about possible mistakes, which do not keep the note from being issued. */
function doubts(found: readonly { message: string }[]): Markup | undefined {
  if (found.length === 0) return undefined;
  return html`<div class="notice" data-kind="wait">
    <h3>Confira antes de emitir</h3>
    <ul>
      ${found.map(({ message }) => html`<li>${inTitles(message)}</li>`)}
    </ul>
  </div>`;
}

/** The sentence with the form's labels in place of the API's field names. */
function inTitles(message: string): string {
  return Object.entries(taxFieldTitles).reduce(
    (text, [name, title]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `"${title}"`),
    message,
  );
}
