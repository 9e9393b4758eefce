import { expect, test } from 'vitest';
import type { DocumentType } from '../../../../domain/document-types.ts';
import { nextCancellation, reasonCodeOf } from '../../../../domain/documents/events/cancellations.ts';
import type { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { refusalOf } from '../sale.ts';

type Known = Parameters<typeof nextCancellation>[0][number];

const plain = { type: 'CANCELLATION', substituteKey: null } as const;
const instead = (substituteKey: string) => ({ type: 'CANCELLATION_BY_SUBSTITUTION', substituteKey }) as const;
const a = 'A'.repeat(44);
const b = 'B'.repeat(44);

test('a document without cancellations gets a new one', () => {
  expect(nextCancellation<Known>([], plain)).toEqual({ kind: 'make', refused: undefined });
});

test('what was refused is tried again in its place, and never in the place of the other type', () => {
  const [one, two] = [event(plain, 'REJECTED'), event(instead(a), 'REJECTED')];
  expect(nextCancellation([one, two], plain)).toEqual({ kind: 'make', refused: one });
  expect(nextCancellation([one, two], instead(b))).toEqual({ kind: 'make', refused: two });
  expect(nextCancellation([one], instead(a))).toEqual({ kind: 'make', refused: undefined });
});

test.each([
  ['the same', plain, plain, 'find'],
  ['the same substitute', instead(a), instead(a), 'find'],
  ['another substitute', instead(a), instead(b), 'wait'],
  ['the other type', plain, instead(a), 'wait'],
  ['the other type', instead(a), plain, 'wait'],
])('while %s is under way, it is waited for', (_what, pending, asked, kind) => {
  const known = event(pending, 'PENDING');
  expect(nextCancellation([event(plain, 'REJECTED'), known], asked)).toEqual({ kind, event: known });
});

function event(
  of: { type: DocumentEvent['type']; substituteKey: string | null },
  status: DocumentEvent['status'],
): Known {
  return { ...of, status };
}

test('an NFS-e is cancelled for a reason, 9 where the caller gives none; a note of goods has none', () => {
  expect(askedReason('NFSE', { reason: '2' })).toBe('2');
  expect(askedReason('NFSE', { reason: null })).toBe('9');
  expect(askedReason('NFE', { reason: null })).toBeNull();
});

test.each([
  ['NFE', { reason: '1' }, 'reason', 'uma NF-e'],
  ['NFCE', { reason: '9' }, 'reason', 'uma NFC-e'],
  ['NFSE', { substituteId: 'x' }, 'substituteDocumentId', 'replaces'],
] as const)('what a cancellation of %s does not have is refused by its name: %j', (type, asked, path, words) => {
  expect(refusalOf(() => askedReason(type, asked))).toMatchObject({ code: 'validation_error', paths: [path] });
  expect(() => askedReason(type, asked)).toThrow(words);
});

function askedReason(type: DocumentType, asked: { reason?: string | null; substituteId?: string | null }) {
  return reasonCodeOf(type, { reason: null, substituteId: null, ...asked });
}
