import { expect, test } from 'vitest';
import { nothingRuns } from '../../../operations/doctor/examine.ts';
import { checkDatabase } from '../../../operations/doctor/database.ts';
import { findingsOf } from '../../../operations/doctor/finding.ts';
import { createOrm } from '../../../config/orm.ts';
import { readEnv } from '../../../config/env.ts';
import { ownPorts } from '../../support/servers/own-ports.ts';

const temporal = findingsOf('temporal');

test('where nobody said where database and Temporal are and neither answers, nothing was started', async () => {
  const [port = 0] = await ownPorts(1);
  const orm = await createOrm(`postgres://lavra:lavra@127.0.0.1:${port}/lavra`, { pool: 1 });
  const database = await checkDatabase(orm);
  await orm.close();
  const away = [...database, temporal.failure('não responde', 'confira')];
  expect(nothingRuns(away, readEnv({}))).toBe(true);
  expect(nothingRuns(away, readEnv({ TEMPORAL_ADDRESS: 'temporal.example:7233' }))).toBe(false);
  expect(nothingRuns([...database, temporal.ok('no ar')], readEnv({}))).toBe(false);
  expect(nothingRuns([findingsOf('database').ok('PostgreSQL 18'), temporal.failure('a', 'b')], readEnv({}))).toBe(
    false,
  );
});
