import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../../local/services/service.ts';
import { command } from '../../../machine/command.ts';
import { machineSettings } from '../../../machine/settings.ts';
import { findProgram as find } from '../../../machine/files.ts';
import { certificationAuthority } from '../../adapters/mutual-tls/certificates.ts';
import { connectProxy } from '../../support/faults/connect-proxy.ts';

/** The server behind temporal.download, as seen through the proxy. */
let publisher: Server;
let proxy: Awaited<ReturnType<typeof connectProxy>>;
let folder: string;
const asked: string[] = [];

/** Incompressible, so that the archive is as large. */
const published = `#!/bin/sh\n# ${randomBytes(300_000).toString('base64')}\necho temporal\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-newcomer-'));
  const authority = certificationAuthority('Newcomer');
  const { certificatePem, privateKeyPem } = authority.issue('temporal.download', ['temporal.download']);
  await writeFile(join(folder, 'ca.pem'), authority.certificatePem);
  await writeFile(join(folder, 'temporal'), published, { mode: 0o755 });
  await command('tar', ['-czf', join(folder, 'archive.tar.gz'), '-C', folder, 'temporal']);
  const archive = await readFile(join(folder, 'archive.tar.gz'));
  publisher = createServer({ cert: certificatePem, key: privateKeyPem }, (req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/cli.tar.gz') return void res.end(archive);
    res.end(JSON.stringify({ archiveUrl: 'https://temporal.download/cli.tar.gz', fileToExtract: 'temporal' }));
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  proxy = await connectProxy((publisher.address() as AddressInfo).port);
  // A computer without Go and Temporal, whose only programs are those that unpack.
  await mkdir(join(folder, 'bin'));
  for (const name of ['tar', 'gzip']) {
    const path = await find([name], machineSettings().searchPath);
    if (path !== undefined) await symlink(path, join(folder, 'bin', name));
  }
});
afterAll(async () => {
  publisher.close();
  proxy.close();
  await rm(folder, { recursive: true });
});

test('behind a proxy and without Go, Temporal is downloaded through it, with its size and how far it is', async () => {
  const { code, lines } = await looked('through-proxy', { HTTPS_PROXY: proxy.withUser });
  expect(code).toBe('código 0');
  expect(new Set(proxy.asked)).toEqual(new Set(['temporal.download:443']));
  expect(asked[0]).toMatch(/^\/cli\/default\?.*sdk-name=sdk-typescript.*platform=(linux|darwin)/);
  expect(lines.join('\n')).toMatch(/Temporal: baixando de temporal\.download .*: 0,\d MB de 0,\d MB \(100%\)/);
  const path = lines.at(-1) ?? '';
  expect(path).toBe(join(folder, 'through-proxy', 'lavra', 'temporal-cli-1.5.1', 'temporal'));
  expect(await readFile(path, 'utf8')).toBe(published);
});

test('where nothing can be reached, the error names host, proxies without their passwords, and Go', async () => {
  const { code, lines } = await looked('away', {
    HTTPS_PROXY: 'http://ana:segredo@127.0.0.1:9',
    NO_PROXY: 'interno.example',
  });
  expect(code).toBe('código 1');
  const said = lines.join('\n');
  expect(said).toMatch(
    /temporal\.download não pôde ser alcançado: .*ECONNREFUSED.* \(HTTPS_PROXY=http:\/\/\*\*\*@127\.0\.0\.1:9, NO_PROXY=interno\.example\)/,
  );
  expect(said).toMatch(/o Go não está instalado/);
  expect(said).toMatch(/HTTPS_PROXY.*Go.*TEMPORAL_CLI.*TEMPORAL_ADDRESS/);
  expect(said).not.toContain('segredo');
});

test('a cache that cannot be written is named with the setting that moves it, and no way is tried past it', async () => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, lines } = await looked('a-file', {});
  expect(code).toBe('código 1');
  expect(lines).toEqual([
    expect.stringMatching(/^Não é possível gravar na pasta de cache .*a-file\/lavra \(ENOTDIR\).* XDG_CACHE_HOME\.$/),
  ]);
});

test('a cache of another user is reported as one, by whoever is not root', async () => {
  await mkdir(join(folder, 'of-root'), { mode: 0o755 });
  await mkdir(join(folder, 'of-root', 'lavra'), { mode: 0o555 });
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  const { lines } = await looked('of-root', {}, account);
  expect(lines.join('\n')).toMatch(/of-root\/lavra \(EACCES\): acerte a permissão/);
});

/** Looks for Temporal as on a new computer. @returns the messages, and last the path or the error */
async function looked(cache: string, more: Record<string, string>, account?: { uid: number; gid: number }) {
  const executable = pathToFileURL(resolve('local/temporal/executable.ts')).href;
  const settings = pathToFileURL(resolve('local/settings.ts')).href;
  const script = `
    import { temporalExecutable } from '${executable}';
    import { localSettings } from '${settings}';
    await temporalExecutable(localSettings(), console.log).then(console.log, (error) => {
      console.log(error.message);
      process.exitCode = 1;
    });`;
  const lines: string[] = [];
  const service: RunningService = startService({
    name: 'newcomer',
    program: process.execPath,
    args: ['--input-type=module', '--eval', script],
    env: {
      ...{ PATH: join(folder, 'bin'), HOME: folder, XDG_CACHE_HOME: join(folder, cache) },
      ...{ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), ...more },
    },
    cwd: resolve('.'),
    account,
    onLine: (line) => lines.push(line),
  });
  return { code: await service.exited, lines };
}
