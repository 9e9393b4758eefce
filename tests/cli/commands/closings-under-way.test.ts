import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { showBoard } from '../../../cli/closings/board.ts';
import type { Orm } from '../../../config/orm.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { officeClosingsId } from '../../../temporal/names.ts';
import { monthDocument, newClosing } from '../../support/rows/closing.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { lavra, lavraJson } from '../lavra.ts';

const file = { fileSize: 31_457_280, sha256: 'ab'.repeat(32), asOf: new Date(), completedAt: new Date() };
let orm: Orm;
let temporal: TestTemporal;
let settings: Record<string, string>;
let office: Office;
let company: Company;
beforeAll(async () => {
  const url = await testDatabase();
  temporal = await testTemporal();
  settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: temporal.address };
  orm = await patientOrm(url);
});
afterAll(() => Promise.all([orm.close(), temporal.close()]));
beforeEach(async () => {
  ({ office } = await newOffice(orm));
  company = await emptyCompany(orm);
  await linkOf(orm, office, company);
});

test('a month is begun as the office would, listed and shown', async () => {
  await monthDocument(orm, company);
  const idle = await emptyCompany(orm);
  await linkOf(orm, office, idle);
  const { code, out } = await lavra(start(), settings);
  expect([code, out]).toEqual([0, expect.stringMatching(/1 fechamento iniciado[^]*não iniciado, não há documentos/)]);
  await temporal.client.workflow.getHandle(officeClosingsId(office.id)).terminate();

  const listed = await lavraJson(['closings', 'list', '--office', office.taxId, '--status', 'PENDING'], settings);
  expect(listed.answer).toMatchObject({ total: 1, closings: [{ companyId: company.id, documentCount: 1 }] });
  const [closing] = await acrossCompanies(orm).find(Closing, { office: office.id });
  const shown = await lavra(['closings', 'show', closing!.id], settings);
  expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/Situação: PENDING\nDocumentos: 0 de 1 \(0%\)/)]);
  expect((await lavraJson(['closings', 'show', 'x'], settings)).code).toBe(1);
});

test('without Temporal nothing is begun, and the code says so', async () => {
  await monthDocument(orm, company);
  const away = { ...settings, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const { code, answer } = await lavraJson(start('--company', company.taxId, '--no-pdf'), away);
  expect({ code, answer }).toMatchObject({
    code: 3,
    answer: { created: [], skipped: [{ reason: 'dispatch_failed' }] },
  });
  expect(await acrossCompanies(orm).count(Closing, { office: office.id })).toBe(0);
});

test('a company outside the portfolio is refused', async () => {
  const { id: foreign } = await emptyCompany(orm);
  const { code, error } = await lavraJson(start('--company', company.id, foreign), settings);
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: 'company_not_in_portfolio' } } });
});

test('watching ends when all have ended, with 1 where one has failed', async () => {
  const { id } = await newClosing(orm, { office, company }, { status: 'RUNNING', documentCount: 4, doneCount: 1 });
  const failed = await newClosing(orm, { office, company }, { month: 9 });
  const watching = lavra(['closings', 'watch', '--office', office.taxId, '--id', id, failed.id], settings);
  await end(id, (closing) => closing.complete({ ...file, expiresAt: new Date() }));
  await end(failed.id, (closing) => closing.fail('O vínculo foi encerrado.'));
  const { code, out, err } = await watching;
  expect([code, out]).toEqual([1, '1 de 2 fechamentos completos, 1 com falha.\n']);
  expect(err).toContain(`✓ ${company.name}`);
  expect(err).toContain(`✗ ${company.name}: falhou. O vínculo foi encerrado.`);

  const only = await lavraJson(['closings', 'watch', '--office', office.id, '--id', id], settings);
  expect(only).toMatchObject({ code: 0, answer: [{ id, status: 'COMPLETED', progress: { percent: 100 } }] });
  const nothing = await lavra(['closings', 'watch', '--office', office.id], settings);
  expect([nothing.code, nothing.out]).toEqual([0, 'Não há fechamentos em andamento.\n']);
});

test('on a terminal each company that runs has a bar, and each that has ended a line', async () => {
  const startedAt = new Date(Date.now() - 10_000);
  const moving = { status: 'RUNNING', documentCount: 40, doneCount: 10, pdfCount: 10, startedAt } as const;
  const running = await newClosing(orm, { office, company }, moving);
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200, rows: 50 });
  const board = showBoard(stream);
  board.show([running], new Date());
  await new Promise((resolve) => setTimeout(resolve, 300)); // progress bars are drawn at intervals
  running.complete({ ...file, expiresAt: new Date() });
  board.show([running], new Date());
  board.stop();
  stream.end();
  const shown = await text(stream);
  expect(shown).toMatch(/25% \| .* \| 10 de 40 documentos, \d(,\d)? PDFs\/s, faltam \d+ s/);
  expect(shown).toMatch(/✓ .*: 40 documentos em .*\.zip \(31,5 MB\)/);
  expect(shown).toContain('100% | Fechamentos | 1 de 1 empresas');
});

function start(...more: string[]): string[] {
  return ['closings', 'start', '--office', office.taxId, '--year', '2026', '--month', '10', ...more];
}

async function end(id: string, how: (closing: Closing) => void): Promise<void> {
  const em = acrossCompanies(orm);
  how(await em.findOneOrFail(Closing, id));
  await em.flush();
}
