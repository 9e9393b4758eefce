import { type Fault, refusal } from '../faults.ts';
import { decimal, money } from '../money.ts';
import type { DistributionSource } from '../received/kinds.ts';
import { taxIdKind } from '../tax-id.ts';
import { type SupplierEventName, supplierEventTypes } from './event-types.ts';

/**
 * The suppliers, models and values for which an endpoint gets events; only for events in `supplierEventTypes`. An empty list and null mean all. The
 * value is the note's total, and for a payable its amount: decimals with two places, both ends included.
 */
export type SupplierFilters = {
  supplierTaxIds: string[];
  models: DistributionSource[];
  minValue: string | null;
  maxValue: string | null;
};

/** Filters as a caller sends them; an absent filter filters nothing. */
export type FilterInput = {
  supplierTaxIds?: string[] | undefined;
  models?: DistributionSource[] | undefined;
  minValue?: string | number | null | undefined;
  maxValue?: string | number | null | undefined;
};

/** Filters as they are stored; null where they filter nothing. */
export function keptFilters(asked: FilterInput | null): SupplierFilters | null {
  if (!asked) return null;
  const kept: SupplierFilters = {
    supplierTaxIds: [...new Set(asked.supplierTaxIds)],
    models: [...new Set(asked.models)],
    minValue: amountOf(asked.minValue),
    maxValue: amountOf(asked.maxValue),
  };
  const { supplierTaxIds, models, minValue, maxValue } = kept;
  const isEmpty = supplierTaxIds.length + models.length === 0 && minValue === null && maxValue === null;
  return isEmpty ? null : kept;
}

/** The events, filters and days that an endpoint has chosen. */
export type EndpointChoice = {
  events: readonly string[];
  filters: SupplierFilters | null;
  dueDaysBefore: readonly number[] | null;
};

/** Default of `dueDaysBefore`: on the day itself. */
export const usualDueDays: readonly number[] = [0];

/** The days as they are stored: each once, the earliest first; null where they are the default. */
export function keptDueDays(asked: readonly number[] | null): number[] | null {
  const days = [...new Set(asked)].toSorted((a, b) => b - a);
  return days.length === 0 || String(days) === String(usualDueDays) ? null : days;
}

/** Faults of a choice: filters that no event can pass, and filters or days for events that are not chosen. */
export function checkChoice({ events, filters, dueDaysBefore }: EndpointChoice): Fault[] {
  return [
    ...(filters ? checkFilters(filters, events) : []),
    ...(dueDaysBefore === null || events.includes(dueName)
      ? []
      : [
          refusal('dueDaysBefore', `só valem para ${supplierEventTypes[dueName]}: inclua esse evento, ou tire os dias`),
        ]),
  ];
}

const dueName: SupplierEventName = 'PAYABLE_DUE';
const filtered: readonly string[] = Object.keys(supplierEventTypes);

function checkFilters({ supplierTaxIds, minValue, maxValue }: SupplierFilters, events: readonly string[]): Fault[] {
  const faults = supplierTaxIds.flatMap((taxId, at) =>
    taxIdKind(taxId) ? [] : [refusal(`filters.supplierTaxIds[${at}]`, 'não é um CNPJ nem um CPF válido')],
  );
  if (!events.some((event) => filtered.includes(event))) {
    const types = Object.values(supplierEventTypes).join(', ');
    const message = `só valem para eventos de fornecedores (${types}): inclua um deles, ou tire os filtros`;
    faults.push(refusal('filters', message));
  }
  if (minValue !== null && maxValue !== null && decimal(minValue).greaterThan(maxValue)) {
    faults.push(refusal('filters.maxValue', 'é menor do que minValue: nada passaria'));
  }
  return faults;
}

const amountOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined
    ? null
    : money(decimal(typeof value === 'number' ? value.toPrecision(15) : value));
