import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { schemas } from '../../support/servers/parts.ts';
import { lavra, lavraJson } from '../lavra.ts';
import { type Zipped, zipOf } from '../schemas/making-zips.ts';

const nobody = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing', TEMPORAL_ADDRESS: '127.0.0.1:1' };
const symbolicLink = 0o120777;
const mebibyte = 1024 * 1024;
const plainSchema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="NFe"/></xs:schema>';
const brokenSchema =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="missing.xsd"/>' +
  '<xs:element name="NFe" type="TNFe"/></xs:schema>';
const root: Zipped = { name: 'nfe_v4.00.xsd', content: plainSchema };

let folder: string;
let packs: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-schemas-'));
  packs = join(folder, 'packs');
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder becomes a pack that lists itself and checks documents', async () => {
  const { code, answer } = await add(join(schemas, 'nfe'));
  const files = (await readdir(join(schemas, 'nfe'))).length;
  expect({ code, answer }).toEqual({
    code: 0,
    answer: expect.objectContaining({ folder: join(packs, 'NEXT'), files }),
  });
  const listed = await lavraJson(['schemas', 'list'], { ...nobody, LAVRA_SCHEMAS: join(packs, 'NEXT') });
  expect(listed.answer).toEqual([expect.objectContaining({ id: 'NEXT', validFrom: '2026-11-01', inForce: ['nfe'] })]);
});

test('the official zip becomes a pack, whatever folder its schemas are in', async () => {
  const names = await readdir(join(schemas, 'nfe'));
  const official = await Promise.all(
    names.map(async (name) => ({ name: `PL_011/${name}`, content: await readFile(join(schemas, 'nfe', name)) })),
  );
  const readme = { name: 'PL_011/LEIAME.txt', content: 'x' };
  const other = { name: 'PL_011/exemplos/other.xsd', content: plainSchema };
  const { code } = await add(await zip([other, readme, ...official]));
  expect(code).toBe(0);
  expect((await readdir(join(packs, 'NEXT', 'nfe'))).sort()).toEqual(names.sort());
});

test.each([
  ['nfe', 'nfe_v4.00.xsd'],
  ['nfse', 'DPS_v1.01.xsd'],
])('a pack of the family %s without %s is refused', async (family, file) => {
  const other = await zip([{ name: 'leiaute.xsd', content: plainSchema }]);
  expect(await refused(await add(other, ['--family', family]))).toContain(file);
});

test('two root schemas in one source are refused: no rule says which is meant', async () => {
  const twice = await zip([root, { ...root, name: 'old/nfe_v4.00.xsd' }]);
  expect(await refused(await add(twice))).toContain('mais de um nfe_v4.00.xsd');
});

test('a pack whose date lies ahead is compiled when it is added', async () => {
  const broken = await zip([{ ...root, content: brokenSchema }]);
  expect(await refused(await add(broken, ['--valid-from', '2031-01-01']))).toContain('não compila');
});

test('the doctor compiles the packs whose date lies ahead', async () => {
  expect((await add(await zip([root]), ['--valid-from', '2031-01-01'])).code).toBe(0);
  const both = { ...nobody, LAVRA_SCHEMAS: `${schemas}:${join(packs, 'NEXT')}` };
  const inForce = (title: string) =>
    expect.objectContaining({ status: 'OK', message: expect.stringMatching(`^${title}: .*, em vigor desde`) });
  expect(await schemaFindings(both)).toEqual([
    inForce('NF-e'),
    expect.objectContaining({ status: 'OK', message: 'NF-e: NEXT, vale a partir de 2031-01-01' }),
    inForce('NFS-e'),
  ]);
  await writeFile(join(packs, 'NEXT', 'nfe', 'nfe_v4.00.xsd'), brokenSchema);
  expect(await schemaFindings(both)).toEqual([
    inForce('NF-e'),
    expect.objectContaining({ status: 'FAILURE', message: expect.stringContaining('NEXT, que vale a partir de 2031') }),
    inForce('NFS-e'),
  ]);
});

test('the doctor tells which family no pack has, and how to install one', async () => {
  expect((await add(join(schemas, 'nfe'))).code).toBe(0);
  expect(await schemaFindings({ ...nobody, LAVRA_SCHEMAS: join(packs, 'NEXT') })).toEqual([
    expect.objectContaining({ status: 'OK', message: 'NF-e: NEXT, em vigor desde 2026-11-01' }),
    expect.objectContaining({
      status: 'WARNING',
      message: 'NFS-e: nenhum pacote instalado',
      mend: expect.stringMatching(/"lavra schemas add .*--family nfse"/),
    }),
  ]);
  expect((await add(join(schemas, 'nfse'), ['--id', 'SERVICES', '--family', 'nfse'])).code).toBe(0);
  expect(await schemaFindings({ ...nobody, LAVRA_SCHEMAS: join(packs, 'SERVICES') })).toEqual([
    expect.objectContaining({ status: 'WARNING', message: 'NF-e: nenhum pacote instalado' }),
    expect.objectContaining({ status: 'OK', message: 'NFS-e: SERVICES, em vigor desde 2026-11-01' }),
  ]);
});

test('symbolic links are refused, in a folder and in a zip', async () => {
  const source = join(folder, 'linked');
  await mkdir(source);
  await writeFile(join(source, root.name), root.content);
  await symlink('/etc/hostname', join(source, 'tipos.xsd'));
  expect(await refused(await add(source))).toContain('tipos.xsd');
  const linked = await zip([root, { name: 'tipos.xsd', content: '/etc/hostname', mode: symbolicLink }]);
  expect(await refused(await add(linked))).toContain('tipos.xsd');
});

test('a zip that unpacks to more than 64 MB is refused, and one that hides its size too', async () => {
  const bomb = Buffer.alloc(65 * mebibyte, ' ');
  expect(await refused(await add(await zip([root, { name: 'bomb.xsd', content: bomb }])))).toContain('64 MB');
  const liar = await zip([root, { name: 'liar.xsd', content: bomb, saysBytes: 10 }]);
  expect(await refused(await add(liar))).toContain('too many bytes');
});

test('a source of more than 2,000 files is refused, be it a folder or a zip', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({ name: `${at}.txt`, content: '' }));
  expect(await refused(await add(await zip([root, ...many])))).toContain('2.000 arquivos');
  const source = join(folder, 'many');
  await mkdir(source);
  await Promise.all([root, ...many].map(({ name, content }) => writeFile(join(source, name), content)));
  expect(await refused(await add(source))).toContain('2.000 arquivos');
});

test.each(['../outside.xsd', '/tmp/outside.xsd', 'a/../../outside.xsd'])('a zip with %s is refused', async (name) => {
  expect(await refused(await add(await zip([root, { name, content: plainSchema }])))).toContain('outside.xsd');
  await expect(access(join(folder, 'outside.xsd'))).rejects.toThrow();
});

test('what is neither a zip nor a folder is refused', async () => {
  await writeFile(join(folder, 'pack.zip'), 'no zip');
  const { code, error } = await add(join(folder, 'pack.zip'));
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: 'unreadable_file' } } });
  expect((await add(join(folder, 'nothing'))).error).toMatchObject({ error: { code: 'unreadable_file' } });
});

test('a day that no calendar has is refused', async () => {
  const { code, error } = await add(await zip([root]), ['--valid-from', '2027-02-30']);
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: 'invalid_input' } } });
});

test('the help of "schemas add" says what a pack must have', async () => {
  const { out } = await lavra(['schemas', 'add', '--help'], nobody);
  for (const said of ['nfe_v4.00.xsd', 'DPS_v1.01.xsd', '2.000 arquivos', '64 MB']) expect(out).toContain(said);
});

/** Adds a pack under the name NEXT; later options win. */
function add(from: string, options: string[] = []) {
  const given = ['--id', 'NEXT', '--valid-from', '2026-11-01', '--to', packs, ...options];
  return lavraJson(['schemas', 'add', from, ...given], nobody);
}

/** The text of a refusal; expects that it left no trace among the packs. */
async function refused({ code, error }: Awaited<ReturnType<typeof lavraJson>>): Promise<string> {
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: 'invalid_schema_pack' } } });
  expect(await readdir(packs)).toEqual([]);
  return (error as { error: { message: string } }).error.message;
}

async function zip(files: Zipped[]): Promise<string> {
  const file = join(folder, 'pack.zip');
  await writeFile(file, zipOf(files));
  return file;
}

async function schemaFindings(environment: Record<string, string>) {
  const { answer } = await lavraJson(['doctor'], environment);
  return (answer as { findings: { check: string }[] }).findings.filter(({ check }) => check === 'schemas');
}
