import {
  costOfContradiction,
  costOfDoubt,
  type ReceitaRegime,
  receitaRegimeOf,
  regimeContradiction,
} from '../../../domain/companies/receita-regime.ts';
import type { Environment } from '../../../domain/companies/settings.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import type { LawCalendar } from '../../../domain/law-calendar.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { type AttentionItem, type Instant, ofRows, type AttentionReader } from './attention-item.ts';

type Row = {
  id: string;
  company: string;
  name: string;
  environment: Environment;
  taxRegime: TaxRegime;
  receitaRegime: ReceitaRegime | null;
  since: Instant;
  total: number;
};

/**
 * Companies whose regime differs from the register of Receita Federal, as their operators have recorded it, and companies in production for which
 * nobody has recorded it: from the day of rule 12C21-20 on (180) a wrong regime stops every note. Companies that issue only services are left out,
 * and issuers with a CPF, which authorities do not look up in that register.
 */
export const doubtfulRegimes: AttentionReader = async (em, { company, atMost, now, rates }) => {
  const rows = await em.execute<Row[]>(
    `select c.id, c.tax_id as company, c.name, c.environment, c.settings ->> 'taxRegime' as "taxRegime",
       c.settings ->> 'receitaRegime' as "receitaRegime", c.updated_at as since, count(*) over ()::int as total
     from company c
     where c.is_active and length(c.tax_id) = 14 and c.settings is not null and (?::uuid is null or c.id = ?::uuid)
       and (c.settings ->> 'stateRegistration' is not null or c.settings -> 'nfse' ->> 'series' is null)
       and case when c.settings ->> 'receitaRegime' is null then c.environment = 'PRODUCTION'
         else c.settings ->> 'receitaRegime' <> ?::jsonb ->> (c.settings ->> 'taxRegime') end
     order by c.settings ->> 'receitaRegime' is null, c.updated_at, c.id limit ?`,
    [company?.id ?? null, company?.id ?? null, JSON.stringify(receitaRegimeOf), atMost],
  );
  return ofRows(rows, (row) => itemOf(row, { day: brasiliaDay(now), calendar: rates?.calendar }));
};

/** A day in Brasília, and the first days of laws to go by: the shipped ones where undefined. */
type Moment = { day: string; calendar: LawCalendar | undefined };

function itemOf({ id, company, name, environment, since, ...regimes }: Row, { day, calendar }: Moment): AttentionItem {
  const contradiction = regimeContradiction(regimes);
  const doubt = `Ninguém disse como a empresa está na Receita Federal, e ela emite como ${regimes.taxRegime}.`;
  return {
    what: 'regime',
    id,
    company,
    title: `Regime de ${name}`,
    kind: contradiction === null ? 'REGIME_UNCONFIRMED' : 'REGIME_CONTRADICTED',
    reason:
      contradiction === null
        ? `${doubt} ${costOfDoubt(environment, day, calendar)}`
        : `${contradiction} ${costOfContradiction(environment, day, calendar)}`,
    since: new Date(since),
    until: null,
    remedy: { kind: 'OPERATOR', subject: { task: 'SAY_REGIME', company } },
  };
}
