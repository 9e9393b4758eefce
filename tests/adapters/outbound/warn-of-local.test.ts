import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import winston from 'winston';
import { warnOfLocal } from '../../../adapters/outbound/guard.ts';

const root = resolve(import.meta.dirname, '../../..');
const warning = 'webhooks may go to http and to this machine: LAVRA_WEBHOOKS_ALLOW_LOCAL is on';

test('API and worker warn at their start of webhooks that may stay here', async () => {
  const written = await Promise.all(['api/server.ts', 'worker/server.ts'].map(linesOf));
  for (const lines of written) {
    expect(lines).toContain(warning);
    expect(lines).toContain('"level":"warn"');
  }
});

test('without the setting for local webhooks there is no warning', () => {
  const said: unknown[] = [];
  const logger = winston.createLogger({ transports: [new winston.transports.Console({ silent: true })] });
  logger.on('data', (line) => said.push(line));
  warnOfLocal({ allowLocal: false }, logger);
  expect(said).toEqual([]);
  warnOfLocal({ allowLocal: true }, logger);
  expect(said).toMatchObject([{ level: 'warn', message: warning }]);
});

/** The log lines of a process without a master key, which therefore ends soon after its start. */
function linesOf(script: string): Promise<string> {
  const env = { LAVRA_METRICS_PORT: '0', LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true' };
  return new Promise((done) => {
    execFile(process.execPath, [script], { cwd: root, env }, (error, stdout) => {
      expect(error?.message).toContain('LAVRA_MASTER_KEY');
      done(stdout);
    });
  });
}
