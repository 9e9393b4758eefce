import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../domain/audit/actor.ts';
import { startManifestations } from '../../http/runs/manifest-many.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { type ManifestationDesk, openManifestationDesk } from '../api/routes/manifestation-desk.ts';
import { until } from '../support/checks/until.ts';

let desk: ManifestationDesk;
beforeAll(async () => {
  desk = await openManifestationDesk();
});
afterAll(() => desk.close());

test('several notes are answered for without waiting, and the authority registers each once however often it is asked', async () => {
  const { orm, client } = desk.installation;
  const { id, taxId, name, tradeName = null, environment, settings = null } = desk.buyer;
  const buyer: ActingCompany = { id, taxId, name, tradeName, environment, settings, actor: lavraItself };
  const [one, other] = [await desk.received(), await desk.received()];
  const ids = [one.row.id, other.row.id, one.row.id.toUpperCase()];
  const asked = { manifestation: 'CONFIRMADA', justification: null } as const;
  const answer = () => startManifestations({ orm, temporal: client }, buyer, ids, asked);

  const [first, again] = await Promise.all([answer(), answer()]);
  expect([first.refused, again.refused]).toEqual([[], []]);
  expect(first.started + first.standing + again.started + again.standing).toBe(4);
  for (const { note, row } of [one, other]) {
    await until('it is confirmed', async () => (await desk.found(row)).manifestation === 'CONFIRMADA');
    expect(await desk.atAuthority(note)).toEqual(['210200/1']);
    expect((await desk.eventsOf(row)).map(({ status }) => status)).toEqual(['REGISTERED']);
  }
  expect(await answer()).toEqual({ started: 0, standing: 2, refused: [] });
  expect(await desk.atAuthority(one.note)).toEqual(['210200/1']);
});
