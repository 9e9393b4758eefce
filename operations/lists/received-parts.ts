import type { Environment } from '../../domain/companies/settings.ts';
import { type Days, instantsOf } from './days.ts';
import type { Part } from './ordered-list.ts';
import type { Narrowing } from './received-query.ts';

/** What is asked for, but a search. */
export function conditions({ kinds, issuer, accessKey, days }: Omit<Narrowing, 'pattern'>): Part[] {
  return [
    ...equal('access_key', accessKey),
    ...equal('issuer_tax_id', issuer),
    ...(kinds === null ? [] : [{ where: 'kind in (?)', values: [kinds] }]),
    ...daysOf(days),
  ];
}

/** Emitted on these days. */
export function daysOf(days: Days): Part[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'emission_date >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'emission_date < ?::timestamptz', values: [before] }]),
  ];
}

/** Received in that environment. */
export function environmentOf(environment: Environment): Part {
  return { where: 'environment = ?', values: [environment] };
}

/** Rows with one value; no condition where there is none. */
export function equal(column: string, value: string | undefined): Part[] {
  return value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
}
