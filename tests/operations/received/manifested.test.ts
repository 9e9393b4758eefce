import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { type Manifestation, manifestations } from '../../../domain/received/kinds.ts';
import { codeOf } from '../../../domain/received/manifestations.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction } from '../../../operations/outbox.ts';
import { conclusionsBeside, settleManifestations, takeManifestation } from '../../../operations/received/manifested.ts';
import { newCompany } from '../../api/fixture.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { receivedEvent, receivedNote } from '../../support/rows/received.ts';

const minute = 60_000;
const start = Date.parse('2026-11-22T12:00:00Z');

let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await testOrm();
  ({ company } = await newCompany(orm));
});
afterAll(() => orm.close());

test('of any history, whoever registered it and in whatever order it came, the last conclusion stands, else the awareness', async () => {
  for (let round = 0; round < 40; round += 1) {
    const said = Array.from({ length: randomInt(0, 5) }, () => manifestations[randomInt(manifestations.length)]!);
    const row = await note();
    const steps = said.map((word, at) => ({
      word,
      at,
      sequence: said.slice(0, at + 1).filter((one) => one === word).length,
    }));
    for (const step of shuffled(steps)) {
      if (randomInt(2) === 0) await ours(row, step);
      else await theirs(row, step);
      if (randomInt(2) === 0) await settle(row);
    }
    await settle(row);
    const expected = said.findLast((word) => word !== 'CIENCIA') ?? said.at(-1) ?? null;
    expect({ said, word: (await found(row)).manifestation }).toEqual({ said, word: expected });
    expect(await settle(row)).toEqual([]);
  }
});

test('what was tried and refused, and what is under way, is not said', async () => {
  const row = await note();
  await ours(row, { word: 'CONFIRMADA', at: 0, sequence: 1 }, { status: 'REJECTED' });
  await ours(row, { word: 'DESCONHECIDA', at: 1, sequence: 1 }, { status: 'PENDING', registeredAt: null });
  expect(await settle(row)).toEqual([]);
  expect((await found(row)).manifestation).toBeNull();
});

test('the word of another recipient is not the word of who only carries the goods', async () => {
  const row = await note({ role: 'TRANSPORTER' });
  await theirs(row, { word: 'DESCONHECIDA', at: 0, sequence: 1 });
  expect(await settle(row)).toEqual([]);
});

test('of two companies with the same note each has its own word', async () => {
  const row = await note();
  const { company: other } = await newCompany(orm);
  const sameNote = await receivedNote(orm, other, row);
  await ours(row, { word: 'CONFIRMADA', at: 0, sequence: 1 });
  await theirs(row, { word: 'CIENCIA', at: 0, sequence: 1 });
  expect(await settle(row, sameNote)).toEqual([row.id]);
  expect((await found(sameNote)).manifestation).toBeNull();
});

test('a protocol that we never saw comes with the distribution', async () => {
  const row = await note();
  const event = await ours(row, { word: 'CIENCIA', at: 0, sequence: 1 }, { protocol: null });
  await receivedEvent(orm, company, row, { code: '210210', eventProtocol: '891260000000007' });
  await settle(row);
  const kept = await acrossCompanies(orm).findOneOrFail(DocumentEvent, { id: event.id });
  expect(kept.protocol).toBe('891260000000007');
});

test('an office that listens hears of a word that is new, once', async () => {
  const em = acrossCompanies(orm);
  const { office: accountant } = await newOffice(orm);
  await linkOf(orm, accountant, company);
  const everything = await newEndpoint(orm, { company });
  const office = await newEndpoint(orm, { office: accountant }, { events: ['RECEIVED_DOCUMENT_UPDATED'] });
  const row = await note();
  const event = await ours(row, { word: 'CONFIRMADA', at: 0, sequence: 1 });
  const wake = async () => undefined;
  const take = () =>
    inTransaction(acrossCompanies(orm), wake, async (tx) => {
      await takeManifestation(tx, event);
      return [...tx.endpoints];
    });
  expect(await take()).toEqual([office.id]);
  expect(await take()).toEqual([]);
  const [told, ...others] = await em.find(Event, { type: 'RECEIVED_DOCUMENT_UPDATED' });
  expect(others).toEqual([]);
  expect(told?.data).toMatchObject({ id: row.id, accessKey: row.accessKey, manifestation: 'CONFIRMADA' });
  await em.nativeUpdate(WebhookEndpoint, { id: [everything.id, office.id] }, { isActive: false });
});

test('other conclusions are counted once each, and awarenesses never', async () => {
  const row = await note();
  const last = await ours(row, { word: 'CONFIRMADA', at: 3, sequence: 2 }, { status: 'PENDING', registeredAt: null });
  const count = () => conclusionsBeside(acrossCompanies(orm), last);
  expect(await count()).toBe(0);
  await ours(row, { word: 'CIENCIA', at: 0, sequence: 1 });
  await ours(row, { word: 'CONFIRMADA', at: 1, sequence: 1 });
  await theirs(row, { word: 'CONFIRMADA', at: 1, sequence: 1 });
  expect(await count()).toBe(1);
  await theirs(row, { word: 'DESCONHECIDA', at: 2, sequence: 1 });
  expect(await count()).toBe(2);
});

type Step = { word: Manifestation; at: number; sequence: number };

async function ours(row: ReceivedDocument, { word, at, sequence }: Step, changes: Partial<DocumentEvent> = {}) {
  const em = acrossCompanies(orm);
  const occurredAt = new Date(start + at * minute);
  const event = em.create(DocumentEvent, {
    ...{ company: company.id, receivedDocument: row.id, type: 'MANIFESTATION', code: codeOf(word), sequence },
    ...{ status: 'REGISTERED', occurredAt, registeredAt: occurredAt, ...changes },
  });
  await em.flush();
  return event;
}

function theirs(row: ReceivedDocument, { word, at, sequence }: Step): Promise<ReceivedDocument> {
  return receivedEvent(orm, company, row, { code: codeOf(word), sequence, at: new Date(start + at * minute) });
}

function note(changes: Parameters<typeof receivedNote>[3] = {}): Promise<ReceivedDocument> {
  const accessKey = `35261111222333000181550010000${String(randomInt(1e8)).padStart(8, '0')}0000010`.slice(0, 44);
  return receivedNote(orm, company, { accessKey }, changes);
}

function settle(...rows: ReceivedDocument[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  return acrossCompanies(orm).transactional((em) => settleManifestations(em, ids));
}

function found({ id }: ReceivedDocument): Promise<ReceivedDocument> {
  return acrossCompanies(orm).findOneOrFail(ReceivedDocument, { id });
}

function shuffled<One>(list: One[]): One[] {
  return list
    .map((one) => ({ one, at: randomInt(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
