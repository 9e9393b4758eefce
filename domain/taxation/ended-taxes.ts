import { decimal } from '../money.ts';
import {
  type TaxFieldName,
  taxFieldNames,
  type TaxFields,
  type TaxSource,
  type TaxTrace,
  tracedText,
} from './fields.ts';
import { isIpiCharged } from './ipi/ipi.ts';
import { shippedLawTables } from './law-tables.ts';
import { withoutLeftovers } from './levels/leftovers.ts';
import { resolveField, resolveTaxes, type TaxLevel } from './levels/resolve.ts';
import { holds, type Operation } from './operation.ts';

/** A tax that the law has ended or set to zero, and the level that still gives it for a line. `isCharged`: the line charges it nevertheless. */
export type EndedTax = { tax: 'PIS_COFINS' | 'IPI'; source: TaxSource; isCharged: boolean };

type Dated = Pick<Operation, 'date' | 'lawOf' | 'rates'>;

/** Whether lines still have PIS and COFINS: until the end of 2026, and later if they go back to a note that had them. */
export function hasContributions(operation: Dated): boolean {
  return !holds('END_OF_PIS_COFINS', operation);
}

const contributions: ReadonlySet<TaxFieldName> = new Set(taxFieldNames.filter((name) => /^(pis|cofins)/.test(name)));

/** The levels without PIS and COFINS, once these have ended: nobody edits every product on New Year's Eve. */
export function withoutEndedContributions(levels: TaxLevel[], operation: Dated): TaxLevel[] {
  if (hasContributions(operation)) return levels;
  return levels.map(({ source, fields }) => {
    const kept: TaxFields = {};
    for (const name of taxFieldNames) if (!contributions.has(name)) kept[name] = fields[name] ?? null;
    return { source, fields: kept };
  });
}

/**
 * Situations that charge IPI, and those that stand in their place where its rate is zero: "saída" and "entrada tributável com alíquota zero".
 * Situations of other operations (49, 99) stay, without a rate.
 */
const atZero: ReadonlyMap<string, string> = new Map([
  ['50', '51'],
  ['00', '01'],
]);

/** The trace with IPI at zero where the law has set it to zero. An IPI that the item itself gives is meant for this note, and stays. */
export function withIpiOfLaw(trace: TaxTrace, operation: Operation): TaxTrace {
  if (!losesIpi(trace, operation) || sourceOfIpi(trace) === 'ITEM') return trace;
  // An import keeps its group with 00 (rule 597), at a rate of zero.
  if (operation.direction === 'IN' && operation.destination === '3') {
    return { ...trace, ipiRate: { value: '0', source: 'TABLE' } };
  }
  const zero = atZero.get(tracedText(trace, 'ipiSituation'));
  const charged: TaxTrace = { ...trace, ...(zero ? { ipiSituation: { value: zero, source: 'TABLE' } } : {}) };
  delete charged.ipiRate;
  return charged;
}

/** Whether the line charges IPI of goods whose rate the law has set to zero. */
function losesIpi(trace: TaxTrace, operation: Operation): boolean {
  if (!holds('IPI_AT_ZERO', operation) || !chargesIpi(trace)) return false;
  const { rates = shippedLawTables } = operation;
  return !rates.ipi.goods.some(({ ncm, from }) => tracedText(trace, 'ncm').startsWith(ncm) && from <= operation.date);
}

function chargesIpi(trace: TaxTrace): boolean {
  const rate = tracedText(trace, 'ipiRate');
  return (
    isIpiCharged(tracedText(trace, 'ipiSituation')) && /^\d{1,3}(\.\d{1,4})?$/.test(rate) && !decimal(rate).isZero()
  );
}

function lostIpi(trace: TaxTrace, operation: Operation): TaxSource | null {
  return losesIpi(trace, operation) ? (sourceOfIpi(trace) ?? null) : null;
}

function sourceOfIpi({ ipiSituation, ipiRate }: TaxTrace): TaxSource | undefined {
  return ipiSituation?.source === 'ITEM' || ipiRate?.source === 'ITEM' ? 'ITEM' : ipiRate?.source;
}

/** Which ended taxes the levels of a line still give. */
export function endedTaxesOf(levels: TaxLevel[], operation: Operation): EndedTax[] {
  const said = hasContributions(operation)
    ? undefined
    : (resolveField(levels, 'pisSituation') ?? resolveField(levels, 'cofinsSituation'));
  const ofIpi = holds('IPI_AT_ZERO', operation) ? lostIpi(resolveTaxes(withoutLeftovers(levels)), operation) : null;
  return [
    ...(said ? [{ tax: 'PIS_COFINS', source: said.source, isCharged: false } as const] : []),
    ...(ofIpi ? [{ tax: 'IPI', source: ofIpi, isCharged: ofIpi === 'ITEM' } as const] : []),
  ];
}
