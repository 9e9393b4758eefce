import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf, month, pack, root, selfMade } from '../../operations/closings/verify/closing-zip.ts';
import { lavra, lavraJson } from '../lavra.ts';

let folder: string;
let sound: string;
let broken: string;
let roots: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-closings-'));
  const files = await filesOf(month());
  sound = await pack(join(folder, 'outubro.zip'), files);
  broken = await pack(
    join(folder, 'alterado.zip'),
    files.filter(({ name }) => !name.endsWith('.pdf')),
  );
  roots = join(folder, 'raizes.pem');
  await writeFile(roots, root.pem);
});
afterAll(() => rm(folder, { recursive: true }));

/** A database that does not answer: the check needs neither database nor network. */
const nothing = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

test('verify says whose ZIP it is and that it is sound, with nothing but the file', async () => {
  const { code, out } = await lavra(['closings', 'verify', sound], nothing);
  expect(code).toBe(0);
  expect(out).toContain('Padaria São José Ltda (11.222.333/0001-81), novembro de 2026');
  expect(out).toContain('12 arquivos de 4 notas.');
  expect(out).toContain('As cadeias dos certificados não foram conferidas');
  expect(out).toContain('Tudo confere');
});

test('verify names what is wrong and ends with 1; of many problems it shows the first', async () => {
  const all = await lavra(['closings', 'verify', broken], nothing);
  expect(all.code).toBe(1);
  expect(all.out).toContain('4 problemas: este ZIP não é o que diz ser.');
  expect(all.out).toContain('fechamento.pdf: O arquivo está no manifesto, e não no ZIP');
  const one = await lavra(['closings', 'verify', broken, '--show', '1'], nothing);
  expect(one.out).toContain('e mais 3 problemas; veja com --show 4');
});

test('for scripts it prints the whole result', async () => {
  expect(await lavraJson(['closings', 'verify', sound], nothing)).toMatchObject({
    code: 0,
    answer: { path: sound, isValid: true, chainsChecked: false, documentCount: 4, fileCount: 12, faults: [] },
  });
  expect(await lavraJson(['closings', 'verify', broken, '--show', '2'], nothing)).toMatchObject({
    code: 1,
    answer: { isValid: false, faultCount: 4, faultCounts: { missing_file: 4 }, faults: [{ code: 'missing_file' }, {}] },
  });
});

test('with the SHA-256 from the API every byte is checked; without it verify says what is not', async () => {
  const bytes = await readFile(sound);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect((await lavra(['closings', 'verify', sound], nothing)).out).toContain(
    `SHA-256: ${sha256}. Sem --sha256 não se julgam`,
  );
  const known = await lavra(['closings', 'verify', sound, '--sha256', sha256], nothing);
  expect([known.code, known.out.includes('não se julgam')]).toEqual([0, false]);
  const other = await lavraJson(['closings', 'verify', sound, '--sha256', 'ab'.repeat(32)], nothing);
  expect(other).toMatchObject({ code: 1, answer: { sha256, sha256Checked: true, faultCounts: { other_sha256: 1 } } });
});

test('chains are checked with the roots of --ca, or of LAVRA_CA_BUNDLE', async () => {
  const untrusted = await pack(join(folder, 'outro.zip'), await filesOf(month({ by: selfMade })));
  const asked = await lavraJson(['closings', 'verify', untrusted, '--ca', roots], nothing);
  expect(asked).toMatchObject({ code: 1, answer: { chainsChecked: true, faultCounts: { untrusted_certificate: 1 } } });
  const configured = await lavraJson(['closings', 'verify', sound], { ...nothing, LAVRA_CA_BUNDLE: roots });
  expect(configured).toMatchObject({ code: 0, answer: { chainsChecked: true } });
});

test.each([
  [['nowhere.zip'], 1, 'unreadable_file'],
  [[], 2, 'usage'],
  [['--ca', 'nowhere.pem'], 1, 'unreadable_file'],
  [['--show', '0'], 1, 'invalid_input'],
  [['--sha256', 'abc'], 1, 'invalid_input'],
])('%j is refused', async (args, code, error) => {
  const path = args[0]?.endsWith('.zip') || args.length === 0 ? [] : [sound];
  const refused = await lavraJson(['closings', 'verify', ...path, ...args], nothing);
  expect(refused).toMatchObject({ code, error: { error: { code: error } } });
});

test('what is no ZIP is a problem in words, not a fault of ours', async () => {
  const { code, answer } = await lavraJson(['closings', 'verify', roots], nothing);
  expect({ code, answer }).toMatchObject({ code: 1, answer: { closing: null, faultCounts: { unreadable_zip: 1 } } });
});

test('its help shows an example', async () => {
  const { code, out } = await lavra(['closings', 'verify', '--help'], nothing);
  expect(code).toBe(0);
  expect(out).toContain('lavra closings verify 11222333000181-fechamento-2026-10.zip');
});
