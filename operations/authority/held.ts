import type { EntityManager } from '../../config/orm.ts';
import type { AuthorityService } from '../../domain/conversation/authority.ts';
import { type Model, reformEventTypes } from '../../domain/document-types.ts';
import { isAtSvrs } from '../../domain/documents/events/event.ts';
import { statesOf, takesUnregistered } from '../../domain/sefaz/endpoints.ts';
import { stateCode } from '../../domain/states.ts';
import { isEntered } from './standings.ts';

/** A run that waits for a service. */
export type HeldRun = { what: 'document' | 'event' | 'inutilization' | 'replaced'; id: string; attempt: number };

/** How much waits for a service: runs that it holds back, and valid notes that are still to be transmitted (`late`). */
export type HeldNotes = { held: number; late: number; oldestSeconds: number };

const heldKinds = `('AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE')`;

/** SQL: whether the position of tpEmis in a note's access key says that an SVC authorized it (6 and 7). */
const isOfSvc = `substring(s.access_key from 35 for 1) in ('6', '7')`;
/** SQL: whether an event is sent to the SVC that has its note. An SVC takes cancellations; a correction letter waits for the state. */
const isForSvc = `(${isOfSvc} and e.type in ('CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION'))`;

const atSvrs = reformEventTypes.filter((type) => isAtSvrs({ type }));
/** SQL: whether an event `e` is sent to SVRS, whatever state its note is of: events of the reform, and a few others. */
export const isForSvrs = `e.type in (${atSvrs.map((type) => `'${type}'`).join(', ')})`;

/** The values that select the rows of a service: documents by company and contingency mode, events by the access key of their subject. */
function scopeOf({ authorizer, environment, model, state }: AuthorityService) {
  const isSvc = state !== '';
  const states = isSvc ? [state] : statesOf(authorizer, model, environment);
  return {
    ...{ isSvc, states, environment, model },
    homes: isSvc ? states : homesOf({ authorizer, environment, model }),
    codes: [...states.map(stateCode), ...(!isSvc && takesUnregistered(authorizer, model) ? [homeOfUnregistered] : [])],
    home: homeOf('c', model),
    homeOfEvent: `case when ${isForSvrs} or (e.document_id is not null and ${homeOf('c', model)} = '') then '' else substring(s.access_key from 1 for 2) end`,
    type: model === '55' ? 'NFE' : 'NFCE',
  };
}

/**
 * Used in place of a state for issuers without a state registration and for events of the reform, which one authorizer serves whatever the state.
 */
const homeOfUnregistered = '';

/** SQL of the state whose authorizer takes the notes of a company now. */
export function homeOf(company: string, model: Model): string {
  const state = `${company}.settings -> 'address' ->> 'state'`;
  return model === '55'
    ? `case when ${company}.settings ->> 'stateRegistration' is null then '' else ${state} end`
    : state;
}

/** The values of `homeOf` that an authorizer serves. */
export function homesOf({
  authorizer,
  environment,
  model,
}: Pick<AuthorityService, 'authorizer' | 'environment' | 'model'>): string[] {
  const states = statesOf(authorizer, model, environment);
  return takesUnregistered(authorizer, model) ? [...states, homeOfUnregistered] : states;
}

/** SQL that joins the subject of an event, as `joinedSubject` of the activities does, with the columns that select an authorizer alone. */
export const subjectKey = `join lateral (
    select d.access_key, d.environment from document d where d.id = e.document_id
    union all
    select r.access_key, r.environment from received_document r where r.id = e.received_document_id
    union all
    select n.access_key, n.environment from replaced_note n where n.id = e.replaced_note_id
  ) s on true`;

/**
 * Runs that wait for a service, documents first: those that it holds back and, where it `isBack`, those that are about to ask what became of an
 * unanswered message. Where it `hasTurned`, documents in whatever form they were issued.
 *
 * @param after last run of the page before
 */
export async function heldRuns(
  em: EntityManager,
  service: AuthorityService,
  { limit, after, isBack, hasTurned }: { limit: number; after: HeldRun | null; isBack: boolean; hasTurned: boolean },
): Promise<HeldRun[]> {
  const { isSvc, states, homes, codes, home, homeOfEvent, environment, model, type } = scopeOf(service);
  const kinds = isBack ? `('AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE', 'UNANSWERED')` : heldKinds;
  return em.execute<HeldRun[]>(
    `select what, id, attempt from (
       select 1 as rank, 'document' as what, d.id, d.attempt from document d join company c on c.id = d.company_id
       where d.status = 'PROCESSING' and d.waiting_kind in ${kinds} and d.environment = ? and d.type = ?
         and ${home} in (?) and (? or (d.contingency_mode is not distinct from 'SVC') = ?)
       union all
       select 2, 'event', e.id, e.attempt from document_event e join company c on c.id = e.company_id ${subjectKey}
       where e.status = 'PENDING' and e.waiting_kind in ${kinds} and s.environment = ?
         and ${homeOfEvent} in (?) and substring(s.access_key from 21 for 2) = ? and ${isForSvc} = ?
       union all
       select 3, 'inutilization', i.id, i.attempt from inutilization i join company c on c.id = i.company_id
       where i.status = 'PENDING' and i.waiting_kind in ${kinds} and i.environment = ? and i.model = ?
         and c.settings -> 'address' ->> 'state' in (?) and not ?
       union all
       select 4, 'replaced', n.id, n.attempt from replaced_note n join company c on c.id = n.company_id
       where n.settled_at is null and n.waiting_kind in ${kinds} and n.environment = ? and n.type = ?
         and c.settings -> 'address' ->> 'state' in (?) and not ?
     ) waiting
     where (rank, id) > (?, ?::uuid) order by rank, id limit ?`,
    [
      ...[environment, type, homes, hasTurned, isSvc],
      ...[environment, codes, model, isSvc],
      ...[environment, model, states, isSvc],
      ...[environment, type, states, isSvc],
      ...[after === null ? 0 : rankOf[after.what], after?.id ?? '00000000-0000-0000-0000-000000000000', limit],
    ],
  );
}

const rankOf: Record<HeldRun['what'], number> = { document: 1, event: 2, inutilization: 3, replaced: 4 };

/** How much waits for a service. */
export async function heldBy(em: EntityManager, service: AuthorityService): Promise<HeldNotes> {
  const { isSvc, states, homes, codes, home, homeOfEvent, environment, model, type } = scopeOf(service);
  const [row] = await em.execute<{ held: string; late: string; oldestSeconds: string | null }[]>(
    `select count(*) filter (where not is_late) as held, count(*) filter (where is_late) as late,
       extract(epoch from now() - min(since) filter (where not is_late)) as "oldestSeconds"
     from (
       select d.waiting_kind = 'TRANSMISSION' as is_late, d.waiting_since as since
       from document d join company c on c.id = d.company_id
       where d.status = 'PROCESSING' and d.environment = ? and d.type = ? and ${home} in (?)
         and (d.contingency_mode is not distinct from 'SVC') = ?
         and (d.waiting_kind in ${heldKinds} or (d.waiting_kind = 'TRANSMISSION' and d.contingency_mode in ('OFFLINE', 'EPEC') and not ${isEntered}))
       union all
       select false, e.waiting_since from document_event e join company c on c.id = e.company_id ${subjectKey}
       where e.status = 'PENDING' and e.waiting_kind in ${heldKinds} and s.environment = ?
         and ${homeOfEvent} in (?) and substring(s.access_key from 21 for 2) = ? and ${isForSvc} = ?
       union all
       select false, i.waiting_since from inutilization i join company c on c.id = i.company_id
       where i.status = 'PENDING' and i.waiting_kind in ${heldKinds} and i.environment = ? and i.model = ?
         and c.settings -> 'address' ->> 'state' in (?) and not ?
     ) waiting`,
    [
      ...[environment, type, homes, isSvc],
      ...[environment, codes, model, isSvc],
      ...[environment, model, states, isSvc],
    ],
  );
  const { held = 0, late = 0, oldestSeconds = null } = row ?? {};
  return { held: Number(held), late: Number(late), oldestSeconds: Number(oldestSeconds ?? 0) };
}
