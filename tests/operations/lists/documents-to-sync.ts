import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { SyncPosition } from '../../../domain/documents/sync-cursor.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { findChangedDocuments } from '../../../operations/lists/changed-documents.ts';

/** The last state of each document by its id; a state is the text in `waiting_for`. */
export type States = Map<string, string>;

export async function newCompany(orm: Orm, taxId: string): Promise<string> {
  const em = acrossCompanies(orm);
  const company = em.create(Company, { taxId, name: 'Empresa', environment: 'PRODUCTION', settings: null });
  await em.flush();
  return company.id;
}

export async function addDocument(em: EntityManager, company: string, state: string): Promise<string> {
  const id = uuid();
  await em.execute(
    `insert into document (id, company_id, type, environment, status, total_value, issue_date_time, client_snapshot, payload, waiting_for,
      created_at, updated_at)
     values (?, ?, 'NFE', 'PRODUCTION', 'PROCESSING', 10, now(), '{}', '{}', ?, now(), ?)`,
    [id, company, state, new Date()],
  );
  return id;
}

/** Changes a document as the product does: with the time of the write, not of the commit. */
export async function change(em: EntityManager, id: string, state: string): Promise<void> {
  await em.execute('update document set waiting_for = ?, updated_at = ? where id = ?', [state, new Date(), id]);
}

/** Removes a document as a draft is removed. */
export async function remove(em: EntityManager, id: string): Promise<void> {
  await em.execute('delete from document where id = ?', [id]);
}

/** The state of a removed document in a round. */
export const gone = 'removed';

/** Writes a correction letter that is pending. */
export async function addEvent(em: EntityManager, company: string, document: string): Promise<string> {
  const id = uuid();
  await em.execute(
    `insert into document_event (id, company_id, document_id, type, code, sequence, status, occurred_at, created_at, updated_at)
     values (?, ?, ?, 'CORRECTION_LETTER', '110110', 1, 'PENDING', now(), now(), now())`,
    [id, company, document],
  );
  return id;
}

export async function lastStates(orm: Orm, company: string): Promise<States> {
  const rows = await acrossCompanies(orm).execute<{ id: string; state: string }[]>(
    'select id, waiting_for as state from document where company_id = ?',
    [company],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** A caller that keeps a copy of a company's documents. */
export type Copy = { states: States; round(pageSize?: number): Promise<States> };

/** A copy that is kept by cursor. */
export function copyByCursor(orm: Orm, company: string, start?: SyncPosition): Copy & { position(): SyncPosition } {
  const states: States = new Map();
  let position: SyncPosition = start ?? { kind: 'BEGINNING', since: 0 };
  return {
    states,
    position: () => position,
    async round(pageSize = 100) {
      const came: States = new Map();
      for (;;) {
        const page = await findChangedDocuments(orm, company, {}, position, pageSize);
        const found = new Map(page.documents.map(({ id, waitingFor }) => [id, waitingFor ?? '']));
        for (const id of page.ids) came.set(id, found.get(id) ?? gone);
        position = page.position;
        if (!page.hasMore) break;
      }
      for (const [id, state] of came) {
        if (state === gone) states.delete(id);
        else states.set(id, state);
      }
      return came;
    },
  };
}

/** The obvious copy: it reads what was changed after the last change that it has seen, and so misses late commits. */
export function copyByTime(orm: Orm, company: string): Copy {
  const states: States = new Map();
  let [moment, last] = ['1970-01-01', '00000000-0000-0000-0000-000000000000'];
  return {
    states,
    async round() {
      const rows = await inCompany(orm, company, (em) =>
        em.execute<{ id: string; state: string; moment: string }[]>(
          `select id, waiting_for as state, updated_at::text as moment from document
           where (updated_at, id) > (?, ?) order by updated_at, id`,
          [moment, last],
        ),
      );
      for (const { id, state, ...row } of rows) [moment, last] = [row.moment, states.set(id, state) && id];
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
  };
}
