import { expect, test } from 'vitest';
import { commandOf, remedyOf, type WaitSubject } from '../../../domain/conversation/remedy.ts';
import { type WaitKind, waitKinds } from '../../../domain/conversation/waiting.ts';

const id = '01a1fe4b';
const company = '11222333000181';

/** The remedy for each wait of a document, and the command that an operator types for it. */
const helps: Record<WaitKind, [kind: string, command: string | null]> = {
  START: ['OPERATOR', 'lavra doctor'],
  ANSWER: ['WAIT', null],
  UNANSWERED: ['WAIT', null],
  AUTHORITY_PAUSED: ['WAIT', null],
  AUTHORITY_UNREACHABLE: ['OPERATOR', `lavra doctor --company ${company}`],
  THROTTLED: ['WAIT', null],
  CERTIFICATE: ['RENEW_CERTIFICATE', `lavra certificate add --company ${company} --file <arquivo.pfx>`],
  PERSON: ['RESOLVE', `lavra documents resolve ${id}`],
  OURS: ['RETRY', `lavra documents retry --company ${company}`],
  MAIL: ['OPERATOR', 'lavra doctor'],
  STORAGE: ['OPERATOR', 'lavra doctor'],
  TRANSMISSION: ['WAIT', `lavra contingency show --company ${company}`],
};

test.each(waitKinds)('against %s helps what its remedy names, which the command line has a command for', (kind) => {
  const remedy = remedyOf(kind, { what: 'document', id, company });
  expect([remedy.kind, commandOf(remedy)]).toEqual(helps[kind]);
});

test.each([
  ['event', 'OURS', { kind: 'RETRY', subject: { what: 'event', id, company } }],
  ['inutilization', 'OURS', { kind: 'RETRY', subject: { what: 'inutilization', id, company } }],
  ['closing', 'OURS', { kind: 'OPERATOR', subject: { task: 'EXAMINE', company: null } }],
  ['invitation', 'OURS', { kind: 'OPERATOR', subject: { task: 'EXAMINE', company: null } }],
  ['event', 'PERSON', { kind: 'OPERATOR', subject: { task: 'EXAMINE', company } }],
] as [WaitSubject['what'], WaitKind, unknown][])('a remedy names what it is done to: %s, %s', (what, kind, remedy) => {
  expect(remedyOf(kind, { what, id, company })).toEqual(remedy);
});

test('an NSU that the source did not name is left for the operator to fill in', () => {
  const subject = { company, source: 'NFSE' } as const;
  expect(commandOf({ kind: 'SET_NSU', subject: { ...subject, nsu: null } })).toBe(
    `lavra distribution set-nsu --company ${company} --source NFSE --nsu <n>`,
  );
  expect(commandOf({ kind: 'SET_NSU', subject: { ...subject, nsu: '12' } })).toMatch(/--nsu 12$/);
});
