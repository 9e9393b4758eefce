import { expect, test } from 'vitest';
import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../../../cli/program.ts';
import { openSession } from '../../../cli/session.ts';
import { createShell } from '../../../cli/shell.ts';
import { helpingCommand } from '../../../domain/conversation/helping-command.ts';
import { waitKinds } from '../../../domain/conversation/waiting.ts';

const things = ['document', 'event', 'inutilization', 'closing', 'invitation'] as const;
const commands = new Set(
  things.flatMap((what) =>
    waitKinds.flatMap((kind) => helpingCommand(kind, { what, id: '01a1fe4b', company: '11222333000181' }) ?? []),
  ),
);
const others = [
  'lavra attention --company 11222333000181',
  'lavra distribution set-nsu --company 11222333000181 --source NFE --nsu 12',
  'lavra distribution sync --company 11222333000181',
  'lavra contingency give-up 01a1fe4b --company 11222333000181',
  'lavra contingency retry --company 11222333000181',
  'lavra webhooks enable 01a1fe4b',
  'lavra webhooks deliveries 01a1fe4b',
  'lavra webhooks list',
];

test.each([...commands, ...others])('what is said to help exists, and takes these arguments: %s', async (command) => {
  const taken: string[] = [];
  const [name, ...args] = command.split(' ');
  expect(name).toBe('lavra');
  const whole = await program((leaf) => taken.push(leaf));
  await whole.parseAsync(args, { from: 'user' });
  expect(taken).toEqual([
    args
      .filter((arg) => !arg.startsWith('-'))
      .slice(0, taken[0]?.split(' ').length)
      .join(' '),
  ]);
});

test('a command that does not exist, or lacks what it needs, is refused', async () => {
  for (const command of ['documents mend 1', 'certificate add --company 1', 'doctor --everything']) {
    const whole = await program(() => {});
    await expect(whole.parseAsync(command.split(' '), { from: 'user' })).rejects.toThrow();
  }
});

/** The whole command line, whose commands do nothing but say that they were found. */
async function program(found: (name: string) => unknown): Promise<Command> {
  const terminal = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  const whole = await createProgram(createShell(openSession({}), terminal, { json: false }));
  const silence = (command: Command, path: string[]): void => {
    for (const each of command.commands) {
      const below = [...path, each.name()];
      if (each.commands.length === 0) each.action(() => void found(below.join(' ')));
      silence(each, below);
    }
  };
  silence(whole, []);
  return whole;
}
