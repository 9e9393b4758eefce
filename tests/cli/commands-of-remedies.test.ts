import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { createShell, openSession } from '../../cli/session.ts';
import { commandOf, type Remedy } from '../../domain/conversation/remedy.ts';

const id = '01a1fe4b';
const company = '11222333000181';
const office = '11222333000262';
const retried = ['document', 'event', 'inutilization', 'replaced'] as const;
const tasks = [
  { task: 'EXAMINE', company: null },
  { task: 'EXAMINE', company },
  { task: 'SHOW_CONTINGENCY', company },
  { task: 'SHOW_DIFFERENCES', company, month: '2026-10' },
] as const;
type OfKind<Kind> = Extract<Remedy, { kind: Kind }>['subject'];
const subjects: { [Kind in Remedy['kind']]: OfKind<Kind>[] } = {
  RETRY: retried.map((what) => ({ what, id, company })),
  RESOLVE: [{ documentId: id }],
  RENEW_CERTIFICATE: [{ company }],
  REACTIVATE_ENDPOINT: [{ endpointId: id }],
  REDELIVER_FAILED: [{ endpointId: id }],
  SYNC: [{ company }],
  ANSWER_INVITATION: [{ company, office }],
  RESEND: [
    { mailId: id, company, email: 'ana@padaria.example', role: 'COMPANY_ISSUER' },
    { mailId: id, company, email: 'ana@padaria.example', role: null },
  ],
  CLOSE_AGAIN: [{ closingId: id, company, office, year: 2026, month: 10 }],
  SET_NSU: [{ company, source: 'NFE', nsu: '12' }],
  MEND_SALE: [{ documentId: id }],
  GIVE_UP_REPLACED: [{ noteId: id, company }],
  WAIT: [null, { contingencyOf: company }],
  OPERATOR: [...tasks],
};
const remedies = Object.entries(subjects).flatMap(([kind, all]) => all.map((subject) => ({ kind, subject }) as Remedy));
const commands = new Set(remedies.flatMap((remedy) => commandOf(remedy) ?? []));
const others = [`lavra attention --company ${company}`, 'lavra webhooks list'];

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

/** The whole command line, with commands that only report that they were found. */
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
