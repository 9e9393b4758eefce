import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isSigned } from '../../local/demo/webhook-receiver.ts';
import { startService } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';

const evidence = z.object({ secret: z.string(), headers: z.record(z.string(), z.string()), rawBody: z.string() });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-demo-'));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true }));

test('from nothing, the demo issues a note, and leaves its XML, its DANFE and the webhook that can be verified', async () => {
  const demo = startService({
    name: 'demo',
    program: process.execPath,
    args: [resolve('local/demo.ts')],
    env: localSettings().inherited,
    cwd: folder,
  });
  expect([await demo.exited, ...demo.lastLines()]).toContain('código 0');

  const left = await readdir(join(folder, 'lavra-demo'));
  const key = left.find((file) => file.endsWith('.pdf'))?.slice(0, 44) ?? '';
  expect(left.sort()).toEqual([`${key}-procNFe.xml`, `${key}.pdf`, 'webhook.json'].sort());
  expect(await contentOf(`${key}-procNFe.xml`)).toMatch(
    new RegExp(`<nfeProc[^]*<chNFe>${key}</chNFe>[^]*<cStat>100</cStat>`),
  );
  expect(await contentOf(`${key}.pdf`)).toMatch(/^%PDF-/);
  const { secret, ...webhook } = evidence.parse(JSON.parse(await contentOf('webhook.json')));
  expect(isSigned(webhook, secret)).toBe(true);
  expect(webhook.rawBody).toContain(key);
}, 180_000);

function contentOf(file: string): Promise<string> {
  return readFile(join(folder, 'lavra-demo', file), 'utf8');
}
