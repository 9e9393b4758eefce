import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { isReportedIn } from '../../domain/conversation/wait-with-remedy.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import type { PersonOfOffice } from '../acting.ts';
import { inCompany, inPortfolio } from '../in-company.ts';

/** The lists of a company besides its documents. */
export type WatchedList = keyof typeof factsOfLists;

/**
 * A page of the panel: all documents of a company, one document with its story, or another list; or a month of an office's companies that a person
 * has, or how far an answer to many of their received notes has come.
 */
export type WatchedPage =
  | { company: string; document?: string | undefined; list?: WatchedList | undefined }
  | { office: PersonOfOffice; month: Month }
  | { office: PersonOfOffice; bulkAnswer: string };

/** Watches the pages that people have open. */
export type ListWatch = {
  /**
   * Calls `tell` each time that the page's version has changed, until `over` is aborted. It does not say what changed: the browser asks for the
   * page again.
   */
  follow: (watched: WatchedPage, version: string, over: AbortSignal, tell: (version: string) => void) => void;
};

/** The pause after a look: `times` as long as the look took, so that it uses a tenth of a connection at most, within these bounds. */
const pauses = { times: 9, leastMs: 250, mostMs: 1_000 };

type Follower = { key: string; watched: WatchedPage; version: string; tell: (version: string) => void };

/**
 * Makes a watch on a database. However many follow, it runs one query at a time, and each query once for all who watch the same: it takes one
 * connection of the pool, and looks sooner again the quicker the database answers. LISTEN/NOTIFY is not used, because a notification takes a lock
 * at the commit of every note.
 *
 * @param everyMs the pause between two looks, in place of the usual one
 */
export function listWatch(orm: Orm, { everyMs }: { everyMs?: number } = {}): ListWatch {
  const followers = new Set<Follower>();
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    while (followers.size > 0) {
      const begun = performance.now();
      for (const together of Map.groupBy(followers, ({ key }) => key).values()) {
        const [first] = together;
        const version = first ? await versionIfThere(orm, first.watched) : null;
        if (version !== null) for (const follower of together) if (followers.has(follower)) tellOf(follower, version);
      }
      await setTimeout(everyMs ?? pauseAfter(performance.now() - begun));
    }
    isLooking = false;
  }

  return {
    follow: (watched, version, over, tell) => {
      if (over.aborted) return;
      const follower = { key: keyOf(watched), watched, version, tell };
      over.addEventListener('abort', () => void followers.delete(follower), { once: true });
      followers.add(follower);
      if (!isLooking) void look();
    },
  };
}

/** The pause after a look that took `lookMs`. */
export function pauseAfter(lookMs: number): number {
  return Math.min(Math.max(lookMs * pauses.times, pauses.leastMs), pauses.mostMs);
}

/** Followers with the same key share a query. */
function keyOf(watched: WatchedPage): string {
  if ('company' in watched) return [watched.company, watched.document, watched.list].join(' ');
  const { office } = watched;
  const what = 'month' in watched ? monthInDigits(watched.month) : watched.bulkAnswer;
  return [office.id, what, ...(office.part ?? ['*'])].join(' ');
}

function tellOf(follower: Follower, version: string): void {
  if (follower.version === version) return;
  follower.version = version;
  follower.tell(version);
}

/** The version of a page; null while the database is away, and then it is asked again. */
async function versionIfThere(orm: Orm, watched: WatchedPage): Promise<string | null> {
  try {
    return await versionOf(orm, watched);
  } catch {
    return null;
  }
}

/**
 * A text that differs from that of any later state of a company's documents, one document with its story, another list, or an office's month or
 * answers. If it is read before the page's rows, no later change goes unnoticed.
 */
export async function versionOf(orm: Orm, watched: WatchedPage): Promise<string> {
  if ('month' in watched) return inPortfolio(orm, watched.office, (em) => monthBoardVersion(em, watched.month));
  if ('bulkAnswer' in watched)
    return inPortfolio(orm, watched.office, (em) => bulkAnswerVersion(em, watched.bulkAnswer));
  const { company, document, list } = watched;
  const facts = await inCompany(orm, company, (em) => {
    if (list !== undefined) return factsOfLists[list](em);
    return document === undefined ? ofDocuments(em) : ofStory(em, document);
  });
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

/**
 * Facts that change with a company's documents. The tally counts each document that comes, goes or changes its status; the last change covers what
 * is shown of a waiting one. A transaction that commits after one that began later changes the sum of the instants shortly before the last. The
 * number of waiting documents also changes by time alone.
 */
function ofDocuments(em: EntityManager): Promise<unknown[]> {
  return em.execute(
    `select moves, environment, last,
       (select sum(extract(epoch from updated_at))::text from document
        where document.environment = asked.environment and updated_at > last - interval '10 seconds') as late,
       (select count(*)::int from document where document.environment = asked.environment and ${isReportedIn('document')}) as waiting
     from (select coalesce(sum(changes), 0)::text as moves from tally where table_name = 'document') counted,
       (values ('PRODUCTION'), ('HOMOLOGATION')) asked (environment)
       cross join lateral (
         select max(updated_at) as last from document
         where document.environment = asked.environment) latest`,
    [new Date().toISOString()],
  );
}

/** Facts that change with a document and its story: its own row, and for each part how many rows there are and how far they have come. */
async function ofStory(em: EntityManager, id: string): Promise<unknown[]> {
  if (!isUuid(id)) return [];
  return em.execute(
    `select document.updated_at, document.status, ${isReportedIn('document')} as waiting,
       (select jsonb_agg(jsonb_build_array(id, status, attempt, waiting_kind, waiting_until, reason) order by id)
        from document_event where document_id = document.id) as events,
       (select concat(count(*), ' ', count(ended_at)) from authority_call where subject in (
          select subject from emission where document_id = document.id
          union all select unnest(array[concat('ID', code, document.access_key, lpad(sequence::text, 2, '0')), concat('PRE', document.access_key, code)])
          from document_event where document_id = document.id)) as calls,
       (select concat(count(*), ' ', sum(attempts), ' ', count(delivered_at), ' ', max(next_attempt_at))
        from webhook_delivery where event_id in (select id from event where document_id = document.id)) as deliveries,
       (select concat(count(*), ' ', sum(attempts), ' ', count(sent_at), ' ', count(bounced_at), ' ', max(next_attempt_at))
        from document_mail where document_id = document.id) as mails
     from document where id = ?`,
    [new Date().toISOString(), id],
  );
}

const factsOfLists = {
  received: ofReceived,
  client: ofTallied('client'),
  product: ofTallied('product'),
  taxRule: ofFew('tax_rule'),
  fiscalTemplate: ofFew('fiscal_template'),
  carrier: ofFew('carrier'),
  comparison: ofComparisons,
} satisfies Record<string, (em: EntityManager) => Promise<unknown[]>>;

/** Facts of a searchable table: its tally counts every change. */
function ofTallied(table: string): (em: EntityManager) => Promise<unknown[]> {
  return (em) => em.execute('select coalesce(sum(changes), 0)::text as moves from tally where table_name = ?', [table]);
}

/** Facts of a table of few rows, from which nothing is ever deleted: removing a row changes it. */
function ofFew(table: string): (em: EntityManager) => Promise<unknown[]> {
  return (em) =>
    em.execute(`select count(*)::int as rows, sum(extract(epoch from updated_at))::text as moments from ${table}`);
}

/**
 * Facts of received notes, of the answers to them, and of when their sources were asked. An answer that is committed late changes the sum, as in
 * `ofDocuments`.
 */
function ofReceived(em: EntityManager): Promise<unknown[]> {
  return em.execute(
    `select last, (select coalesce(sum(changes), 0)::text from tally where table_name = 'received_document') as moves,
       (select sum(extract(epoch from updated_at))::text from document_event
        where received_document_id is not null and updated_at > last - interval '10 seconds') as late,
       (select sum(extract(epoch from updated_at))::text from distribution) as clocks
     from (select max(updated_at) as last from document_event where received_document_id is not null) answered`,
  );
}

/** Facts of comparisons, of which there are few, and of their open differences. */
function ofComparisons(em: EntityManager): Promise<unknown[]> {
  return em.execute(
    `select count(*)::int as rows, sum(done_count)::text as done, count(as_of)::int as begun, count(completed_at)::int as ended,
       string_agg(waiting_for, ' ' order by id) as waiting, (select count(*)::int from month_difference where settled_at is null) as open
     from comparison`,
  );
}

/** A version that changes with the board of a month. `em` sees a person's part of an office (`inPortfolio`). */
export async function monthBoardVersion(em: EntityManager, { year, month }: Month): Promise<string> {
  const values = [`${monthInDigits({ year, month })}-01`, year, month];
  const [row] = await em.execute<{ version: string }[]>('select month_board_version(?::date, ?, ?) as version', values);
  return row?.version ?? '';
}

/** A version that changes as an answer to many received notes goes on. */
async function bulkAnswerVersion(em: EntityManager, id: string): Promise<string> {
  const [row] = await em.execute<{ version: string | null }[]>(
    `select md5(string_agg(state || ' ' || notes, ',' order by state) || coalesce((select finished_at::text from bulk_answer where id = ?), '')) as version
     from (select state, count(*) as notes from bulk_answer_results(?) group by state) counted`,
    [id, id],
  );
  return row?.version ?? '';
}
