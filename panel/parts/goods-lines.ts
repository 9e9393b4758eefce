import type { ComputedItem, NoteTotals } from '../../domain/documents/computed-note.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import { addedMoney } from '../../domain/money.ts';
import { brazilianMoney } from '../../domain/pages/html/values.ts';
import { type TaxFieldName, taxFieldNames, type TaxTrace } from '../../domain/taxation/fields.ts';
import { sourceTitles, taxFieldTitles } from './tax-words.ts';
import { count } from './words.ts';

/** The items of a note, each with the origin of its taxes. */
export function linesTable(lines: readonly LineView[]): Markup {
  return goodsTable(
    lines.map(
      (line) =>
        html`<tr>
          <td><b>${line.description}</b><small>${line.code}${line.about}</small>${traceOf(line.trace)}</td>
          <td class="end">${quantity(line.quantity)} <small>${line.unit}</small></td>
          <td class="end">${brazilianMoney(line.unitValue)}</td>
          <td class="end">${brazilianMoney(line.total)}</td>
        </tr>`,
    ),
  );
}

/** A table of items: description, quantity, unit price and total. */
export function goodsTable(rows: readonly Markup[]): Markup {
  return html`<table class="items">
    <caption class="unseen">
      Itens
    </caption>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col" class="end">Quantidade</th>
        <th scope="col" class="end">Unitário</th>
        <th scope="col" class="end">Total R$</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** An item of a note, as a page shows it. */
export type LineView = {
  description: string;
  code: string;
  about: string;
  quantity: string;
  unit: string;
  unitValue: string;
  total: string;
  trace: TaxTrace | undefined;
};

/** A computed item as a page shows it. */
export function computedLine({
  description,
  code,
  ncm,
  cfop,
  quantity,
  unit,
  unitValue,
  total,
  taxation,
}: ComputedItem): LineView {
  return {
    description,
    code,
    about: ` · NCM ${ncm} · CFOP ${cfop}`,
    quantity,
    unit,
    unitValue,
    total,
    trace: taxation,
  };
}

/** The taxes of an item, each value with the level that gave it. */
export function traceOf(trace: TaxTrace | undefined): Markup | undefined {
  const said = taxFieldNames.flatMap((name): [TaxFieldName, NonNullable<TaxTrace[TaxFieldName]>][] => {
    const resolved = trace?.[name];
    return resolved ? [[name, resolved]] : [];
  });
  if (said.length === 0) return undefined;
  return html`<details class="trace">
    <summary>Por que estes impostos</summary>
    <dl>
      ${said.map(
        ([name, { value, source }]) =>
          html`<div>
            <dt>${taxFieldTitles[name]}</dt>
            <dd>${value}</dd>
            <dd class="from">${sourceTitles[source]}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

/** The totals of a note that are not zero. */
export function taxSums({ issqn, ...totals }: NoteTotals): Markup[] {
  const sums: [string, string | null | undefined][] = [
    ['Produtos', totals.products],
    ['Serviços', issqn?.services],
    ['Frete', totals.freight],
    ['Seguro', totals.insurance],
    ['Outras despesas', totals.otherCosts],
    ['Desconto', totals.discount],
    ['ICMS', totals.icms],
    ['ICMS-ST', totals.st],
    ['IPI', totals.ipi],
    ['ISSQN', issqn?.value],
    ['PIS', addedMoney([totals.pis, issqn?.pis])],
    ['COFINS', addedMoney([totals.cofins, issqn?.cofins])],
    ['IBS', totals.ibsCbs?.ibs],
    ['CBS', totals.ibsCbs?.cbs],
    ['Imposto seletivo', totals.selectiveTax],
  ];
  return sums.flatMap(([word, value]) =>
    value && /[1-9]/.test(value)
      ? [
          html`<div>
            <dt>${word}</dt>
            <dd>${brazilianMoney(value)}</dd>
          </div>`,
        ]
      : [],
  );
}

/** A quantity with the places that it needs: `2`, `1,5`. */
function quantity(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const places = fraction.replace(/0+$/, '');
  return places === '' ? count(Number(whole)) : `${count(Number(whole))},${places}`;
}
