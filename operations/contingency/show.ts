import type { EntityManager } from '../../config/orm.ts';
import { contingencyDefaults, type ContingencySettings, type Environment } from '../../domain/companies/settings.ts';
import { ContingencyEntry } from '../../domain/contingency/contingency-entry.entity.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { authoritiesOf, type AuthorityState } from './authorities.ts';
import { type ContingencyType, modelOf, type PlaceQuery } from './by-hand.ts';

/** The contingencies of a company in one environment. */
export type ContingencyNow = {
  environment: Environment;
  settings: ContingencySettings;
  /** Contingencies that a person entered and nobody left. */
  entered: { type: ContingencyType; reason: string; enteredAt: Date }[];
  /** The authorities of the company's notes, and how their services stand. */
  authorities: AuthorityState[];
  /** Notes that were issued in contingency and that the authority does not have yet, by type. */
  toTransmit: { type: ContingencyType; count: number; oldestSince: Date; transmitBy: Date | null }[];
  /** Notes that others replaced and that are not settled, the oldest first. */
  replaced: ReplacedNote[];
};

/** The contingencies of a company, for the types that are asked about. */
export async function contingencyNow(
  em: EntityManager,
  { company, environment, types }: PlaceQuery,
): Promise<ContingencyNow> {
  const about = { company: company.id, environment };
  const entries = await em.find(
    ContingencyEntry,
    { ...about, model: types.map(modelOf), leftAt: null },
    { orderBy: { enteredAt: 'asc' } },
  );
  return {
    environment,
    settings: company.settings?.contingency ?? contingencyDefaults,
    entered: entries.map(({ model, reason, enteredAt }) => ({
      ...{ type: model === '65' ? 'NFCE' : 'NFE', reason, enteredAt },
    })),
    authorities: await authoritiesOf(em, { company, environment, types }),
    toTransmit: await notTransmitted(em, { company, environment, types }),
    replaced: await em.find(
      ReplacedNote,
      { ...about, type: [...types], settledAt: null },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    ),
  };
}

type Row = { type: ContingencyType; count: number; oldestSince: Date | string; transmitBy: Date | string | null };

async function notTransmitted(em: EntityManager, { company, environment, types }: PlaceQuery) {
  const rows = await em.execute<Row[]>(
    `select type, count(*)::int as count, min(contingency_since) as "oldestSince", min(contingency_transmit_by) as "transmitBy"
     from document
     where company_id = ? and environment = ? and type in (?) and status = 'PROCESSING' and contingency_mode in ('OFFLINE', 'EPEC')
     group by type order by type`,
    [company.id, environment, types],
  );
  return rows.map(({ oldestSince, transmitBy, ...row }) => ({
    ...row,
    oldestSince: new Date(oldestSince),
    transmitBy: transmitBy === null ? null : new Date(transmitBy),
  }));
}
