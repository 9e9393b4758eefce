import { contingencyDefaults, type ContingencySettings, type Environment } from '../../../domain/companies/settings.ts';
import type { Began, Situation } from '../../../domain/contingency/choose.ts';
import type { Standing } from '../../../domain/conversation/standing.ts';
import { hasEpec, hasSvc, refusesOffline } from '../../../domain/contingency/states.ts';
import { type GoodsType, traitsOf } from '../../../domain/document-types.ts';
import type { LawTables } from '../../../domain/taxation/law-tables.ts';
import { authorizerOf, svcOf } from '../../../domain/sefaz/endpoints.ts';

/** A row of the judges' table as SQL gives it: instants in epoch milliseconds. */
export type StandingRow = {
  authorizer: string;
  state: string;
  standing: Standing;
  reason: string;
  sinceMs: number;
};

/** What is known of a company's contingency, as SQL gives it. */
export type KnownContingency = {
  standings: StandingRow[];
  entered: { reason: string; sinceMs: number } | null;
};

/** SQL of what is known of the contingency for a model, as JSON: part of statements that read more. */
export const contingencyOf = (company: string, environment: string, model: string): string => `json_build_object(
    'standings', coalesce((
      select json_agg(json_build_object('authorizer', s.authorizer, 'state', s.state, 'standing', s.standing, 'reason', s.reason,
        'sinceMs', round(extract(epoch from s.since) * 1000)))
      from authority_standing s where s.environment = ${environment} and s.model = ${model}
    ), '[]'),
    'entered', (
      select json_build_object('reason', c.reason, 'sinceMs', round(extract(epoch from c.entered_at) * 1000))
      from contingency_entry c
      where c.company_id = ${company} and c.environment = ${environment} and c.model = ${model} and c.left_at is null
    ))`;

/** A note of goods, and what is known. */
export type KnownSituation = {
  type: GoodsType;
  environment: Environment;
  /** The issuer's. */
  state: string;
  settings: ContingencySettings | undefined;
  contingency: KnownContingency;
  /** Since when the sale waits to be issued. */
  waitingSince: Date;
};

/** The situation of a note, from what is known. */
export function situationOf(known: KnownSituation, { now, tables }: { now: Date; tables: LawTables }): Situation {
  const { type, environment, state, contingency, waitingSince } = known;
  const settings = known.settings ?? contingencyDefaults;
  const { model } = traitsOf[type];
  const { standings, entered } = contingency;
  const home = standings.find((each) => each.authorizer === authorizerOf(state, model) && each.state === '');
  const svc = standings.find((each) => each.authorizer === svcOf(state, environment) && each.state === state);
  return {
    type,
    wanted: type === 'NFCE' ? settings.nfce : settings.nfe,
    entered: entered && beganAt(entered),
    home: home ? { ...beganAt(home), standing: home.standing } : null,
    svc: svc?.standing ?? null,
    allowed: {
      offline: !refusesOffline(state, now, tables.contingency),
      svc: type === 'NFE' && hasSvc(state, environment, { on: now, table: tables.contingency }),
      epec: type === 'NFE' && hasEpec(state, now, tables.contingency),
    },
    waitedMs: now.getTime() - waitingSince.getTime(),
    afterMs: (type === 'NFCE' ? settings.afterSeconds.nfce : settings.afterSeconds.nfe) * 1000,
    now,
  };
}

function beganAt({ reason, sinceMs }: { reason: string; sinceMs: number }): Began {
  return { reason, since: new Date(Number(sinceMs)) };
}
