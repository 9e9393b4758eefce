import { spawnSync } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { command } from '../../machine/command.ts';
import { machineSettings } from '../../machine/settings.ts';
import { artifacts, generate, packages, unhurried } from './generator.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs a program of clients/ with a client that was generated; its arguments are address, key and id of the sale, or CNPJ of the company. */
export type RunProgram = (...args: [string, string, string]) => Promise<string>;

/** The generated client of one language, and how it becomes a program. */
export type Generated = {
  language: string;
  /** What it is made of besides the contract, from the root of the repository. */
  sources: string[];
  /** Commands that ask each needed program for its version. */
  needs: string[][];
  /** What it understands of an error code that a later version adds; undefined where it understands none. */
  laterCode?: string;
  /** Generates and compiles in a folder that has the contract as `openapi.json`. */
  build: (folder: string) => Promise<RunProgram>;
};

/** The first program that is missing; undefined where all are here. */
export function missingProgram({ needs }: Pick<Generated, 'needs'>): string | undefined {
  return needs.find(([program = '', ...args]) => spawnSync(program, args).status !== 0)?.[0];
}

/** What the generator's own pom.xml names for okhttp-gson. */
const javaNeeds = [
  'com.squareup.okhttp3:okhttp:4.12.0',
  'com.squareup.okhttp3:logging-interceptor:4.12.0',
  'com.google.code.gson:gson:2.10.1',
  'io.gsonfire:gson-fire:1.9.0',
  'com.google.code.findbugs:jsr305:3.0.2',
  'jakarta.annotation:jakarta.annotation-api:1.3.5',
];

const maven = [
  ['java', '-version'],
  ['mvn', '--version'],
];

/** A program in Java with the client of a contract, which it knows by the name of its package. */
function inJava(program: string, packageName: string): Generated {
  return {
    language: 'Java',
    sources: [program],
    laterCode: 'unknown_default_open_api',
    needs: [...maven, ['javac', '--version']],
    async build(folder) {
      const options =
        'library=okhttp-gson,useSingleRequestParameter=true,openApiNullable=false,enumUnknownDefaultCase=true,' +
        `invokerPackage=${packageName},apiPackage=${packageName}.api,modelPackage=${packageName}.model`;
      await generate('java', options, folder);
      const needed = await artifacts('generated-client-java-7.25.0', javaNeeds);
      const [source, classes] = [join(folder, 'src/main/java'), join(folder, 'classes')];
      const names = await readdir(source, { recursive: true });
      const files = names.filter((name) => name.endsWith('.java')).map((name) => join(source, name));
      const path = `${classes}${delimiter}${join(needed, '*')}`;
      const how = ['-encoding', 'UTF-8', '-nowarn', '-proc:none', '-d', classes, '-cp', path];
      await unhurried('javac', [...how, ...files, join(root, program)]);
      return (...args) => command('java', ['-cp', path, basename(program, '.java'), ...args]);
    },
  };
}

/** What the generator's own requirements.txt names. */
const pythonNeeds = ['urllib3==2.8.0', 'python-dateutil==2.9.0.post0', 'pydantic==2.14.3', 'typing-extensions==4.16.0'];

/** A program in Python with the client of a contract, which it knows by the name of its package. */
function inPython(program: string, packageName: string): Generated {
  return {
    language: 'Python',
    sources: [program],
    needs: [...maven, ['python3', '-c', 'import sys, pip; sys.exit(sys.version_info < (3, 10))']],
    async build(folder) {
      await generate('python', `packageName=${packageName}`, folder);
      const needed = await packages('generated-client-python-7.25.0', pythonNeeds);
      const env = {
        PATH: machineSettings().searchPath.join(delimiter),
        PYTHONPATH: [folder, needed].join(delimiter),
        PYTHONUTF8: '1',
      };
      return (...args) => command('python3', [join(root, program), ...args], { env });
    },
  };
}

/** A program in Go with the client of a contract, which is a package of the program's own module. */
function inGo(program: string): Generated {
  return {
    language: 'Go',
    sources: [program],
    laterCode: 'unknown_default_open_api',
    needs: [...maven, ['go', 'version']],
    async build(folder) {
      const name = basename(program, '.go');
      const client = join(folder, 'lavra');
      // Its validator refuses every pattern of a text that may be null, and with it each item of a list (7.25.0).
      const contract = join(folder, 'openapi.json');
      const text = await readFile(contract, 'utf8');
      await writeFile(
        contract,
        JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === 'pattern' ? undefined : value))),
      );
      await generate('go', 'packageName=lavra,enumClassPrefix=true,enumUnknownDefaultCase=true', folder, client);
      await rm(join(client, 'go.mod'));
      await copyFile(join(root, program), join(folder, basename(program)));
      await writeFile(join(folder, 'go.mod'), `module ${name}\n\ngo 1.23\n\nrequire ${goNeeds}\n`);
      const env = machineSettings().inherited;
      const built = join(folder, name);
      await unhurried('go', ['build', '-mod=mod', '-o', built, '.'], { cwd: folder, env, timeoutMs: goGivesUpMs });
      return (...args) => command(built, args);
    },
  };
}

/** What the generator's own go.mod names. */
const goNeeds = 'gopkg.in/validator.v2 v2.0.1';
const goGivesUpMs = 1_200_000;

/** A sale by `/v1`, in each language. */
export const generatedSales = [
  inJava('clients/java/Sale.java', 'br.lavra.client'),
  inPython('clients/python/sale.py', 'lavra_client'),
  inGo('clients/go/sale.go'),
];

/** A company taken on by the admin API, in each language. */
export const generatedAdministrations = [
  inJava('clients/java/Administration.java', 'br.lavra.admin'),
  inPython('clients/python/administration.py', 'lavra_admin_client'),
  inGo('clients/go/administration.go'),
];

/**
 * Languages of which nothing more can be known on machines without their packages than that the client is generated.
 *
 * @param api that has to be among what is written
 */
export const onlyGenerated = (packageName: string, api: string) => [
  {
    language: 'C#',
    needs: maven,
    write: (folder: string) => generate('csharp', `packageName=${packageName},library=httpclient`, folder),
    file: `src/${packageName}/Api/${api}.cs`,
  },
];
