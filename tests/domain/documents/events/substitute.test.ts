import { expect, test } from 'vitest';
import type { Document } from '../../../../domain/documents/document.entity.ts';
import { substituteKeyOf } from '../../../../domain/documents/events/cancellations.ts';
import { DomainError } from '../../../../domain/errors.ts';

type Substitute = Pick<Document, 'id' | 'type' | 'environment' | 'status' | 'accessKey'>;

const cancelled = { id: '1', type: 'NFCE', environment: 'PRODUCTION' } as const;
const accessKey = '35261111222333000181650010009000019630362740';
const substitute: Substitute = { ...cancelled, id: '2', status: 'AUTHORIZED', accessKey };

test('an authorized NFC-e of the same environment may take another’s place', () => {
  expect(substituteKeyOf(cancelled, substitute)).toBe(accessKey);
});

test.each<[string, Partial<Substitute> | null]>([
  ['não é de um documento desta empresa', null],
  ['é o próprio documento', { id: '1' }],
  ['não é de uma NFC-e', { type: 'NFE' }],
  ['não é de uma NFC-e', { type: 'NFSE' }],
  ['de outro ambiente', { environment: 'HOMOLOGATION' }],
  ['está DRAFT', { status: 'DRAFT' }],
  ['está PROCESSING', { status: 'PROCESSING' }],
  ['está REJECTED', { status: 'REJECTED' }],
  ['está CANCELLED', { status: 'CANCELLED' }],
  ['sem chave de acesso', { accessKey: null }],
])('what takes no place is refused: %s', (words, changes) => {
  const { code, message, issues } = refusal(cancelled, changes && { ...substitute, ...changes });
  expect({ code, issues }).toEqual({ code: 'invalid_substitute', issues: [{ path: 'substituteDocumentId', message }] });
  expect(message).toContain(words);
});

test.each(['NFE', 'NFSE'] as const)('an %s has no substitute', (type) => {
  expect(refusal({ ...cancelled, type }, substitute).code).toBe('unsupported_document_type');
});

function refusal(...asked: Parameters<typeof substituteKeyOf>): DomainError {
  try {
    substituteKeyOf(...asked);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
