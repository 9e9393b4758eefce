import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../in-company.ts';

/** The id of the installation that a database belongs to; reading it needs no company. */
export async function installationOf(orm: Orm): Promise<string> {
  const [row] = await acrossCompanies(orm).execute<{ id: string }[]>('select id from installation');
  if (!row) throw new Error('the database has no installation: a migration makes it');
  return row.id;
}
