import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyRoles } from '../../domain/accounts/roles.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { comparisonOf } from '../support/rows/comparison.ts';
import { receivedNote } from '../support/rows/received.ts';
import { becomes } from '../api/routes/fiscal-documents/documents.ts';
import { recipient } from '../support/samples/notes.ts';
import { sale } from '../support/samples/sale.ts';
import { openStream } from './open-stream.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
type Person = Awaited<ReturnType<Panel['person']>>;
let panel: Panel;
let own: Awaited<ReturnType<typeof newCompany>>['company'];
let other: typeof own;

beforeAll(async () => {
  panel = await startPanel();
  [own, other] = [(await newCompany(panel.orm)).company, (await newCompany(panel.orm)).company];
});
afterAll(() => panel.close());

test('a stream is for nobody without a session, for nobody of another company, for every role of its own', async () => {
  const nobody = await fetch(`${panel.url}/e/${own.taxId}/vivo`, { redirect: 'manual' });
  expect(nobody.status).toBe(303);
  const stranger = await open(await panel.person(other.id), `/e/${own.taxId}/vivo`);
  expect(stranger.status).toBe(404);
  for (const role of companyRoles) {
    const stream = await open(await panel.person(own.id, role), `/e/${own.taxId}/vivo?versao=x`);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([stream.headers.get('cache-control'), stream.headers.get('content-encoding')]).toEqual(['no-store', null]);
    expect(await stream.next()).toBe('event: mudou\ndata: 1\n\n');
    await stream.cancel();
  }
});

test('what happens after the list was shown is reported once, and says nothing but that', async () => {
  const person = await panel.person(own.id);
  const list = (await person.get(`/e/${own.taxId}/notas`)).text;
  const stream = await open(person, /data-live="([^"]+)"/.exec(list)![1]!);
  const id = await processing();
  expect(await stream.next()).toBe('event: mudou\ndata: 1\n\n');
  const note = (await person.get(`/e/${own.taxId}/notas/${id}`)).text;
  const address = /data-live="([^"]+)"/.exec(note)![1]!.replaceAll('&amp;', '&');
  expect(address).toContain(`nota=${id}`);
  const ofNote = await open(person, address);
  await becomes(panel.orm, id, 'AUTHORIZED');
  expect([await stream.next(), await ofNote.next()]).toEqual(Array(2).fill('event: mudou\ndata: 1\n\n'));
  await Promise.all([stream.cancel(), ofNote.cancel()]);
});

test('lists of records and of received notes are told of what changes in them, and of nothing else', async () => {
  const person = await panel.person(own.id);
  const base = `/e/${own.taxId}`;
  const follow = async (path: string) => {
    const [, address = ''] = /data-live="([^"]+)"/.exec((await person.get(`${base}/${path}`)).text) ?? [];
    return open(person, address.replaceAll('&amp;', '&'));
  };
  const foreign = await follow('clientes');
  const changes: Record<string, () => Promise<unknown>> = {
    clientes: () => person.post(`${base}/clientes/novo`, { name: 'Loja' }),
    produtos: () => person.post(`${base}/produtos/novo`, { name: 'Chá', code: 'CHA' }),
    regras: () => person.post(`${base}/regras/novo`, { tipo: 'NFE', name: 'Regra', 'nfeTaxRules[0].cfops': '5102' }),
    modelos: () => person.post(`${base}/modelos/novo`, { tipo: 'NFE', name: 'Venda', cfop: '5102' }),
    transporte: () => person.post(`${base}/transporte/novo`, { name: 'Rápido', document: '11.444.777/0001-61' }),
    recebidas: () => receivedNote(panel.orm, own, { accessKey: sampleKey() }),
    conferencias: () => comparisonOf(panel.orm, own),
  };
  const told: string[] = [];
  for (const [path, change] of Object.entries(changes)) {
    const stream = await follow(path);
    await change();
    expect([path, await stream.next()]).toEqual([path, 'event: mudou\ndata: 1\n\n']);
    told.push(path);
    await stream.cancel();
  }
  expect(told).toHaveLength(7);
  expect(await foreign.next()).toContain('mudou'); // about its own client, the first change in this list
  expect(await Promise.race([foreign.next(), setTimeout(1_500, 'nothing')])).toBe('nothing');
  await foreign.cancel();
});

test('the answer to a received note is a change of the list, also one that is refused', async () => {
  const person = await panel.person(own.id);
  const note = await receivedNote(panel.orm, own, { accessKey: sampleKey().replace(/.{9}$/, '000000123') });
  const list = (await person.get(`/e/${own.taxId}/recebidas`)).text;
  const stream = await open(person, /data-live="([^"]+)"/.exec(list)![1]!.replaceAll('&amp;', '&'));
  const em = acrossCompanies(panel.orm);
  const answer = em.create(DocumentEvent, {
    ...{ company: own.id, receivedDocument: note.id, type: 'MANIFESTATION', code: '210210', sequence: 1 },
    occurredAt: new Date(),
  });
  await em.flush();
  expect(await stream.next()).toContain('mudou');
  answer.status = 'REJECTED';
  await em.flush();
  expect(await stream.next()).toContain('mudou');
  await stream.cancel();
});

test('a note of another company is never reported', async () => {
  const id = await processing();
  const stranger = await panel.person(other.id);
  const stream = await open(stranger, `/e/${other.taxId}/vivo?nota=${id}&versao=x`);
  expect(await stream.next()).toContain('mudou'); // as for a company that does not exist
  await becomes(panel.orm, id, 'REJECTED');
  const silence = setTimeout(1_500, 'nothing');
  expect(await Promise.race([stream.next(), silence])).toBe('nothing');
  await stream.cancel();
});

test('it ends with the session, with the person’s part in the company, and where the person is disabled', async () => {
  const ends: ((person: Person) => Promise<unknown>)[] = [
    (person) => person.post('/sair'),
    (person) => execute('update membership set ended_at = now() where person_id = ?', person.id),
    (person) => execute(`update panel_person set status = 'DISABLED' where id = ?`, person.id),
  ];
  await Promise.all(
    ends.map(async (end) => {
      const person = await panel.person(own.id);
      const stream = await open(person, `/e/${own.taxId}/vivo?versao=x`);
      await end(person);
      await stream.ended();
    }),
  );
});

test('a page that asks by itself does not keep its session from ending unused', async () => {
  const person = await panel.person(own.id);
  const used = async (): Promise<unknown> =>
    (await panel.orm.em.fork().execute('select last_seen_at from panel_session where person_id = ?', [person.id]))[0];
  await execute(`update panel_session set last_seen_at = now() - interval '2 minutes' where person_id = ?`, person.id);
  const before = await used();
  const cookie = person.browser.cookie ?? '';
  const asked = await fetch(`${panel.url}/e/${own.taxId}/notas`, { headers: { cookie, 'sec-fetch-dest': 'empty' } });
  expect([asked.status, await used()]).toEqual([200, before]);
  await person.get(`/e/${own.taxId}/notas`);
  expect(await used()).not.toEqual(before);
});

test('one session keeps twelve streams: the thirteenth ends the first. All end when the process is told to stop', async () => {
  const person = await panel.person(own.id);
  const streams = [];
  for (let at = 0; at < 13; at += 1) streams.push(await open(person, `/e/${own.taxId}/vivo?versao=x`));
  await streams[0]!.ended();
  expect(await streams[1]!.next()).toContain('mudou');
  panel.stop();
  await Promise.all(streams.slice(1).map((stream) => stream.ended()));
});

const open = (person: Person, path: string) => openStream(panel.url, person.browser, path);

async function processing(): Promise<string> {
  const em = acrossCompanies(panel.orm);
  const row = em.create(Document, {
    ...{ company: own.id, type: 'NFE', environment: 'HOMOLOGATION', status: 'PROCESSING', totalValue: '100.00' },
    ...{ issueDateTime: new Date(), clientSnapshot: recipient, payload: sale },
  });
  await em.flush();
  return row.id;
}

function execute(sql: string, id: string): Promise<unknown> {
  return panel.orm.em.fork().execute(sql, [id]);
}
