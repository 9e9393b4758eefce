import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { PastInutilization, PastNoteEvent } from '../../domain/past/past-note.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { pastNoteOf } from '../support/rows/past-note.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let company: Company;
let reader: Awaited<ReturnType<Panel['person']>>;
let at: string;
let cancelled: string;
let eventId: string;

const [first, second] = ['5'.repeat(44), '6'.repeat(44)];

/** Two notes of March and April 2025, the second cancelled, and numbers that were given up in March. */
beforeAll(async () => {
  panel = await startPanel();
  ({ company } = await newCompany(panel.orm));
  await pastNoteOf(panel.orm, company, { accessKey: first });
  const april = { issuedAt: new Date('2025-04-02T12:00:00Z'), status: 'CANCELLED' } as const;
  cancelled = await pastNoteOf(panel.orm, company, { accessKey: second, number: '8', ...april });
  const em = acrossCompanies(panel.orm);
  const file = { content: gzipSync('<procEventoNFe/>'), sha256: '1'.repeat(64) };
  const of = { company: company.id, environment: company.environment };
  const event = em.create(PastNoteEvent, {
    ...{ ...of, ...file, accessKey: second, code: '110111', sequence: 1, description: 'Cancelamento' },
    ...{ occurredAt: new Date('2025-04-02T13:00:00Z'), protocol: '135250000000009', awaitsNote: false },
  });
  em.create(PastInutilization, {
    ...{ ...of, ...file, model: '55', series: 1, firstNumber: 3, lastNumber: 4 },
    registeredAt: new Date('2025-03-20T12:00:00Z'),
  });
  await em.flush();
  eventId = event.id;
  reader = await panel.person(company.id, 'COMPANY_READER');
  at = `/e/${company.taxId}/notas-de-antes`;
});
afterAll(() => panel.close());

test('they are listed, the newest first, with their XML and the numbers that were given up', async () => {
  const { status, text } = await reader.get(at);
  expect(status).toBe(200);
  expect(text.indexOf('NF-e 1/8')).toBeLessThan(text.indexOf('NF-e 1/7'));
  expect(text).toMatch(/NF-e série 1,\s+3 a 4/);
  const [, xml = ''] = /href="([^"]+\/xml)"/.exec(text) ?? [];
  const file = await reader.get(xml);
  expect(file.text).toBe('<nfeProc/>');
  expect(file.headers.get('content-disposition')).toContain(`${second}-procNFe.xml`);
});

test.each([
  ['busca=7', ['7']],
  ['busca=000008', ['8']],
  [`busca=${second.match(/.{4}/g)!.join(' ')}`, ['8']],
  ['busca=11.444.777/0001-61', ['8', '7']],
  ['busca=água boa', ['8', '7']],
  ['busca=%25', []],
  ['situacao=CANCELLED', ['8']],
  ['tipo=NFCE', []],
  ['de=2025-04-01', ['8']],
  ['ate=2025-03-31', ['7']],
  ['de=2026-02-30&ate=2020-13-99', ['8', '7']],
  ['de=bolo&situacao=bolo&pagina=-3', ['8', '7']],
])('%s', async (query, numbers) => {
  const { text } = await reader.get(`${at}?${query}`);
  expect([...text.matchAll(/>NF-e 1\/(\d+)</g)].map(([, number]) => number)).toEqual(numbers);
});

test('one has its events, each with its file', async () => {
  const { text } = await reader.get(`${at}/${cancelled}`);
  expect(text).toContain('Água Boa S/A');
  expect(text).toContain('protocolo 135250000000009');
  const { text: xml, headers } = await reader.get(`${at}/${cancelled}/eventos/${eventId}/xml`);
  expect(xml).toBe('<procEventoNFe/>');
  expect(headers.get('content-disposition')).toContain(`${second}-110111-1-procEventoNFe.xml`);
});

test('the files of a month come as a ZIP; a month that is none is refused', async () => {
  const { status, headers, text } = await reader.get(`${at}/mes.zip?mes=2025-04`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(text).toContain(`nfe/${second}-procNFe.xml`);
  expect(text).toContain(`eventos/${second}-110111-1-procEventoNFe.xml`);
  expect(text).not.toContain(first);
  const none = await reader.get(`${at}/mes.zip?mes=abril`);
  expect([none.status, none.text.includes('Diga o mês com ano e mês')]).toEqual([400, true]);
});

test('nothing of another company is shown', async () => {
  const { company: other } = await newCompany(panel.orm);
  const stranger = await panel.person(other.id);
  const there = `/e/${other.taxId}/notas-de-antes`;
  expect((await stranger.get(there)).text).toContain('Nenhuma nota de antes');
  for (const path of [cancelled, `${cancelled}/xml`, `${cancelled}/eventos/${eventId}/xml`, 'x']) {
    expect((await stranger.get(`${there}/${path}`)).status).toBe(404);
  }
});
