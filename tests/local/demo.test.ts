import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isSigned } from '../../local/demo/webhook-receiver.ts';
import { type RunningService, startService } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';
import { command } from '../../machine/command.ts';
import { browserOf } from '../panel/panel-fixture.ts';
import { until } from '../support/checks/until.ts';

const evidence = z.object({ secret: z.string(), headers: z.record(z.string(), z.string()), rawBody: z.string() });

const manifested = z.object({ files: z.array(z.object({ name: z.string() })) });

/** The scenes that leave files, all in one demo, so that one start serves them. */
const scenes = ['sale', 'service', 'trade', 'closing', 'contingency'];

let folder: string;
let last: (string | undefined)[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-demo-'));
  await chmod(folder, 0o755);
  await mkdir(left('of-another'), { recursive: true });
  await writeFile(left('of-another', 'nota.xml'), '<nota/>');
  await mkdir(left('sale'), { recursive: true });
  await writeFile(left('sale', 'antiga.xml'), '<nota/>');
  last = await played(...scenes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('from nothing, the demo issues a note, and leaves its XML, its DANFE and the webhook that can be verified', async () => {
  expect(last).toContain('código 0');

  expect(await contentOf('of-another', 'nota.xml')).toBe('<nota/>');
  const files = await readdir(left('sale'));
  const key = files.find((file) => file.endsWith('.pdf'))?.slice(0, 44) ?? '';
  expect(files.sort()).toEqual([`${key}-procNFe.xml`, `${key}.pdf`, 'webhook.json'].sort());
  expect(await contentOf('sale', `${key}-procNFe.xml`)).toMatch(
    new RegExp(`<nfeProc[^]*<chNFe>${key}</chNFe>[^]*<cStat>100</cStat>`),
  );
  expect(await contentOf('sale', `${key}.pdf`)).toMatch(/^%PDF-/);
  const { secret, ...webhook } = evidence.parse(JSON.parse(await contentOf('sale', 'webhook.json')));
  expect(isSigned(webhook, secret)).toBe(true);
  expect(webhook.rawBody).toContain(key);
});

test('the scene of services leaves an NFS-e that was cancelled, one that was replaced and the one that took its place', async () => {
  const files = await readdir(left('service'));
  const keys = files.filter((file) => file.endsWith('.pdf')).map((file) => file.slice(0, 50));
  expect(keys).toHaveLength(3);
  expect(files.sort()).toEqual(keys.flatMap((key) => [`${key}-nfse.xml`, `${key}.pdf`]).sort());
  const notes = await Promise.all(keys.map((key) => contentOf('service', `${key}-nfse.xml`)));
  const replaced = notes.flatMap((note) => /<chSubstda>(\d{50})</.exec(note)?.[1] ?? []);
  expect(keys).toEqual(expect.arrayContaining(replaced));
  expect(replaced).toHaveLength(1);
});

test('the scene of a trade leaves the month of the buyer as a ZIP, and the DANFE of the note that it received', async () => {
  const files = (await readdir(left('trade'))).sort();
  expect(files).toEqual([
    expect.stringMatching(/^\d{44}\.pdf$/),
    expect.stringMatching(/^recebidos-\d{4}-\d{2}\.zip$/),
  ]);
  const [page = '', archive = ''] = files;
  expect(await contentOf('trade', page)).toMatch(/^%PDF-/);
  const listed = await command('unzip', ['-Z1', left('trade', archive)]);
  expect(listed).toMatch(new RegExp(`^notas/${page.slice(0, 44)}-nsu\\d+\\.xml$`, 'm'));
});

test('the scene of a closing leaves a ZIP for each company of the office, whole, with its manifest and its page', async () => {
  const files = (await readdir(left('closing'))).sort();
  const archives = files.filter((file) => file.endsWith('.zip'));
  expect(archives).toHaveLength(2);
  for (const archive of archives) {
    const base = archive.replace(/\.zip$/, '');
    expect(files).toEqual(expect.arrayContaining([`${base}-manifesto.json`, `${base}-fechamento.pdf`]));
    expect(await contentOf('closing', `${base}-fechamento.pdf`)).toMatch(/^%PDF-/);
    const listed = (await command('unzip', ['-Z1', left('closing', archive)])).trim().split('\n');
    const manifest = manifested.parse(JSON.parse(await contentOf('closing', `${base}-manifesto.json`)));
    expect(listed.sort()).toEqual([...manifest.files.map(({ name }) => name), 'manifesto.json'].sort());
    expect(listed.filter((name) => /^nfe\/\d{44}\.pdf$/.test(name))).toHaveLength(3);
  }
});

test('the scene of a contingency leaves each coupon as it was printed before and after its authorization, and one valid note of each sale', async () => {
  const files = await readdir(left('contingency'));
  const keys = files.filter((file) => file.endsWith('-procNFe.xml')).map((file) => file.slice(0, 44));
  expect(keys).toHaveLength(2);
  const kinds = ['-nfe.xml', '-procNFe.xml', '-cupom-pendente.pdf', '-cupom-autorizado.pdf'];
  expect(files.sort()).toEqual(keys.flatMap((key) => kinds.map((kind) => `${key}${kind}`)).sort());
  for (const key of keys) {
    const signed = await contentOf('contingency', `${key}-nfe.xml`);
    expect(signed).toMatch(/<tpEmis>9<\/tpEmis>[^]*<dhCont>[^]*<xJust>/);
    const note = /<NFe[^]*<\/NFe>/.exec(await contentOf('contingency', `${key}-procNFe.xml`))?.[0];
    expect(signed).toContain(note);
    for (const kind of kinds.slice(2)) expect(await contentOf('contingency', `${key}${kind}`)).toMatch(/^%PDF-/);
  }
});

test('the scene of the panel lets in somebody of each role, on a month that stands as the scene says, until it is asked to end', async () => {
  const lines: string[] = [];
  const demo = startDemo(['panel'], (line) => lines.push(line));
  const shown = async (line: RegExp): Promise<string> => {
    const told = await until(
      'the demo tells it',
      async () => lines.find((each) => line.test(each)) ?? demo.hasExited(),
    );
    if (typeof told === 'string') return told;
    throw new Error(`the demo ended: ${lines.join('\n')}`);
  };
  const [, password = ''] = /a senha de todas é "([^"]+)"/.exec(await shown(/a senha de todas/)) ?? [];
  await shown(/até Ctrl\+C/);
  const people = lines.flatMap((line) => /^ +(\S+@demo\.lavra\.example) .* (http:\S+)$/.exec(line)?.slice(1) ?? []);
  expect(people).toHaveLength(2 * 8);
  const pages: string[] = [];
  for (let each = 0; each < people.length; each += 2) {
    const [email = '', address = ''] = people.slice(each, each + 2);
    const { origin, pathname } = new URL(address);
    const browser = browserOf(origin);
    expect((await browser.post('/entrar', { email, senha: password })).status).toBe(303);
    const { status, text } = await browser.get(pathname);
    expect([email, status]).toEqual([email, 200]);
    pages.push(text);
  }
  const [notes = '', , , board = ''] = pages;
  for (const state of ['AUTHORIZED', 'REJECTED', 'CANCELLED', 'DRAFT'])
    expect(notes).toContain(`data-state="${state}"`);
  for (const lane of ['precisam', 'abertas', 'prontas', 'sem-movimento']) expect(board).toContain(`id="${lane}"`);
  expect(board).toContain('Falta explicar 7 números');
  await demo.stop();
  expect(await demo.exited).toBe('código 0');
});

test('a scene that is none is reported with those that there are', async () => {
  expect((await played('teatro')).join(' ')).toMatch(
    /não há a cena "teatro": use npm run demo -- sale \| service \| trade \| office \| closing \| contingency \| panel/,
  );
});

/** The last lines of the demo, and its exit code. */
async function played(...scene: string[]): Promise<(string | undefined)[]> {
  const demo = startDemo(scene);
  return [await demo.exited, ...demo.lastLines()];
}

function startDemo(scene: string[], onLine: (line: string) => void = () => {}): RunningService {
  return startService({
    name: 'demo',
    program: process.execPath,
    args: [resolve('local/demo.ts'), ...scene],
    env: localSettings().inherited,
    cwd: folder,
    onLine,
  });
}

/** A path in a scene's folder. */
function left(scene: string, file = ''): string {
  return join(folder, 'lavra-demo', scene, file);
}

function contentOf(scene: string, file: string): Promise<string> {
  return readFile(left(scene, file), 'utf8');
}
