import { addedMoney, decimal, money, percent, sum } from '../../money.ts';
import type { ComputedItem, NoteTotals } from '../computed-note.ts';
import { fuelTexts } from './fuel.ts';

/** infCpl: the caller's text, then the texts that the law requires for the computed amounts; null when there is nothing to say. */
export function additionalInfoOf(
  sent: string | null | undefined,
  items: ComputedItem[],
  totals: NoteTotals,
): string | null {
  const texts = [
    sent?.trim(),
    ...simplesCreditTexts(items),
    destinationShareText(totals),
    ...fuelTexts(items),
    approximateTaxesText(items, totals),
  ];
  return texts.filter((text) => text).join(' ') || null;
}

/** LC 123/2006 art. 23; Resolução CGSN 140/2018 art. 60: one sentence for each rate. */
function simplesCreditTexts(items: ComputedItem[]): string[] {
  const rates = new Set(items.flatMap(({ icms }) => icms?.creditRate ?? []));
  return [...rates].flatMap((rate) => {
    const credits = items.filter(({ icms }) => icms?.creditRate === rate);
    const value = sum(credits.map(({ icms }) => decimal(icms?.creditValue)));
    return value.isZero() ? [] : [simplesCreditText(rate, money(value))];
  });
}

function simplesCreditText(rate: string, value: string): string {
  return (
    'DOCUMENTO EMITIDO POR ME OU EPP OPTANTE PELO SIMPLES NACIONAL. PERMITE O APROVEITAMENTO DO CRÉDITO DE ICMS NO VALOR DE ' +
    `R$ ${withComma(value)}, CORRESPONDENTE À ALÍQUOTA DE ${withComma(shortRate(rate))}%, NOS TERMOS DO ART. 23 DA LC 123/2006.`
  );
}

/** Convênio ICMS 236/2021. */
function destinationShareText({ icmsDestination, fcpDestination }: NoteTotals): string | null {
  if (icmsDestination === null) return null;
  return (
    `Valores totais do ICMS interestadual: DIFAL da UF de destino R$ ${withComma(icmsDestination)}; ` +
    `FCP R$ ${withComma(fcpDestination ?? '0.00')}.`
  );
}

/** Lei 12.741/2012 art. 1; Decreto 8.264/2014 art. 3: by treasury, and whose estimate it is, where that is known of every line. */
function approximateTaxesText(items: ComputedItem[], { approximateTaxes: total }: NoteTotals): string | null {
  if (total === undefined) return null;
  const told = items.flatMap(({ approximateTaxes }) => approximateTaxes ?? []);
  const parts = told.flatMap(({ byTreasury }) => byTreasury ?? []);
  const of = (name: 'federal' | 'state' | 'municipal') => withComma(addedMoney(parts.map((part) => part[name])));
  const split =
    parts.length === told.length
      ? `, sendo federais R$ ${of('federal')}, estaduais R$ ${of('state')} e municipais R$ ${of('municipal')}`
      : '';
  const sources = [...new Set(told.flatMap(({ source }) => source ?? []))];
  const source = sources.length > 0 ? ` Fonte: ${sources.join(', ')}.` : '';
  return `Valor aproximado dos tributos (Lei 12.741/2012): R$ ${withComma(total)}${split}.${source}`;
}

function shortRate(rate: string): string {
  return percent(decimal(rate)).replace(/0{1,2}$/, '');
}

function withComma(decimalText: string): string {
  return decimalText.replace('.', ',');
}
