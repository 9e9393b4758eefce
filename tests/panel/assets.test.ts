import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { assets, fontPaths, scriptPaths, stylesheetPath } from '../../panel/assets.ts';
import { moduleGraph } from '../../panel/assets/modules.ts';

type Server = Awaited<ReturnType<typeof listen>>;
let server: Server;
let url: string;

beforeAll(async () => {
  server = await listen(express().use(assets()), { host: '127.0.0.1', port: 0, setting: 'LAVRA_PANEL_PORT' });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('each file is kept for ever, and comes as small as the browser can take it', async () => {
  const { path, imports } = scriptPaths('page-of');
  for (const [address, type] of [
    [stylesheetPath, 'text/css; charset=utf-8'],
    [path, 'text/javascript; charset=utf-8'],
    ...imports.map((each) => [each, 'text/javascript; charset=utf-8']),
    ...fontPaths.map((each) => [each, 'font/woff2']),
  ] as [string, string][]) {
    const plain = await fetch(url + address, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, type]);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    if (type === 'font/woff2') continue;
    for (const encoding of ['br', 'gzip']) {
      const small = await fetch(url + address, { headers: { 'accept-encoding': encoding } });
      expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
    }
  }
  expect((await fetch(`${url}/arquivos/painel-0000000000000000.css`)).status).toBe(404);
});

test('the stylesheet names the typefaces by their addresses, and the tokens come first', async () => {
  const text = await (await fetch(url + stylesheetPath)).text();
  expect(text.indexOf(':root')).toBeLessThan(text.indexOf('@font-face'));
  for (const path of fontPaths) expect(text).toContain(`url('${path}')`);
  // A URL that begins with # names a part of the page itself.
  expect(text.match(/url\('(?!\/arquivos\/|#)/)).toBeNull();
});

test('modules lose their types and name each other, and packages, by addresses with a hash', () => {
  const folder = modulesOf({
    'one.ts': `import { Idiomorph } from 'idiomorph';\nimport { two, type Two } from './two.ts';\nconst a: Two = two;\nIdiomorph.morph(a, null);`,
    'two.ts': `import { startAuthentication } from '@simplewebauthn/browser';\nexport type Two = Element;\nexport const two = document.body;\nvoid startAuthentication;`,
  });
  const { entries, all } = moduleGraph(folder);
  expect([...entries.keys()]).toEqual(['one', 'two']);
  const one = all.find(({ path }) => path === entries.get('one')!.path)!.content.toString();
  expect(one).not.toMatch(/Two|\.ts'/);
  expect(one).toContain(`from '${entries.get('two')!.path}'`);
  expect(one).toMatch(/from '\/arquivos\/idiomorph-[\w-]{16}\.js'/);
  const addresses = new Set(all.map(({ path }) => path));
  for (const { content, encoded } of all) {
    for (const [, name] of content.toString().matchAll(/\bfrom ['"]([^'"]+)['"]/g)) expect(addresses).toContain(name);
    expect(brotliDecompressSync(encoded['br']!)).toEqual(content);
  }
  expect(entries.get('one')!.imports).toContain(entries.get('two')!.path);
});

test('a module that imports what browsers are not given, or itself, cannot be served', () => {
  expect(() => moduleGraph(modulesOf({ 'a.ts': `import 'express';` }))).toThrow(/a\.ts imports express/);
  const circle = modulesOf({ 'a.ts': `import './b.ts';`, 'b.ts': `import './a.ts';` });
  expect(() => moduleGraph(circle)).toThrow(/imports itself/);
  expect(() => scriptPaths('nada')).toThrow(TypeError);
});

const folders: URL[] = [];

function modulesOf(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'lavra-modules-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  folders.push(pathToFileURL(`${folder}/`));
  return pathToFileURL(`${folder}/`);
}
