import { expect, test } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { checkedBody } from '../../openapi/check-body.ts';

/** The faults of a body, by field. */
function faultsOf(check: () => unknown): Record<string, string> {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError)
      return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
    throw error;
  }
  return {};
}

test('a body that no request brings is checked by the contract, and refused in the same sentences', () => {
  expect(faultsOf(() => checkedBody('CarrierCreation', { name: 'Rodo Sul', document: '11.444.777/0001-61' }))).toEqual(
    {},
  );
  expect(faultsOf(() => checkedBody('CarrierCreation', { street: 7, cor: 'azul' }))).toEqual({
    name: 'é obrigatório',
    street: 'deve ser texto',
    cor: 'é desconhecido: confira o nome na documentação',
  });
  expect(faultsOf(() => checkedBody('WebhookCreation', { url: 'https://erp.example', events: ['NADA'] }))).toEqual({
    'events[0]': expect.stringMatching(/^deve ser um destes: /),
  });
});
