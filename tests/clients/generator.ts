import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../../machine/cache.ts';
import { command, type CommandOptions } from '../../machine/command.ts';
import { machineSettings } from '../../machine/settings.ts';

const settings = machineSettings();
const mavenGivesUpMs = 300_000;

/** The generator in the guide, https://openapi-generator.tech. */
const generator = 'org.openapitools:openapi-generator-cli:7.25.0';

/** The option that `docs/api-guide.md` recommends for every language: clients accept unknown fields in answers. */
const always = 'disallowAdditionalPropertiesIfNotPresent=false';

/**
 * Runs a program that computes for minutes at low priority: generators and compilers must not take the cores from processes that other
 * tests kill and time.
 */
export function unhurried(program: string, args: string[], options?: CommandOptions): Promise<string> {
  if (process.platform === 'win32') return command(program, args, options);
  return command('nice', ['-n', '19', program, ...args], options);
}

/** Generates the client of a language from `openapi.json` in a folder, into that folder or another. */
export async function generate(language: string, options: string, folder: string, into = folder): Promise<void> {
  const jar = await onlyJar(await artifacts('openapi-generator-7.25.0', [generator], { alone: true }));
  const parts = '--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  const properties = `--additional-properties=${options},${always}`;
  await unhurried('java', [
    '-jar',
    jar,
    'generate',
    '-i',
    join(folder, 'openapi.json'),
    '-g',
    language,
    '-o',
    into,
    parts,
    properties,
  ]);
}

/**
 * A folder with Maven artifacts and their dependencies, downloaded once into the user's cache.
 *
 * @param alone without dependencies: the generator contains everything
 */
export async function artifacts(name: string, wanted: string[], { alone = false } = {}): Promise<string> {
  const folder = await cached(join(settings.cache, name), async (staging) => {
    await writeFile(join(staging, 'pom.xml'), projectOf(wanted, alone));
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    await unhurried('mvn', copy, { cwd: staging, env: settings.inherited, timeoutMs: mavenGivesUpMs });
  });
  return join(folder, 'lib');
}

/** A folder with Python packages and their dependencies, downloaded once into the user's cache. */
export function packages(name: string, wanted: string[]): Promise<string> {
  return cached(join(settings.cache, name), async (staging) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--target', staging];
    await command('python3', ['-m', 'pip', 'install', ...quiet, ...wanted], { env: settings.inherited });
  });
}

async function onlyJar(folder: string): Promise<string> {
  const [jar, ...others] = await readdir(folder);
  if (jar === undefined || others.length > 0) throw new Error(`${folder} should have one file`);
  return join(folder, jar);
}

function projectOf(wanted: string[], alone: boolean): string {
  const exclusions = alone
    ? '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
    : '';
  const dependencies = wanted.map((coordinates) => {
    const [group, artifact, version] = coordinates.split(':');
    const names = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>`;
    return `<dependency>${names}${exclusions}</dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>lavra</groupId><artifactId>clients</artifactId><version>1</version>
  <dependencies>${dependencies.join('')}</dependencies>
</project>
`;
}
