import type { Company } from '../../domain/companies/company.entity.ts';
import { type StartedSync, askNow, notAsked, tooEarly } from '../../operations/distribution/sync.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { wakeAll } from './wake.ts';

/**
 * Has the sources of a company asked now that may be asked.
 *
 * @throws {DomainError} `sefaz_wait`, `certificate_missing` or `invalid_state`
 * @throws {Refused} `temporal_unavailable`
 */
export async function sync(session: Session, company: Company): Promise<StartedSync> {
  const now = new Date();
  const { distributionWaitSeconds: waitSeconds } = session.env();
  const em = acrossCompanies(await session.orm());
  const asking = await em.transactional((tx) => askNow(tx, { company, now, waitSeconds }));
  if (asking.sources.length === 0) throw tooEarly(asking, now);
  if (await wakeAll(session, asking.sources)) return asking;
  await notAsked(em, asking);
  throw new Refused('temporal_unavailable', 'O Temporal não responde: a consulta sai quando ele voltar.');
}
