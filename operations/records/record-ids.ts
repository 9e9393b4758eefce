import { validate as isUuid } from 'uuid';

/** How a body names a record; absent and empty name none. */
export type RecordId = string | null | undefined;

/** Records by the ids that bodies write, in whatever case; undefined for nobody's and for what is no id. */
export type ById<Kept> = (id: RecordId) => Kept | undefined;

/** What of the ids can be looked for, each once, as the database writes them. */
export function wellFormed(ids: RecordId[]): string[] {
  return [...new Set(ids.flatMap((id) => (id && isUuid(id) ? id.toLowerCase() : [])))];
}

export function byId<Kept extends { id: string }>(records: Kept[]): ById<Kept> {
  const known = new Map(records.map((record) => [record.id, record]));
  return (id) => known.get(id?.toLowerCase() ?? '');
}
