import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../../machine/command.ts';

/** A module that prints the URL of each module that was loaded, after all other output. */
const listing = `import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  process.on('exit', () => process.stdout.write(loaded.join('\\n')));`;

test.each(['--version', '--help', 'doctor --help', 'rates --help'])(
  'lavra %s loads neither the database nor Temporal nor other commands',
  async (typed) => {
    const hooks = `data:text/javascript,${encodeURIComponent(listing)}`;
    const words = typed.split(' ');
    const said = await command(process.execPath, ['--import', hooks, resolve('cli/main.ts'), ...words]);
    const loaded = said.split('\n').filter((line) => line.startsWith('file:'));
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((url) => /@mikro-orm|@temporalio|undici|puppeteer/.test(url))).toEqual([]);
    const commands = loaded.flatMap((url) => /cli\/commands\/([\w-]+)\.ts$/.exec(url)?.[1] ?? []);
    expect(commands).toEqual(words.filter((word) => !word.startsWith('-')));
  },
);
