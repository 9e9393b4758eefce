import { glob, readFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { createShell, openSession } from '../../cli/session.ts';

let program: Command;
beforeAll(async () => {
  const terminal = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  program = await createProgram(createShell(openSession({}), terminal, { json: false }));
});

test('every command that a sentence of ours tells to type exists, with the flags that stand in it', async () => {
  const told = await sentences();
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter(([, line]) => fault(line) !== null).map(([file, line]) => [file, line, fault(line)])).toEqual([]);
});

test('a code of the QR code that the authority refuses is mended by the command that keeps it', async () => {
  const csc = find(['company', 'csc', 'set']);
  expect(csc?.options.map(({ long }) => long)).toEqual(expect.arrayContaining(['--id', '--environment']));
  expect((await sentences()).map(([, line]) => line)).toContainEqual(
    expect.stringMatching(/^company csc set <empresa> --id/),
  );
});

test('help says what an option is without it once, and in Portuguese', () => {
  const helps = all(program).map((command) => command.helpInformation());
  expect(helps.filter((help) => /\(default:|\(padrão: [^)]*\)\s*\(/.test(help))).toEqual([]);
});

/** Commands of `lavra` between quotation marks in Portuguese sentences and documents, and in blocks to type, also those that run in a container. */
async function sentences(): Promise<[string, string][]> {
  const rooms = '{domain,operations,activities,adapters,api,cli,config,local,worker}/**/*.ts';
  const found: [string, string][] = [];
  for (const pattern of [rooms, 'domain/rejections/*.json', 'docs/**/*.md', 'README.md']) {
    for await (const file of glob(pattern)) {
      const text = (await readFile(file, 'utf8')).replaceAll('\\"', '"');
      for (const [, , line = ''] of text.matchAll(/(["`])(?:npx )?lavra ([a-z][^"`\n]*)\1/g)) found.push([file, line]);
      for (const [, line = ''] of file.endsWith('.md') ? text.matchAll(inBlock) : []) found.push([file, line]);
    }
  }
  return found;
}

const inBlock = /^(?:.*\| )?(?:npx |docker compose run --rm (?:-T )?)?lavra ([a-z].*)$/gm;

/** What is wrong with a command in a text; null if nothing is. */
function fault(line: string): string | null {
  const words = line.split(/\s+/);
  const flags = words.flatMap((word) => /^--[a-z][a-z0-9-]*/.exec(word) ?? []);
  const named = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*(?:[|][a-z-]+)*$/.test(word)) >>> 0);
  let commands = [program];
  for (const word of named) {
    const below = word.split('|').map((name) => commands[0]?.commands.find((each) => each.name() === name));
    if (below.includes(undefined)) {
      if (commands[0]?.registeredArguments.length) break;
      return `there is no ${word}`;
    }
    commands = below.flatMap((each) => each ?? []);
  }
  const taken = commands.flatMap(({ options }) => options.map(({ long }) => long));
  const unknown = flags.find((flag) => flag !== '--help' && !taken.includes(flag));
  return unknown === undefined ? null : `no ${unknown}`;
}

function find(path: string[]): Command | undefined {
  return path.reduce<Command | undefined>((at, name) => at?.commands.find((each) => each.name() === name), program);
}

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}
