import { validate as isUuid } from 'uuid';
import { type Findable, NotFound } from '../domain/errors.ts';

/**
 * The row whose id was in the path.
 *
 * @param what what the row is, for the message
 * @param find is called only with a well-formed id
 * @throws NotFound
 */
export async function findOrRefuse<Row>(
  what: Findable,
  id: string,
  find: (id: string) => Promise<Row | null>,
): Promise<Row> {
  const row = isUuid(id) ? await find(id) : null;
  if (row === null) throw new NotFound(what);
  return row;
}
