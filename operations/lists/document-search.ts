import type { EntityManager } from '../../config/orm.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { instantsOf } from './days.ts';
import type { DocumentNarrowing } from './document-query.ts';
import type { Window } from './ordered-list.ts';
import { searchedPage } from './search.ts';

type Searched = DocumentNarrowing & { pattern: string };

/** Ids of one page of what a search finds, newest first, and how many match: each environment is searched by itself. */
export async function searchedDocuments(
  em: EntityManager,
  asked: readonly Environment[],
  narrowing: Searched,
  window: Window,
): Promise<{ ids: string[]; total: number; inOtherEnvironment: number }> {
  const isOne = asked.length === 1;
  // Of a list of both, a page may lie in either: the beginnings of both are merged.
  const read = isOne ? window : { limit: beginningOf(window), offset: 0 };
  const ids: string[] = [];
  let [total, inOtherEnvironment] = [0, 0];
  for (const environment of environments) {
    if (asked.includes(environment)) {
      const found = await searchedIn(em, environment, narrowing, read);
      ids.push(...found.ids);
      total += found.total;
    } else {
      inOtherEnvironment = (await searchedIn(em, environment, narrowing, { limit: 0, offset: 0 })).total;
    }
  }
  const merged = isOne
    ? ids
    : ids
        .toSorted()
        .reverse()
        .slice(window.offset, window.offset + window.limit);
  return { ids: merged, total, inOtherEnvironment };
}

/** The largest `int` of PostgreSQL. */
const most = 2_147_483_647;

function beginningOf({ limit, offset }: Window): number {
  return Math.min(limit + offset, most);
}

function searchedIn(
  em: EntityManager,
  environment: Environment,
  narrowing: Searched,
  window: Window,
): Promise<{ ids: string[]; total: number }> {
  const { status, type, externalId, accessKey, number, series, clientId, days, updatedFrom, waiting } = narrowing;
  const { from, before } = instantsOf(days);
  const asked = [
    ...[status, type, externalId, accessKey, number, series, clientId, from, before, updatedFrom, waiting],
    narrowing.contingency,
  ];
  return searchedPage(em, 'document', narrowing.pattern, window, [environment, ...asked.map((value) => value ?? null)]);
}
