import type { Orm } from '../../../config/orm.ts';
import { keyModel } from '../../../domain/access-key.ts';
import { isTaking, type JudgedService, type Standing } from '../../../domain/conversation/authority.ts';
import type { Model } from '../../../domain/document-types.ts';
import { authorizerOfKey, judgedAt } from '../../../domain/sefaz/authority.ts';
import { stateOf } from '../../../domain/states.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { Books } from './books.ts';

type Row = { subject: string; service: string; environment: 'HOMOLOGATION'; startedAt: string; cStat: string | null };
/** `isAlwaysServed`: an SVC answers it also while it is switched off (MOC 7.0 Anexo III, 2.1.3.4). */
type Call = { about: string; at: number; isAlwaysServed: boolean };
type Change = JudgedService & { standing: Standing; changedAt: string };
type Exchange = {
  authorizer: string | null;
  model: number | null;
  service: string;
  cStat: number | null;
  outcome: string | null;
  at: string;
  chNFe: string | null;
  id: string | null;
};

/** A call is timed within the statement that reads the judgement: one that was over so shortly before may not have been read. */
const statementMs = 1_000;

/**
 * Messages, questions about the status excepted, that were sent to a service while its judge had it shut or off, in words. Each message has
 * its row before it is sent, so none is missed. A judgement holds from its commit, which on busy cores comes seconds after it was made.
 */
export async function sentToShut(orm: Orm): Promise<string[]> {
  const em = acrossCompanies(orm);
  const rows = await em.execute<Row[]>(
    `select subject, service, environment, started_at as "startedAt", c_stat as "cStat" from authority_call
     where service <> 'NfeStatusServico' and coalesce(fault, '') not like 'not_sent:%' order by started_at`,
  );
  const changes = await em.execute<Change[]>(
    `select authorizer, environment, model, state, standing, pg_xact_commit_timestamp(xmin) as "changedAt" from authority_change order by 6, id`,
  );
  const calls = new Map<string, Call[]>();
  for (const row of rows) {
    const judged = judgedOf(row);
    if (!judged) continue;
    const isAlwaysServed = judged.state !== '' && ['NfeConsultaProtocolo', 'RecepcaoEvento'].includes(row.service);
    const call = { about: `${row.service} ${row.subject}`, at: new Date(row.startedAt).getTime(), isAlwaysServed };
    calls.set(nameOf(judged), [...(calls.get(nameOf(judged)) ?? []), call]);
  }
  const services = Map.groupBy(changes, nameOf);
  return [...services].flatMap(([name, of]) =>
    shutTimes(of).flatMap(({ from, to, isOff }) =>
      (calls.get(name) ?? [])
        .filter(({ at, isAlwaysServed }) => at > from + statementMs && at < to && !(isOff && isAlwaysServed))
        .map(({ about, at }) => `${name} was shut at ${isoOf(from)} and got ${about} at ${isoOf(at)}`),
    ),
  );
}

/**
 * Messages that a state's authorizer refused as paused or stopped (108, 109) so long after the first such answer that whoever sent them must
 * have known: until it says 107 again nobody else is to try. Goes by what the authority itself has noted.
 */
export async function refusedAgain({ authority }: Books, graceMs: number): Promise<string[]> {
  const exchanges = await authority.control<Exchange[]>('GET', '/exchanges');
  const found: string[] = [];
  const since = new Map<string, number>();
  for (const { authorizer, model, service, cStat, outcome, at, chNFe, id } of exchanges) {
    if (authorizer === null || authorizer.startsWith('SVC') || authorizer === 'AN') continue;
    const name = `${authorizer}/${model}`;
    if (cStat === 107) since.delete(name);
    if (cStat !== 108 && cStat !== 109) continue;
    const first = since.get(name);
    // What was answered into a dropped connection nobody has heard.
    if (first === undefined && outcome === 'answered') since.set(name, Date.parse(at));
    if (service === 'NfeStatusServico' || first === undefined || Date.parse(at) - first <= graceMs) continue;
    found.push(
      `${name} refused ${service} ${id ?? chNFe} at ${at}, ${(Date.parse(at) - first) / 1000} s after it said so`,
    );
  }
  return found;
}

/** Callers that the authority found to insist (656). */
export async function insisted({ authority }: Books): Promise<string[]> {
  const exchanges = await authority.control<Exchange[]>('GET', '/exchanges?cStat=656');
  return exchanges.map(({ service, chNFe, id, at }) => `${at} ${service} ${id ?? chNFe}`);
}

/** Whose service a message goes to, by the key, event or range that it is about; null at the national environment. */
function judgedOf({ subject, environment }: Row): JudgedService | null {
  const range = /^ID(\d\d)\d\d[0-9A-Z]{14}(55|65)\d{21}$/.exec(subject);
  if (range) {
    const [, code = '', model] = range;
    return judgedAt({ state: stateOf(code), model: model as Model, environment });
  }
  const [, event, key] = /^(?:ID(\d{6}))?([0-9A-Z]{44})/.exec(subject) ?? [];
  if (!key || event === '110140') return null;
  return judgedAt(
    event === '110110'
      ? { state: stateOf(key.slice(0, 2)), model: keyModel(key), environment }
      : authorizerOfKey(key, environment),
  );
}

function shutTimes(changes: Change[]): { from: number; to: number; isOff: boolean }[] {
  return changes.flatMap(({ standing, changedAt }, at) => {
    if (isTaking(standing)) return [];
    const next = changes[at + 1];
    const to = next ? new Date(next.changedAt).getTime() : Infinity;
    return [{ from: new Date(changedAt).getTime(), to, isOff: standing === 'OFF' }];
  });
}

const nameOf = ({ authorizer, model, state }: JudgedService): string =>
  [authorizer, model, ...(state === '' ? [] : [state])].join('/');
const isoOf = (ms: number): string => new Date(ms).toISOString();
