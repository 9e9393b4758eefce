import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleCallOf } from '../../site/examples/example-call.ts';
import { translationsOf } from '../../site/examples/languages.ts';
import { referencePages } from '../../site/pages/operations.ts';

/** A request as it arrived, with its body parsed: languages format JSON differently. */
type Came = { method: string; url: string; headers: Record<string, unknown>; body: unknown };

const runs = promisify(execFile);
const folder = new URL('../../docs/pt/', import.meta.url);
const guides = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
/** The calls in the reference that send something. An office's variant of a call sends the same. */
const calls = referencePages()
  .filter(({ path, call }) => call?.body && !path.endsWith('OfCompany'))
  .map(({ markdown }) => markdown());
const blocks = [...guides, ...calls]
  .flatMap((text) => [...text.matchAll(/```sh\n(.*?)\n```/gs)])
  .map(([, block = '']) => ({ block, call: exampleCallOf(block) }));
const examples = blocks.flatMap(({ block, call }) => (call === null ? [] : [{ block, call }]));

const came: Came[] = [];
let server: Server;
let environment: Record<string, string>;
/** The requests of curl, which those of every other language must equal. */
let byCurl: Came[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
      const body = Buffer.concat(chunks).toString();
      came.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: { authorization, key, type: body === '' ? undefined : type?.replace(/;.*/, '') },
        body: body === '' ? null : JSON.parse(body),
      });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const variables = examples.flatMap(({ block }) => [...block.matchAll(/\$(\w+)/g)].map(([, name = '']) => name));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  environment = {
    ...Object.fromEntries(variables.map((name) => [name, name.toLowerCase()])),
    API: at,
    ADMIN: at,
  };
  byCurl = await sent(async (place) => {
    const script = examples.map(({ block }) => atOurs(block)).join('\n');
    await run('bash', ['-c', script], place);
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('most requests of the pages are shown in other languages, too', () => {
  expect(examples.length).toBeGreaterThan(90);
  expect(byCurl.map(({ url }) => url)).toHaveLength(examples.length);
});

test('TypeScript sends what curl sends', async () => {
  const all = await sent(async (place) => {
    const files = await written(place, 'TypeScript', (at) => `example-${at}.mts`);
    const all = files.map((file) => `await import('${file}');`).join('\n');
    await writeFile(join(place, 'all.mts'), all);
    await run(process.execPath, ['all.mts'], place);
  });
  expect(all).toEqual(byCurl);
});

test.skipIf(isMissing('python3'))('Python sends what curl sends', async () => {
  const all = await sent(async (place) => {
    const files = await written(place, 'Python', (at) => `example_${at}.py`);
    await run('python3', ['-c', `for file in ${JSON.stringify(files)}: exec(open(file).read(), {})`], place);
  });
  expect(all).toEqual(byCurl);
});

test.skipIf(isMissing('javac'))('Java sends what curl sends', async () => {
  const all = await sent(async (place) => {
    const files = await written(
      place,
      'Java',
      (at) => `Exemplo${at}.java`,
      (code, at) => code.replace('class Exemplo ', `class Exemplo${at} `),
    );
    const calls = files.map((_, at) => `Exemplo${at}.main(args);`).join(' ');
    const main = `public class All { public static void main(String[] args) throws Exception { ${calls} } }`;
    await writeFile(join(place, 'All.java'), main);
    await run('javac', ['All.java', ...files], place);
    await run('java', ['All'], place);
  });
  expect(all).toEqual(byCurl);
});

test.skipIf(isMissing('php', '--rf', 'curl_init'))('PHP sends what curl sends', async () => {
  const all = await sent(async (place) => {
    const files = await written(place, 'PHP', (at) => `example_${at}.php`);
    await writeFile(join(place, 'all.php'), `<?php\n${files.map((file) => `require '${file}';`).join('\n')}\n`);
    await run('php', ['all.php'], place);
  });
  expect(all).toEqual(byCurl);
});

test('a block that is more than one request, or pipes it on, stands alone', () => {
  expect(exampleCallOf('curl -s "$API/v1/products" | jq .')).toBeNull();
  expect(exampleCallOf('curl -s "$API/v1/products"\ncurl -s "$API/v1/clients"')).toBeNull();
  expect(exampleCallOf(`curl -s "$API/v1/products" -d @product.json`)).toBeNull();
  expect(exampleCallOf('npm ci')).toBeNull();
});

/** Runs a program in a folder, with the examples' environment variables added. */
function run(program: string, args: string[], cwd: string): Promise<unknown> {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return runs('env', [...variables, program, ...args], { cwd });
}

/** The requests that an example's programs sent, run in a folder of their own, in the order of the pages. */
async function sent(programs: (place: string) => Promise<void>): Promise<Came[]> {
  came.length = 0;
  await programs(await mkdtemp(join(tmpdir(), 'lavra-examples-')));
  return came.splice(0);
}

/** Writes the examples in a language, one file each. @returns their names */
async function written(
  place: string,
  tab: string,
  name: (at: number) => string,
  change = (code: string, _at: number): string => code,
): Promise<string[]> {
  const codes = examples.map(
    ({ call }) => translationsOf(call).find((translation) => translation.tab === tab)?.code ?? '',
  );
  await Promise.all(codes.map((code, at) => writeFile(join(place, name(at)), change(atOurs(code), at))));
  return codes.map((_, at) => `./${name(at)}`.replace(/^\.\/(?=.*\.(?:py|php|java)$)/, ''));
}

/** Replaces the address of local mode, and completes the abbreviated key. */
function atOurs(text: string): string {
  return text.replaceAll('…', 'x').replaceAll(/http:\/\/127\.0\.0\.1:(?:3000|9444)/g, environment.API ?? '');
}

function isMissing(program: string, ...asked: string[]): boolean {
  return spawnSync(program, asked.length > 0 ? asked : ['--version']).status !== 0;
}
