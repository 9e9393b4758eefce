import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Office } from '../../domain/offices/office.entity.ts';
import { type ManifestationDesk, openManifestationDesk, unknownKey } from '../api/routes/manifestation-desk.ts';
import { until } from '../support/checks/until.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { receivedNote } from '../support/rows/received.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let desk: ManifestationDesk;
let panel: Panel;
let office: Office;
beforeAll(async () => {
  desk = await openManifestationDesk();
  const { env, client, parts } = desk.installation;
  const { masterKey, wire } = parts;
  panel = await startPanel({ temporal: client, beside: { databaseUrl: env.databaseUrl, masterKey, wire } });
  ({ office } = await newOffice(panel.orm));
  await linkOf(panel.orm, office, desk.buyer);
});
afterAll(async () => {
  await panel.close();
  await desk.close();
});

const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const sql = <Row>(text: string, values: unknown[] = []) => panel.orm.em.fork().execute<Row[]>(text, values);

test('an office is aware of all notes of a filter at once, each registered once in the name of its company, whoever asks again', async () => {
  const clerk = await panel.member({ officeId: office.id, role: 'OFFICE_CLERK' });
  const [one, other] = [await desk.received(), await desk.received()];
  // The authority does not know this note, and refuses.
  const unknown = await receivedNote(panel.orm, desk.buyer, { accessKey: unknownKey() });
  const here = `/c/${office.taxId}/recebidas`;
  const asked = (await clerk.get(`${here}/ciencia?todas=sim&situacao=responder`)).text;
  expect(plain(asked)).toContain('Dar ciência de 3 notas, de 1 empresa?');
  const hidden = Object.fromEntries(
    [...asked.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value] as const,
    ),
  ) as Record<string, string>;
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => clerk.post(`${here}/ciencia`, hidden)));
  const [{ location: page } = { location: null }] = atOnce;
  expect(atOnce.map(({ status, location }) => ({ status, location }))).toEqual(
    Array(5).fill({ status: 303, location: page }),
  );
  if (page === null) throw new Error('the form leads nowhere');
  await until('every note has its answer', async () =>
    plain((await clerk.get(page)).text).includes('3 de 3 com resposta. Terminou'),
  );
  for (const { note, row } of [one, other]) {
    expect(await desk.atAuthority(note)).toEqual(['210210/1']);
    expect((await desk.found(row)).manifestation).toBe('CIENCIA');
  }
  const { text } = await clerk.get(page);
  expect(plain(text)).toMatch(/Registradas 2 Não registradas 1/);
  expect(text).toContain(unknown.id);
  expect(plain((await clerk.get(`${page}?situacao=registradas`)).text)).toContain('Ciência da operação');
  const told = await sql<{ office_id: string; actor_kind: string }>(
    `select distinct office_id, actor_kind from audit_entry where action = 'MANIFESTATION_REQUESTED'`,
  );
  expect(told).toEqual([{ office_id: office.id, actor_kind: 'PERSON' }]);
  // If asked again, registered events are found and not sent again.
  const sends = await desk.sends();
  await sql(`update bulk_answer_note set event_id = null where received_document_id = ?`, [one.row.id]);
  await sql(
    `update bulk_answer set finished_at = null, worked_at = now() - interval '2 minutes', created_at = now() - interval '2 minutes'`,
  );
  expect((await clerk.post(`${page}/continuar`)).location).toBe(page);
  await until('it is found', async () => plain((await clerk.get(page)).text).includes('Terminou'));
  expect(await desk.sends()).toBe(sends);
});
