import { expect, test } from 'vitest';
import { nextManifestation } from '../../../../domain/documents/events/next-event.ts';
import type { Manifestation } from '../../../../domain/received/kinds.ts';
import { codeOf } from '../../../../domain/received/manifestations.ts';

type Status = 'PENDING' | 'REGISTERED' | 'REJECTED';

function own(said: Manifestation, status: Status, { sequence = 1, at = 0, saidAt = 0 } = {}) {
  const registeredAt = status === 'REGISTERED' ? new Date(at) : null;
  return { code: codeOf(said), sequence, status, registeredAt, occurredAt: new Date(saidAt) };
}

function elsewhere(said: Manifestation, { sequence = 1, at = 0 } = {}) {
  return { code: codeOf(said), sequence, at: new Date(at) };
}

const next = (said: Manifestation, ...[ours, others]: [ReturnType<typeof own>[], ReturnType<typeof elsewhere>[]]) =>
  nextManifestation(codeOf(said), ours, others);

test('the first of a type has the sequence 1', () => {
  expect(next('CIENCIA', [], [])).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const aware = own('CIENCIA', 'REGISTERED');
  expect(next('CONFIRMADA', [aware], [])).toEqual({ kind: 'make', sequence: 1, refused: undefined });
});

test('the same that is under way is found, another is waited for', () => {
  const pending = own('CONFIRMADA', 'PENDING');
  expect(next('CONFIRMADA', [pending], [])).toEqual({ kind: 'find', event: pending });
  expect(next('DESCONHECIDA', [pending], [])).toEqual({ kind: 'wait', event: pending });
});

test('a refused one is tried again in its place', () => {
  const refused = own('CIENCIA', 'REJECTED');
  expect(next('CIENCIA', [refused], [])).toEqual({ kind: 'make', sequence: 1, refused });
});

test('the last conclusion stands; one before it is said anew, with the next sequence of its type', () => {
  const confirmed = own('CONFIRMADA', 'REGISTERED', { at: 1 });
  const unknown = own('DESCONHECIDA', 'REGISTERED', { at: 2 });
  expect(next('DESCONHECIDA', [confirmed, unknown], [])).toEqual({ kind: 'find', event: unknown });
  const again = next('CONFIRMADA', [unknown, confirmed], []);
  expect(again).toEqual({ kind: 'make', sequence: 2, refused: undefined });
});

test('of two that the authority registered in the same second, the one that was said later stands', () => {
  const confirmed = own('CONFIRMADA', 'REGISTERED', { at: 1_000, saidAt: 900 });
  const unknown = own('DESCONHECIDA', 'REGISTERED', { at: 1_000, saidAt: 700 });
  expect(next('CONFIRMADA', [confirmed, unknown], [])).toEqual({ kind: 'find', event: confirmed });
});

test('an awareness is said once, whatever was concluded since', () => {
  const aware = own('CIENCIA', 'REGISTERED', { at: 1 });
  const confirmed = own('CONFIRMADA', 'REGISTERED', { at: 2 });
  expect(next('CIENCIA', [aware, confirmed], [])).toEqual({ kind: 'find', event: aware });
});

test('what another system said counts, by the time of it', () => {
  const confirmed = own('CONFIRMADA', 'REGISTERED', { at: 1 });
  const theirs = elsewhere('DESCONHECIDA', { at: 2 });
  expect(next('DESCONHECIDA', [confirmed], [theirs])).toEqual({ kind: 'adopt', elsewhere: theirs, refused: undefined });
  expect(next('CONFIRMADA', [confirmed], [theirs])).toMatchObject({ kind: 'make', sequence: 2 });
  const refused = own('DESCONHECIDA', 'REJECTED');
  expect(next('DESCONHECIDA', [refused], [theirs])).toEqual({ kind: 'adopt', elsewhere: theirs, refused });
});

test('our own that comes back by the distribution is ours', () => {
  const confirmed = own('CONFIRMADA', 'REGISTERED', { at: 1 });
  const back = elsewhere('CONFIRMADA', { at: 5 });
  expect(next('CONFIRMADA', [confirmed], [back])).toEqual({ kind: 'find', event: confirmed });
  const unknown = own('DESCONHECIDA', 'REGISTERED', { at: 3 });
  expect(next('DESCONHECIDA', [confirmed, unknown], [back])).toEqual({ kind: 'find', event: unknown });
});
