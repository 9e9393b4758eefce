import { checkClient } from '../../domain/clients/normalize.ts';
import type { ClientInput } from '../../domain/clients/client-input.ts';
import type { Issue } from '../../domain/errors.ts';
import type { Operation } from '../../openapi/contract.ts';

/** Operations whose body has the whole client of a sale. */
const operations = ['createFiscalDocument', 'previewFiscalDocument'];

/**
 * What is wrong with the client of a sale that the contract refuses for something else, as a document with wrong check digits: the caller
 * mends both at once. None where the contract finds a fault in the client itself.
 *
 * @param issues what the contract refuses the body for
 */
export function clientIssues(operation: Operation | undefined, body: unknown, issues: readonly Issue[]): Issue[] {
  if (!operation || !operations.includes(operation.handledBy)) return [];
  if (issues.some(({ path }) => path === '' || path.split('.')[0] === 'client') || !hasClient(body)) return [];
  return checkClient(body.client).faults.map(({ path = '', message }) => ({ path, message }));
}

/** The contract was asked already: a client in which it finds no fault is one. */
function hasClient(body: unknown): body is { client: ClientInput } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'client' in body &&
    typeof body.client === 'object' &&
    body.client !== null
  );
}
