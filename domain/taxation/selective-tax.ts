import table from '../../tables/selective-tax.json' with { type: 'json' };
import { type Decimal, money, percent, percentOf, round2, zero } from '../money.ts';
import type { SelectiveTaxAmounts } from './amounts.ts';
import { numberOf, type TaxFault, type TaxFieldName, type TaxTrace, tracedText } from './fields.ts';
import { holds, type Operation } from './operation.ts';

/** CSTIS of taxed goods; the other codes say why nothing is due. */
const taxed = '000';

const situations: ReadonlySet<string> = new Set(table.situations.map(({ code }) => code));
const classes: ReadonlyMap<string, { situation: string; of: string }> = new Map(
  table.classes.map(({ code, ...found }) => [code, found]),
);

export const selectiveTaxFields = [
  'selectiveTaxSituation',
  'selectiveTaxClassification',
  'selectiveTaxRate',
  'selectiveTaxUnitRate',
] as const satisfies TaxFieldName[];

/** Whether rates of the selective tax go with the situation, or may go with one that another level gives. */
export function mayBeTaxed({
  selectiveTaxSituation: situation,
  selectiveTaxClassification: classification,
}: {
  selectiveTaxSituation?: string | null;
  selectiveTaxClassification?: string | null;
}): boolean {
  const said = situation?.trim() ?? '';
  const code = said === '' ? (classification?.trim() ?? '').slice(0, 3) : said;
  return code === '' || code === taxed;
}

/**
 * The trace without the selective tax that records give before that tax exists. What the item itself gives stays, and is refused by
 * `checkSelectiveTax`.
 */
export function withoutEarlySelectiveTax(trace: TaxTrace, operation: Operation): TaxTrace {
  if (holds('SELECTIVE_TAX', operation)) return trace;
  const kept: TaxTrace = { ...trace };
  for (const name of selectiveTaxFields) if (kept[name]?.source !== 'ITEM') delete kept[name];
  return kept;
}

/** Why the resolved selective tax of a line cannot be computed. A line whose levels give nothing of it has none, and no fault. */
export function checkSelectiveTax(trace: TaxTrace, operation: Operation): TaxFault[] {
  const said = selectiveTaxFields.find((name) => trace[name]);
  if (!said) return [];
  if (!holds('SELECTIVE_TAX', operation)) {
    const message = `O imposto seletivo só existe a partir de 01/01/2027: numa nota de antes não envie ${said}.`;
    return [{ field: said, message }];
  }
  const faults = checkSelectiveTaxPair(trace);
  if (faults.length > 0 || tracedText(trace, 'selectiveTaxSituation') !== taxed) return faults;
  if (operation.direction === 'IN' && operation.destination === '3') return [ofImport];
  return trace.selectiveTaxRate || trace.selectiveTaxUnitRate ? [] : [missingRate];
}

/** The base of an import is not that of a sale, and no text that was read says how a note carries the tax. */
const ofImport: TaxFault = {
  field: 'selectiveTaxSituation',
  message:
    'O imposto seletivo da importação é recolhido na declaração de importação, e ainda não é calculado aqui: deixe selectiveTaxSituation e ' +
    'selectiveTaxClassification em branco.',
};

/** LC 214/2025 art. 422: rates are for an ordinary law, and none is published. */
const missingRate: TaxFault = {
  field: 'selectiveTaxRate',
  message:
    'Com selectiveTaxSituation 000, informe selectiveTaxRate (alíquota em porcentagem), selectiveTaxUnitRate (reais por unidade tributável) ou ' +
    'as duas, como a lei das alíquotas as fixar.',
};

/** Whether situation (CSTIS) and class (cClassTribIS) exist, go together, and are those of goods. A class does not need a situation beside it. */
export function checkSelectiveTaxPair(trace: TaxTrace): TaxFault[] {
  const classification = tracedText(trace, 'selectiveTaxClassification');
  const situation = tracedText(trace, 'selectiveTaxSituation') || classification.slice(0, 3);
  if (situation === '') return [];
  if (!situations.has(situation)) {
    const message = `${situation} não é um CST do imposto seletivo: use ${[...situations].join(', ')}.`;
    return [{ field: 'selectiveTaxSituation', message }];
  }
  const refuse = (message: string): TaxFault[] => [{ field: 'selectiveTaxClassification', message }];
  if (classification === '') {
    const example = [...classes].find(([, { situation: of }]) => of === situation)?.[0] ?? '000001';
    return refuse(
      `Com selectiveTaxSituation ${situation}, informe selectiveTaxClassification (cClassTribIS), por exemplo ${example}.`,
    );
  }
  const found = classes.get(classification);
  if (!found) {
    return refuse(
      `${classification} não está na tabela de classificação tributária do imposto seletivo (cClassTribIS).`,
    );
  }
  if (found.situation !== situation) {
    return refuse(
      `O cClassTribIS ${classification} é do CST ${found.situation} do imposto seletivo, não do ${situation}: acerte um dos dois.`,
    );
  }
  return found.of === 'SERVICES'
    ? refuse(`O cClassTribIS ${classification} é de serviços: escolha outro da tabela, por exemplo 000001.`)
    : [];
}

/**
 * Group UB01 of a line whose trace `checkSelectiveTax` passed; null where no level gives any of it.
 *
 * The tax is part of the base of IBS and CBS (LC 214/2025 art. 12) and not of its own base, which contains neither ICMS nor IBS and CBS (art. 417, I
 * and § 4º): what is left of the price is the base and the tax on it. No other place computes this (decision 78).
 *
 * @param worth what is left of the price without ICMS, IBS and CBS
 * @param taxable uTrib and qTrib
 */
export function selectiveTaxOf(
  trace: TaxTrace,
  worth: Decimal,
  taxable: { unit: string; quantity: Decimal } | undefined,
): SelectiveTaxAmounts | null {
  const situation = tracedText(trace, 'selectiveTaxSituation');
  if (situation === '') return null;
  const classification = tracedText(trace, 'selectiveTaxClassification');
  if (situation !== taxed) return { situation, classification, amounts: null };
  if (!taxable) throw new TypeError('the selective tax is computed only of a line whose units are known');
  const { unit, quantity } = taxable;
  const rate = numberOf(trace, 'selectiveTaxRate');
  const byUnits = quantity.times(numberOf(trace, 'selectiveTaxUnitRate'));
  const left = worth.minus(byUnits);
  const base = round2((left.isNegative() ? zero : left).div(rate.div(100).plus(1)));
  return {
    situation,
    classification,
    amounts: {
      base: money(base),
      rate: percent(rate),
      unitRate: trace.selectiveTaxUnitRate ? percent(numberOf(trace, 'selectiveTaxUnitRate')) : null,
      unit,
      quantity: quantity.toFixed(4),
      value: money(round2(percentOf(base, rate).plus(byUnits))),
    },
  };
}
