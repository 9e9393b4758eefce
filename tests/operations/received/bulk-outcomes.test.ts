import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import type { PersonOfOffice } from '../../../operations/acting.ts';
import { keepBulkOutcomes } from '../../../operations/received/bulk-answers.ts';
import { newCompany } from '../../api/fixture.ts';
import { statementsOf } from '../../support/checks/statements.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let orm: Orm;
/** The login of the panel, in whose process the work is done. */
let panel: Orm;
let office: PersonOfOffice;
let company: string;
beforeAll(async () => {
  const database = await testDatabase();
  [orm, panel] = await Promise.all([patientOrm(database), patientOrm(byLogin(database, 'panel'))]);
  const { office: made } = await newOffice(orm);
  const { company: own } = await newCompany(orm);
  await linkOf(orm, made, own);
  company = own.id;
  office = { id: made.id, taxId: made.taxId, name: made.name, actor: lavraItself, part: null };
});
afterAll(() => Promise.all([orm.close(), panel.close()]));

const sql = <Row extends object>(text: string, values: unknown[] = []) => orm.em.fork().execute<Row[]>(text, values);

/** The stored answer to so many notes, none of which is handled yet. */
async function bulkAnswer(notes: number): Promise<{ id: string; noteIds: string[] }> {
  const [id, noteIds] = [randomUUID(), Array.from({ length: notes }, () => randomUUID())];
  await sql(`insert into bulk_answer (id, office_id, author, note_count, created_at) values (?, ?, 'Ana', ?, now())`, [
    id,
    office.id,
    notes,
  ]);
  for (const noteId of noteIds) {
    await sql(
      'insert into bulk_answer_note (bulk_answer_id, received_document_id, company_id, office_id) values (?, ?, ?, ?)',
      [id, noteId, company, office.id],
    );
  }
  return { id, noteIds };
}

const kept = (id: string) =>
  sql<{ note: string; event: string | null; refusal: string | null }>(
    `select received_document_id as note, event_id as event, refusal from bulk_answer_note where bulk_answer_id = ?`,
    [id],
  );

test('what twenty notes came to is kept by one statement, of that answer alone', async () => {
  const [asked, other] = [await bulkAnswer(21), await bulkAnswer(1)];
  const outcomes = asked.noteIds
    .slice(0, 20)
    .map((noteId, at) =>
      at % 2 === 0 ? { noteId, eventId: randomUUID() } : { noteId, refusal: `Motivo ${at}: não 'há'` },
    );
  const sent = await inPortfolio(panel, office, async (em) => {
    const statements = statementsOf(em);
    await keepBulkOutcomes(em, asked.id, [...outcomes, { noteId: other.noteIds[0]!, refusal: 'de outra' }]);
    await keepBulkOutcomes(em, asked.id, []);
    return statements;
  });
  expect(sent).toHaveLength(1);
  const rows = new Map((await kept(asked.id)).map((row) => [row.note, row]));
  for (const { noteId, ...became } of outcomes) {
    const { event, refusal } = rows.get(noteId)!;
    expect({ event, refusal }).toEqual(
      'eventId' in became ? { event: became.eventId, refusal: null } : { event: null, refusal: became.refusal },
    );
  }
  for (const untouched of [rows.get(asked.noteIds[20]!), ...(await kept(other.id))]) {
    expect(untouched).toMatchObject({ event: null, refusal: null });
  }
});

test('another office keeps nothing of it', async () => {
  const { id, noteIds } = await bulkAnswer(1);
  const { office: foreign } = await newOffice(orm);
  const outcome = [{ noteId: noteIds[0]!, refusal: 'de fora' }];
  await inPortfolio(panel, { ...office, id: foreign.id }, (em) => keepBulkOutcomes(em, id, outcome));
  expect(await kept(id)).toMatchObject([{ event: null, refusal: null }]);
});
