import { afterAll, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { comparisonOf } from '../support/rows/comparison.ts';
import { pastNoteOf } from '../support/rows/past-note.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.close());

const documentId = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4d';

/** A company, and a person who issues for it. */
async function shop() {
  const { company } = await newCompany(panel.orm, { environment: 'PRODUCTION' });
  return { company, issuer: await panel.person(company.id, 'COMPANY_ISSUER'), at: `/e/${company.taxId}/conferencias` };
}

const rowsOf = (companyId: string) =>
  acrossCompanies(panel.orm).execute<{ year: number; month: number; every_note: boolean }[]>(
    'select year, month, every_note from comparison where company_id = ? order by created_at',
    [companyId],
  );

test('a month is asked for, once while it is under way, and waits while the queue is away', async () => {
  const { company, issuer, at } = await shop();
  expect((await issuer.get(at)).text).toContain('Nenhuma ainda.');
  expect((await issuer.get(`${at}/2026-10`)).text).toContain('Este mês ainda não foi conferido.');
  const first = await issuer.post(at, { mes: '2026-10', 'so-duvidosos': 'sim' });
  expect([first.status, first.location]).toEqual([303, `${at}/2026-10?feito=pedida`]);
  const again = await issuer.post(at, { mes: '2026-10' });
  expect(again.location).toBe(`${at}/2026-10?feito=andamento`);
  expect(await rowsOf(company.id)).toEqual([{ year: 2026, month: 10, every_note: false }]);
  const { text } = await issuer.get(first.location ?? '');
  expect(text).toContain('Pedida. A conferência segue sozinha');
  expect(text).toContain('Ainda não começou.');
  expect(text).not.toContain('Conferir de novo');
});

test.each([
  ['', 'Diga o mês como 2026-10.'],
  ['2026-13', 'Diga o mês como 2026-10.'],
  ['1999-01', 'Diga o mês como 2026-10.'],
  ['9999-01', 'O mês ainda não começou.'],
])('the month "%s" is refused above the form', async (mes, words) => {
  const { company, issuer, at } = await shop();
  const { status, text } = await issuer.post(at, { mes });
  expect([status, text.includes(words)]).toEqual([400, true]);
  expect(await rowsOf(company.id)).toEqual([]);
});

test('what differs is reported by kind, with what helps and the act beside it', async () => {
  const { company, issuer, at } = await shop();
  await comparisonOf(panel.orm, company, [
    { kind: 'GAP', from: 5, to: 1_200 },
    { kind: 'CANCELLED_ELSEWHERE', from: 3, documentId },
    { kind: 'UNKNOWN_HERE', from: 4 },
  ]);
  expect((await issuer.get(at)).text).toContain('3 diferenças abertas');
  const { text } = await issuer.get(`${at}/2026-10`);
  expect(text).toMatch(/Conferido em [^]*: 12 números\./);
  expect(text).toContain('De 1 número a autoridade não disse o que tem.');
  expect(text).toContain('O último motivo: Chave de acesso muito antiga');
  expect(text).toContain('O prazo é 10 de novembro.');
  const base = `/e/${company.taxId}`;
  expect(text).toContain(`href="${base}/notas/${documentId}/cancelar"`);
  expect(text).not.toContain('Ver o XML');
  const brought = await pastNoteOf(panel.orm, company, { accessKey: '3'.repeat(44) });
  expect((await issuer.get(`${at}/2026-10`)).text).toContain(`href="${base}/notas-de-antes/${brought}">Ver o XML`);
  // The authority accepts ranges of at most a thousand numbers.
  expect(text.match(/inutilizacoes\?modelo=55&amp;serie=1&amp;de=\d+&amp;ate=\d+/g)).toEqual([
    'inutilizacoes?modelo=55&amp;serie=1&amp;de=5&amp;ate=1004',
    'inutilizacoes?modelo=55&amp;serie=1&amp;de=1005&amp;ate=1200',
  ]);
  expect(text).toContain('Conferir de novo');
});

test('a number so far ahead that its series does not follow it is reported, with the number that the series counts on from', async () => {
  const { company, issuer, at } = await shop();
  await comparisonOf(panel.orm, company, [{ kind: 'UNKNOWN_HERE', type: 'NFSE', from: 5_000_000 }]);
  const far = 'ela continua do 1.043';
  expect((await issuer.get(`${at}/2026-10`)).text).not.toContain(far);
  const count = `insert into number_series (company_id, environment, model, series, next_number) values (?, 'PRODUCTION', 'NFSE', 1, ?)
    on conflict (company_id, environment, model, series) do update set next_number = excluded.next_number`;
  await acrossCompanies(panel.orm).execute(count, [company.id, 1_043]);
  expect((await issuer.get(`${at}/2026-10`)).text).toContain(far);
  await acrossCompanies(panel.orm).execute(count, [company.id, 4_999_999]);
  expect((await issuer.get(`${at}/2026-10`)).text).not.toContain('Longe demais');
});

test('how far it is, and why it waits', async () => {
  const { company, issuer, at } = await shop();
  const waitingFor = 'A SEFAZ pediu uma pausa.';
  await comparisonOf(panel.orm, company, [], { isEnded: false, waitingFor });
  const { text } = await issuer.get(`${at}/2026-10`);
  expect(text).toContain('Espera: A SEFAZ pediu uma pausa.');
  expect(text).toMatch(/<progress [^>]*max="12" value="5"/);
});

test('a difference of which nothing is left to do is reported no more, and no other; who only looks cannot say so', async () => {
  const { company, issuer, at } = await shop();
  await comparisonOf(panel.orm, company, [
    { kind: 'UNKNOWN_HERE', from: 4 },
    { kind: 'UNKNOWN_THERE', from: 6 },
  ]);
  const reader = await panel.person(company.id, 'COMPANY_READER');
  const there = `${at}/2026-10`;
  const read = (await reader.get(there)).text;
  expect([read.includes('name="diferenca"'), read.includes('Conferir de novo')]).toEqual([false, false]);
  const [, id = ''] = /name="diferenca" value="([^"]+)"/.exec((await issuer.get(there)).text) ?? [];
  expect((await reader.post(`${there}/encerrar`, { diferenca: id })).status).toBe(404);
  const left = await issuer.post(`${there}/encerrar`, { diferenca: id });
  expect(left.location).toBe(`${there}?feito=encerradas`);
  const after = (await issuer.get(there)).text;
  const titles = ['Nota que a autoridade não conhece', 'Nota que este banco não conhece'];
  expect(titles.map((title) => after.includes(title))).toEqual([false, true]);
  expect((await issuer.post(`${there}/encerrar`, {})).location).toBe(there);
  const written = await acrossCompanies(panel.orm).execute(
    `select action, actor_kind, details from audit_entry where company_id = ? and action = 'DIFFERENCES_LEFT'`,
    [company.id],
  );
  expect(written).toEqual([
    { action: 'DIFFERENCES_LEFT', actor_kind: 'PERSON', details: { count: 1, month: '2026-10' } },
  ]);
});

test('nothing of another company is seen or settled', async () => {
  const [own, other] = [await shop(), await shop()];
  await comparisonOf(panel.orm, other.company, [{ kind: 'UNKNOWN_HERE', from: 4 }]);
  expect((await own.issuer.get(`${own.at}/2026-10`)).text).toContain('Este mês ainda não foi conferido.');
  const [, id = ''] = /name="diferenca" value="([^"]+)"/.exec((await other.issuer.get(`${other.at}/2026-10`)).text)!;
  await own.issuer.post(`${own.at}/2026-10/encerrar`, { diferenca: id });
  expect((await other.issuer.get(`${other.at}/2026-10`)).text).toContain(id);
  expect((await own.issuer.get(`${own.at}/outubro`)).status).toBe(404);
});
