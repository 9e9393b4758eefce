import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { createShell, openSession } from '../../../cli/session.ts';
import { auditActions } from '../../../domain/audit/actions.ts';
import admin from '../../../openapi/generated/admin.json' with { type: 'json' };
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { mountedEnd } from '../../../openapi/mounts.ts';
import { actionsOf, administration, byLavra, byPeople, commands, operations } from './audited.ts';

test('every operation that is no GET says what it writes down; an office’s on a company writes the same', () => {
  const ids = changesIn(contract.paths).map((id) => id.replace(new RegExp(`${mountedEnd}$`), ''));
  expect(new Set(ids)).toEqual(new Set(Object.keys(operations)));
});

test('every operation of the admin API that is no GET says what it writes down', () => {
  expect(new Set(changesIn(admin.paths))).toEqual(new Set(Object.keys(administration)));
  expect(Object.values(administration).filter((row) => actionsOf(row).length === 0)).toEqual([]);
});

test('every command says what it writes down', async () => {
  const terminal = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  const program = await createProgram(createShell(openSession({}), terminal, { json: false }));
  expect(new Set(leaves(program))).toEqual(new Set(Object.keys(commands)));
});

test('every action is one of an operation, of a command, of the panel, or of Lavra itself', () => {
  const written = [operations, administration, commands].flatMap((table) => Object.values(table)).flatMap(actionsOf);
  expect(new Set([...written, ...byPeople, ...byLavra])).toEqual(new Set(auditActions));
});

/** The ids of the operations that are no GET. */
function changesIn(paths: Record<string, Record<string, { operationId: string }>>): string[] {
  return Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
  );
}

function leaves(command: Command, path: string[] = []): string[] {
  const below = command.commands.filter((each) => each.name() !== 'help');
  return below.length === 0 ? [path.join(' ')] : below.flatMap((each) => leaves(each, [...path, each.name()]));
}
