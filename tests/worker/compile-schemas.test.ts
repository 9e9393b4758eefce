import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger, transports } from 'winston';
import { createValidators } from '../../adapters/schemas/validator.ts';
import { compileSchemas } from '../../worker/parts.ts';
import { schemaPack } from '../support/servers/schema-pack.ts';

test('a worker starts with the families that it has, and says which is missing', () => {
  const pack = schemaPack();
  expect(warningsOf([pack])).toEqual([]);
  expect(warningsOf([{ ...pack, families: ['nfe'] }])).toEqual([expect.stringContaining('esquemas da NFS-e')]);
  expect(warningsOf([{ ...pack, families: ['nfse'] }])).toEqual([expect.stringContaining('esquemas da NF-e')]);
});

test('a pack that does not compile stops it', () => {
  const pack = { ...schemaPack(), folder: '/nowhere' };
  expect(() => warningsOf([pack])).toThrow(/nowhere/);
});

function warningsOf(packs: Parameters<typeof createValidators>[0]): string[] {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) });
  const logger = createLogger({ level: 'warn', transports: [new transports.Stream({ stream })] });
  compileSchemas({ validatorOn: createValidators(packs), logger });
  return lines;
}
