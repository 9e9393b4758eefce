import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { ApiKey } from '../../domain/access/api-key.entity.ts';
import { ApiCall, callDays, callsKept } from '../../domain/calls/api-call.entity.ts';

/** Which calls are looked for; a missing field does not restrict. */
export type CallsQuery = {
  /** Part of the path. */
  path?: string | undefined;
  /** `2` for all successful ones, `4`, `5`, or one status. */
  status?: number | undefined;
  key?: string | undefined;
  requestId?: string | undefined;
  document?: string | undefined;
  from?: Date | undefined;
  /** End of the period, exclusive. */
  until?: Date | undefined;
};

/** A call in a list, with the name of its key and without its bodies. */
export type ListedCall = Omit<ApiCall, 'requestBody' | 'responseBody' | 'company'> & { keyName: string | null };

const shown = [
  'id',
  'key',
  'at',
  'method',
  'path',
  'operation',
  'status',
  'durationMs',
  'requestId',
  'document',
] as const;
const sizes = ['requestBytes', 'responseBytes', 'responseType'] as const;

/** One page of the calls that the company of `em` keeps, the newest first. */
export async function findCalls(
  em: EntityManager,
  query: CallsQuery,
  { limit, after }: { limit: number; after?: string | undefined },
  now = new Date(),
): Promise<{ calls: ListedCall[]; next: string | null }> {
  // Calls that the next clean-up deletes are not shown any more.
  const [oldest] = await em.find(ApiCall, {}, { ...newestFirst, fields: ['at'], offset: callsKept - 1, limit: 1 });
  const weekAgo = new Date(now.getTime() - callDays * 86_400_000);
  const since = oldest && oldest.at > weekAgo ? oldest.at : weekAgo;
  const behind = after === undefined ? undefined : await em.findOne(ApiCall, { id: after }, { fields: ['at'] });
  if (behind === null) return { calls: [], next: null };
  const where = [
    ...conditionsOf(query),
    { at: { $gte: since } },
    ...(behind ? [{ $or: [{ at: { $lt: behind.at } }, { at: behind.at, id: { $lt: behind.id } }] }] : []),
  ];
  const found = await em.find(
    ApiCall,
    { $and: where },
    { ...newestFirst, fields: [...shown, ...sizes], limit: limit + 1 },
  );
  const rows = found.slice(0, limit);
  const names = await keyNames(em);
  return {
    calls: rows.map((row) => ({ ...(row as unknown as ApiCall), keyName: names.get(row.key) ?? null })),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

const newestFirst = { orderBy: { at: 'desc', id: 'desc' } } as const;

/** One call in full; null where it is not kept any more. */
export async function findCall(
  em: EntityManager,
  id: string,
): Promise<{ call: ApiCall; keyName: string | null } | null> {
  const call = await em.findOne(ApiCall, { id });
  return call && { call, keyName: (await keyNames(em)).get(call.key) ?? null };
}

/** The names of the company's keys by their ids. */
export async function keyNames(em: EntityManager): Promise<Map<string, string>> {
  const keys = await em.find(ApiKey, {}, { fields: ['id', 'name'], orderBy: { name: 'asc' } });
  return new Map(keys.map(({ id, name }) => [id, name]));
}

function conditionsOf({ path, status, from, until, ...equal }: CallsQuery): FilterQuery<ApiCall>[] {
  const named = Object.entries(equal).filter(([, value]) => value !== undefined);
  return [
    Object.fromEntries(named),
    ...(path === undefined ? [] : [{ path: { $ilike: `%${path.replaceAll(/[\\%_]/g, '\\$&')}%` } }]),
    ...(status === undefined ? [] : [statusCondition(status)]),
    ...(from ? [{ at: { $gte: from } }] : []),
    ...(until ? [{ at: { $lt: until } }] : []),
  ];
}

function statusCondition(status: number): FilterQuery<ApiCall> {
  return status < 10 ? { status: { $gte: status * 100, $lt: (status + 1) * 100 } } : { status };
}
