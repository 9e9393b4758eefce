import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { sefin } from '../../domain/sefin/authority.ts';

/** Taxpayers of whom an authority wants silence now (656 of the SEFAZ, 429 of the Sefin), by the service that it is about. */
export type SilenceFigure = { service: string; environment: Environment; taxpayers: number };

/** Who is silenced now; services of which nobody is are missing. */
export function readSilences(em: EntityManager): Promise<SilenceFigure[]> {
  const silenced = [sefaz, sefin].map(({ silence: { code, minutes } }) => {
    return `c_stat = '${code}' and started_at > now() - interval '${minutes} minutes'`;
  });
  return em.execute<SilenceFigure[]>(
    `select service, environment, count(distinct tax_id_root)::int as taxpayers from authority_call
     where c_stat in ('${sefaz.silence.code}', '${sefin.silence.code}') and (${silenced.join(' or ')})
     group by service, environment`,
  );
}
