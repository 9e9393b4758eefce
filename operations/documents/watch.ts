import { setTimeout } from 'node:timers/promises';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { inCompany } from '../in-company.ts';

/** Watches documents for all requests that wait for them. */
export type DocumentWatch = {
  /**
   * Resolves when a document is decided, or was issued in contingency and can be printed, or when `over` is aborted. It follows the document and
   * not a run: a note that is issued anew ends one run and goes on in another.
   */
  settled: (company: string, id: string, over: AbortSignal) => Promise<void>;
};

/** Pauses between two looks: they grow with the time that a request has waited. */
const pause = { firstMs: 50, mostMs: 200, growth: 1.25 };

/**
 * Makes a watch on a database. However many requests wait, it runs one query at a time, about all documents of a company: it takes one connection
 * of the pool, and with many documents everybody waits a little longer.
 */
export function documentWatch(orm: Orm): DocumentWatch {
  const waiters = new Set<Waiter>();
  let pauseMs = pause.firstMs;
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    while (waiters.size > 0) {
      await setTimeout(pauseMs);
      pauseMs = Math.min(pauseMs * pause.growth, pause.mostMs);
      for (const [company, ofCompany] of Map.groupBy(waiters, ({ company }) => company)) {
        const ids = new Set(ofCompany.map(({ id }) => id));
        const settled = await settledOf(orm, company, [...ids]);
        for (const { id, end } of ofCompany) if (settled.has(id)) end();
      }
    }
    isLooking = false;
  }

  return {
    settled: (company, id, over) =>
      new Promise((resolve) => {
        const end = (): void => {
          over.removeEventListener('abort', end);
          waiters.delete(waiter);
          resolve();
        };
        const waiter = { company, id, end };
        if (over.aborted) return end();
        over.addEventListener('abort', end);
        waiters.add(waiter);
        pauseMs = pause.firstMs;
        if (!isLooking) void look();
      }),
  };
}

/** A request that waits for a document. */
type Waiter = { company: string; id: string; end: () => void };

/** The ids of those documents for which nobody has to wait any longer; none while the database is away: they are looked at again. */
async function settledOf(orm: Orm, company: string, ids: string[]): Promise<ReadonlySet<string>> {
  try {
    return await inCompany(orm, company, (em) => settledAmong(em, ids));
  } catch {
    return new Set();
  }
}

/** As `isPrintable` decides for one document. `em` sees one company (`inCompany`). */
async function settledAmong(em: EntityManager, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from document where id = any(?::uuid[]) and (
       status <> 'PROCESSING'
       or contingency_mode in ('OFFLINE', 'EPEC')
         and exists (select from emission where document_id = document.id and emission.attempt = document.attempt)
         and (contingency_mode = 'OFFLINE' or exists (
           select from document_event event where event.document_id = document.id and event.type = 'EPEC'
             and event.status = 'REGISTERED' and event.protocol is not null and strpos(event.signed_xml, '<chNFe>' || document.access_key || '</chNFe>') > 0)))`,
    [`{${ids.join(',')}}`],
  );
  return new Set(rows.map(({ id }) => id));
}
