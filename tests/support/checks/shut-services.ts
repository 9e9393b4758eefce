import type { Orm } from '../../../config/orm.ts';
import { keyModel } from '../../../domain/access-key.ts';
import { isTaking, type AuthorityService, type Standing } from '../../../domain/conversation/authority.ts';
import type { Model } from '../../../domain/document-types.ts';
import { authorizerOfKey, authorityServiceAt } from '../../../domain/sefaz/authority.ts';
import { stateOfCode } from '../../../domain/states.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import type { Books } from './books.ts';

type Row = { subject: string; service: string; environment: 'HOMOLOGATION'; startedAt: string; seen: string };
type Change = AuthorityService & { standing: Standing; changedAt: string; madeBy: string };
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

/** Stores with each call from now on the snapshot of the statement that let it through, so that tests need not compare clocks. */
export async function keepCallSnapshots(orm: Orm): Promise<void> {
  await acrossCompanies(orm).execute(
    'alter table authority_call add column if not exists seen pg_snapshot not null default pg_current_snapshot()',
  );
}

/**
 * Messages, except status questions, that a statement let through to a service which it saw shut or off; as sentences. Every message has
 * its row before it is sent, so none is missed. `keepCallSnapshots` must have run before the first message.
 */
export async function sentToShut(orm: Orm): Promise<string[]> {
  const em = acrossCompanies(orm);
  const rows = await em.execute<Row[]>(
    `select subject, service, environment, started_at as "startedAt", seen::text from authority_call
     where service <> 'NfeStatusServico' and coalesce(fault, '') not like 'not_sent:%' order by started_at`,
  );
  const changes = await em.execute<Change[]>(
    `select authorizer, environment, model, state, standing, changed_at as "changedAt", xmin::text as "madeBy"
     from authority_change order by pg_xact_commit_timestamp(xmin), id`,
  );
  const services = Map.groupBy(changes, nameOf);
  return rows.flatMap((row) => {
    const authorityService = authorityServiceOf(row);
    const isSeen = visibleIn(row.seen);
    const known = authorityService && services.get(nameOf(authorityService))?.findLast(({ madeBy }) => isSeen(madeBy));
    if (!known || isTaking(known.standing)) return [];
    // An SVC answers these also while it is switched off (MOC 7.0 Anexo III, 2.1.3.4).
    const isAlwaysServed =
      authorityService.state !== '' && ['NfeConsultaProtocolo', 'RecepcaoEvento'].includes(row.service);
    if (known.standing === 'OFF' && isAlwaysServed) return [];
    return [
      `${nameOf(authorityService)} was shut at ${isoOf(known.changedAt)} and got ${row.service} ${row.subject} at ${isoOf(row.startedAt)}`,
    ];
  });
}

/** Whether a snapshot (`xmin:xmax:xip,xip`) sees what a transaction committed (PostgreSQL, 9.28.10). */
function visibleIn(snapshot: string): (transaction: string) => boolean {
  const [from = '', to = '', running = ''] = snapshot.split(':');
  const underWay = new Set(running.split(','));
  return (transaction) => {
    const id = BigInt(transaction);
    return id < BigInt(from) || (id < BigInt(to) && !underWay.has(transaction));
  };
}

/**
 * Messages that a state's authorizer refused as paused or stopped (108, 109) more than `graceMs` after its first such answer, when their
 * sender must have known of it: until the authorizer answers 107, nobody else may try. Read from the authority's own log.
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
    // An answer on a dropped connection reached nobody.
    if (first === undefined && outcome === 'answered') since.set(name, Date.parse(at));
    if (service === 'NfeStatusServico' || first === undefined || Date.parse(at) - first <= graceMs) continue;
    found.push(
      `${name} refused ${service} ${id ?? chNFe} at ${at}, ${(Date.parse(at) - first) / 1000} s after it said so`,
    );
  }
  return found;
}

/** Messages that the authority refused because their sender repeated itself too often (656). */
export async function insisted({ authority }: Books): Promise<string[]> {
  const exchanges = await authority.control<Exchange[]>('GET', '/exchanges?cStat=656');
  return exchanges.map(({ service, chNFe, id, at }) => `${at} ${service} ${id ?? chNFe}`);
}

/** The service that a message goes to, by the key, event or range that it is about; null for the national environment. */
function authorityServiceOf({ subject, environment }: Row): AuthorityService | null {
  const range = /^ID(\d\d)\d\d[0-9A-Z]{14}(55|65)\d{21}$/.exec(subject);
  if (range) {
    const [, code = '', model] = range;
    return authorityServiceAt({ state: stateOfCode(code), model: model as Model, environment });
  }
  const [, event, key] = /^(?:ID(\d{6}))?([0-9A-Z]{44})/.exec(subject) ?? [];
  if (!key || event === '110140') return null;
  return authorityServiceAt(
    event === '110110'
      ? { state: stateOfCode(key.slice(0, 2)), model: keyModel(key), environment }
      : authorizerOfKey(key, environment),
  );
}

const nameOf = ({ authorizer, model, state }: AuthorityService): string =>
  [authorizer, model, ...(state === '' ? [] : [state])].join('/');
const isoOf = (time: string): string => new Date(time).toISOString();
