import { type Days, instantsOf } from './days.ts';
import type { DocumentNarrowing } from './document-query.ts';
import type { Part } from './ordered-list.ts';

type Conditions = Omit<DocumentNarrowing, 'pattern' | 'waiting'>;

/** What is asked for, but a search and what waits. */
export function documentConditions(narrowing: Conditions): Part[] {
  return [
    ...equal('status', narrowing.status),
    ...equal('type', narrowing.type),
    ...equal('external_id', narrowing.externalId),
    ...equal('access_key', narrowing.accessKey),
    ...equal('number', narrowing.number),
    ...equal('series', narrowing.series),
    ...equal('client_id', narrowing.clientId),
    ...equal('contingency_mode', narrowing.contingency),
    ...daysOfIssue(narrowing.days),
    ...(narrowing.updatedFrom === undefined ? [] : [changedFrom(narrowing.updatedFrom)]),
  ];
}

/** Whether something is asked for that an index of its own finds, and that nothing counts: it is counted there. */
export function hasOwnIndex(narrowing: Conditions): boolean {
  const { externalId, accessKey, number, series, clientId, contingency, updatedFrom } = narrowing;
  const indexed = [externalId, accessKey, number, series, clientId, contingency, updatedFrom];
  return indexed.some((value) => value !== undefined);
}

/** Issued on these days. */
export function daysOfIssue(days: Days): Part[] {
  const { from, before } = instantsOf(days);
  return [
    ...(from === null ? [] : [{ where: 'issue_date_time >= ?::timestamptz', values: [from] }]),
    ...(before === null ? [] : [{ where: 'issue_date_time < ?::timestamptz', values: [before] }]),
  ];
}

function changedFrom(moment: string): Part {
  return { where: 'updated_at >= ?::timestamptz', values: [moment] };
}

function equal(column: string, value: string | number | undefined): Part[] {
  return value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }];
}
