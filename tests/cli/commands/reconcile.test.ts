import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { DifferenceKind } from '../../../domain/comparison/rule.ts';
import type { Orm } from '../../../config/orm.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { lavra, lavraJson } from '../lavra.ts';

let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url);
  settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1' };
});
afterAll(() => orm?.close());

const october = ['--month', '2026-10'];

/** Writes a comparison of a month with these differences open. */
async function comparedMonth(company: Company, differences: { kind: DifferenceKind; from: number; to: number }[]) {
  const em = acrossCompanies(orm);
  const id = randomUUID();
  await em.execute(
    `insert into comparison (id, company_id, year, month, every_note, as_of, total_count, done_count, created_at, completed_at)
     values (?, ?, 2026, 10, true, now(), 12, 12, now(), now())`,
    [id, company.id],
  );
  for (const { kind, from, to } of differences) {
    await em.execute(
      `insert into month_difference (id, company_id, comparison_id, year, month, kind, type, series, start_number, end_number, access_key, found_at)
       values (gen_random_uuid(), ?, ?, 2026, 10, ?, 'NFE', 1, ?, ?, ?, now())`,
      [company.id, id, kind, from, to, kind === 'GAP' ? null : '3'.repeat(44)],
    );
  }
}

test('what the last comparison found is shown with what is done about each, and the exit code says whether anything differs', async () => {
  const company = await emptyCompany(orm);
  const of = ['reconcile', '--company', company.taxId, ...october, '--show'];
  expect(await lavra(of, settings)).toMatchObject({ code: 0, out: expect.stringContaining('ainda não foi conferido') });
  await comparedMonth(company, []);
  expect(await lavra(of, settings)).toMatchObject({ code: 0, out: expect.stringContaining('Nada difere') });
  await comparedMonth(company, [
    { kind: 'GAP', from: 5, to: 9 },
    { kind: 'CANCELLED_ELSEWHERE', from: 4, to: 4 },
  ]);
  const { code, out } = await lavra(of, settings);
  expect(code).toBe(1);
  expect(out).toMatch(
    /Nota cancelada fora daqui[^]*3{44}[^]*Números que nenhuma nota usou[^]*5 a 9[^]*Prazo: 10\/11\/2026/,
  );
  const { answer } = await lavraJson(of, settings);
  expect(answer).toMatchObject({
    comparison: { total: 12, done: 12, untold: 0, waiting: null },
    differences: [
      { kind: 'CANCELLED_ELSEWHERE', startNumber: 4, proposals: [], giveUpBy: null },
      { kind: 'GAP', giveUpBy: '2026-11-10', proposals: [{ model: '55', series: 1, startNumber: 5, endNumber: 9 }] },
    ],
  });
});

test('a difference about which nothing is left to do is reported no more, and no other', async () => {
  const company = await emptyCompany(orm);
  const of = ['reconcile', '--company', company.taxId, ...october];
  await comparedMonth(company, [
    { kind: 'UNKNOWN_HERE', from: 2, to: 2 },
    { kind: 'UNKNOWN_THERE', from: 3, to: 3 },
  ]);
  const { answer } = await lavraJson([...of, '--show'], settings);
  const [first] = (answer as { differences: { id: string }[] }).differences;
  expect(await lavraJson([...of, '--leave', first?.id ?? ''], settings)).toMatchObject({ answer: { left: 1 } });
  expect(await lavraJson([...of, '--leave', first?.id ?? ''], settings)).toMatchObject({ answer: { left: 0 } });
  expect((await lavra([...of, '--show'], settings)).out).not.toContain('Nota que este banco não conhece');
  expect(await lavraJson([...of, '--leave', 'all'], settings)).toMatchObject({ answer: { left: 1 } });
  expect(await lavra([...of, '--show'], settings)).toMatchObject({ code: 0 });
});

test('without Temporal a comparison is written down once and starts later', async () => {
  const company = await emptyCompany(orm);
  const of = ['reconcile', '--company', company.taxId, ...october, '--no-wait'];
  const { code, out, err } = await lavra(of, settings);
  expect({ code, out, err }).toMatchObject({
    code: 0,
    out: expect.stringContaining('ainda não começou'),
    err: expect.stringContaining('O Temporal não responde'),
  });
  expect((await lavra(of, settings)).err).toContain('Já há uma conferência deste mês');
  const rows = await acrossCompanies(orm).execute('select every_note from comparison where company_id = ?', [
    company.id,
  ]);
  expect(rows).toEqual([{ every_note: true }]);
});

test.each([
  [['--month', '2026-13'], 'deve ser um mês como 2026-10'],
  [['--month', '2099-01'], 'ainda não começou'],
])('%s is refused', async (args, words) => {
  const { code, err } = await lavra(['reconcile', '--company', '11222333000181', ...args], settings);
  expect(code).not.toBe(0);
  expect(err).toContain(words);
});
