import { DateTime } from 'luxon';
import { validate as isUuid } from 'uuid';
import { brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import type { CallsQuery } from '../../../operations/calls/find-calls.ts';
import { addressQuery } from '../../parts/pager.ts';

/** The filter in the address of the list, as written. */
export type CallsFilter = {
  path?: string;
  /** `2`, `4` or `5` for a class of statuses, or one status. */
  status?: string;
  key?: string;
  /** Date and time in Brasília: `2026-11-27T14:00`. */
  from?: string;
  to?: string;
  requestId?: string;
  document?: string;
};

const named: Record<keyof CallsFilter, string> = {
  path: 'caminho',
  status: 'resposta',
  key: 'chave',
  from: 'de',
  to: 'ate',
  requestId: 'pedido',
  document: 'nota',
};

/** Which values make sense; others are ignored. */
const sensible: Record<keyof CallsFilter, (text: string) => boolean> = {
  path: (text) => text.length <= 200,
  status: (text) => /^(?:[245]|[1-5]\d\d)$/.test(text),
  key: isUuid,
  from: isMoment,
  to: isMoment,
  requestId: (text) => text.length <= 100,
  document: isUuid,
};

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && DateTime.fromISO(text, { zone }).isValid;
}

/** The filter in an address. */
export function filterIn(said: (name: string) => unknown): CallsFilter {
  const fields = Object.keys(named) as (keyof CallsFilter)[];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = said(named[field]);
      const text = typeof value === 'string' ? value.trim() : '';
      return text !== '' && sensible[field](text) ? [[field, text]] : [];
    }),
  );
}

/** The address query of a filter. */
export function addressOf(filter: CallsFilter, more: Record<string, string> = {}): string {
  const said = Object.fromEntries(
    Object.entries(filter).map(([field, value]): [string, string] => [named[field as keyof CallsFilter], value]),
  );
  return addressQuery({ ...said, ...more });
}

/** The filter as operations take it; the minute of `to` is included. */
export function queryOf({ status, from, to, ...rest }: CallsFilter): CallsQuery {
  const at = (text: string): Date => DateTime.fromISO(text, { zone }).toJSDate();
  return {
    ...rest,
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(from === undefined ? {} : { from: at(from) }),
    ...(to === undefined ? {} : { until: new Date(at(to).getTime() + 60_000) }),
  };
}
