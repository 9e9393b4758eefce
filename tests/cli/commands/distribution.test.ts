import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../../cli/run.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { distributionId } from '../../../temporal/names.ts';
import { openScene, type Scene } from '../../activities/distribution/scene.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { lavra, lavraJson } from '../lavra.ts';

let scene: Scene;
let temporal: TestTemporal;
let settings: Record<string, string>;
let alone: Record<string, string>;
beforeAll(async () => {
  scene = await openScene();
  temporal = await testTemporal();
  alone = { DATABASE_URL: scene.databaseUrl, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  settings = { ...alone, TEMPORAL_ADDRESS: temporal.address };
});
afterAll(async () => {
  await temporal.close();
  await scene.close();
});

test('the state of every company is shown, those that do not go on as usual first', async () => {
  const [well, paused] = [await scene.openCompany(), await scene.openCompany()];
  await set(paused, { status: 'PAUSED', reason: 'Sem certificado.', last_nsu: 12 });
  const { answer } = await lavraJson(['distribution', 'show'], alone);
  expect(answer).toMatchObject([
    { companyTaxId: paused.taxId, source: 'NFE', status: 'PAUSED', reason: 'Sem certificado.', nsu: '12' },
    { companyTaxId: well.taxId, source: 'NFE', status: 'ACTIVE', nsu: '0', maxNsu: null, lastSyncAt: null },
    { companyTaxId: well.taxId, source: 'NFSE' },
    { companyTaxId: paused.taxId, source: 'NFSE', status: 'ACTIVE' },
  ]);
  const { out } = await lavra(['distribution', 'show', '--company', paused.taxId], alone);
  expect(out).toContain('Sem certificado.');
  expect(out).not.toContain(well.taxId);
});

test('a sync wakes the actors of the sources that may be asked, and refuses where none may', async () => {
  const company = await scene.openCompany();
  await acrossCompanies(scene.orm).execute(
    `update distribution set not_before = now() + interval '20 min' where company_id = ? and source = 'NFSE'`,
    [company.id],
  );
  const { answer, code } = await lavraJson(['distribution', 'sync', '--company', company.taxId], settings);
  expect(code).toBe(0);
  expect(answer).toEqual({ sources: ['NFE'], nextSyncAllowedAt: expect.any(String) });
  const { environment, taxId } = company;
  const handle = temporal.client.workflow.getHandle(distributionId({ source: 'NFE', environment, taxId }));
  expect((await handle.describe()).type).toBe('distribution');
  await handle.terminate();

  await acrossCompanies(scene.orm).execute(
    `update distribution set not_before = now() + interval '20 min' where company_id = ?`,
    [company.id],
  );
  const refused = await lavraJson(['distribution', 'sync', '--company', company.taxId], alone);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'sefaz_wait' } } });
});

test('a sync without Temporal says that it waits', async () => {
  const company = await scene.openCompany();
  const { code, error } = await lavraJson(['distribution', 'sync', '--company', company.taxId], alone);
  expect(code).toBe(3);
  expect(error).toMatchObject({ error: { code: 'temporal_unavailable' } });
});

test('another NSU is set after a confirmation, and the wait stays', async () => {
  const company = await scene.openCompany();
  await set(company, { status: 'THROTTLED_TWICE', throttled_times: 2, throttled_nsu: 50, last_nsu: 70 });
  const before = await scene.row(company, 'NFE');
  const command = ['distribution', 'set-nsu', '--company', company.taxId, '--source', 'NFE', '--nsu', '50'];

  expect(await lavraJson(command, alone)).toMatchObject({ code: 1, error: { error: { code: 'not_confirmed' } } });
  expect(await atTerminal(command, 'não\n')).toMatchObject({ code: 1 });
  expect(await scene.row(company, 'NFE')).toMatchObject({ lastNsu: 70n, status: 'THROTTLED_TWICE' });

  const { code, err } = await atTerminal(command, 'sim\n');
  expect(code).toBe(0);
  expect(err).toMatch(/do NSU 70 para 50.*de novo/);
  const after = await scene.row(company, 'NFE');
  expect(after).toMatchObject({ lastNsu: 50n, status: 'ACTIVE', throttledTimes: 0, throttledNsu: null, reason: null });
  expect(after.notBefore).toEqual(before.notBefore);

  const { answer } = await lavraJson([...command.slice(0, -1), '60', '--yes'], alone);
  expect(answer).toEqual({ source: 'NFE', before: '50', after: '60' });
});

test('what cannot be is refused before anything changes', async () => {
  const company = await scene.openCompany();
  const order = ['distribution', 'set-nsu', '--yes', '--company', company.taxId];
  for (const wrong of [
    ['--source', 'CTE', '--nsu', '1'],
    ['--source', 'NFE', '--nsu', '-1'],
    ['--source', 'NFE', '--nsu', '1.5'],
  ]) {
    expect(await lavraJson([...order, ...wrong], alone)).toMatchObject({ error: { error: { code: 'invalid_input' } } });
  }
  await acrossCompanies(scene.orm).execute('delete from distribution where company_id = ?', [company.id]);
  const none = await lavraJson([...order, '--source', 'NFE', '--nsu', '1'], alone);
  expect(none).toMatchObject({ code: 1, error: { error: { code: 'distribution_not_found' } } });
});

test('the doctor tells what does not go on as usual, and how to mend it', async () => {
  const company = await scene.openCompany();
  await set(company, { status: 'THROTTLED_TWICE', throttled_nsu: 50, reason: 'pede silêncio', unreadable: 2 });
  await acrossCompanies(scene.orm).execute(
    `update distribution set next_visit_at = now() - interval '1 h', not_before = now() - interval '1 h'
     where company_id = ? and source = 'NFSE'`,
    [company.id],
  );
  const { answer } = await lavraJson(['doctor', '--company', company.taxId], alone);
  const { findings } = answer as { findings: { check: string; status: string; message: string; mend?: string }[] };
  expect(findings.filter(({ check }) => check === 'distribution')).toMatchObject([
    { status: 'FAILURE', message: expect.stringContaining('pede silêncio'), mend: expect.stringContaining('--nsu 50') },
    { status: 'WARNING', message: expect.stringContaining('2 documento(s)') },
    { status: 'FAILURE', message: expect.stringContaining('60 min'), mend: expect.stringContaining('worker') },
  ]);
});

async function set({ id }: Company, to: Record<string, string | number>): Promise<void> {
  const columns = Object.keys(to);
  await acrossCompanies(scene.orm).execute(
    `update distribution set ${columns.map((column) => `${column} = ?`).join()} where company_id = ? and source = 'NFE'`,
    [...Object.values(to), id],
  );
}

async function atTerminal(args: string[], typed: string): Promise<{ code: number; err: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const printed = text(stderr);
  stdin.write(typed);
  const code = await run(args, { stdin: Object.assign(stdin, { isTTY: true }), stdout, stderr }, alone);
  stderr.end();
  return { code, err: await printed };
}
