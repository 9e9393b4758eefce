import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createOrm } from '../../config/orm.ts';
import { localSettings } from '../../local/settings.ts';
import { byLogin, testDatabase } from '../support/servers/parts.ts';

const program = fileURLToPath(new URL('../../migrations/run.ts', import.meta.url));
const processes = 3;

test('three processes that migrate one fresh database at once all succeed, and one of them did it', async () => {
  const url = new URL(byLogin(await testDatabase(), 'admin'));
  url.pathname = `/at_once_${randomUUID().replaceAll('-', '')}`;
  const env = { ...localSettings().inherited, DATABASE_URL: url.href };
  const running = Array.from({ length: processes }, () => promisify(execFile)(process.execPath, [program], { env }));
  const said = (await Promise.all(running)).map(({ stdout }) => stdout);

  const orm = await createOrm(url.href);
  try {
    const known = (await orm.migrator.getExecuted()).map(({ name }) => name);
    expect(said.map((lines) => lines.match(/^applied /gm)?.length ?? 0).sort((a, b) => a - b)).toEqual([
      ...Array<number>(processes - 1).fill(0),
      known.length,
    ]);
    expect(said.filter((lines) => lines === 'database is up to date\n')).toHaveLength(processes - 1);
    expect(await orm.migrator.getPending()).toEqual([]);
  } finally {
    await orm.schema.dropDatabase();
    await orm.close();
  }
});
