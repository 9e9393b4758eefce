import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { restoredNow } from '../../operations/installations/show-restored.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether emission stands still because the database was restored. */
export async function checkRestored(orm: Orm): Promise<Finding[]> {
  const { failure } = findingsOf('restored');
  const now = await restoredNow(acrossCompanies(orm));
  if (!now) return [];
  const undecided = now.found.filter(({ decision }) => decision === null).length;
  const state = now.askedAt === null ? 'a consulta às autoridades está em andamento' : `${undecided} nota(s) a decidir`;
  return [
    failure(
      `o banco foi restaurado de um momento anterior: nada novo é enviado, ${now.waiting} documento(s) esperam, ${state}`,
      'lavra restored show',
    ),
  ];
}
