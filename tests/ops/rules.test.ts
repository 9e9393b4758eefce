import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../../machine/command.ts';
import { prometheus } from '../support/servers/prometheus.ts';

const folder = resolve(import.meta.dirname, '../../ops/prometheus');
const checks = prometheus ? test : test.skip;

checks.each([
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'rules.yml'],
  ['test', 'rules', 'rules.test.yml'],
  ['test', 'rules', 'certificates.test.yml'],
])('promtool %s %s takes %s', async (...args) => {
  const said = await command(prometheus?.promtool ?? '', args, { cwd: folder });
  expect(said).toContain('SUCCESS');
});
