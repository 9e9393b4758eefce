import { appendFileSync } from 'node:fs';
import { contract } from '../../../openapi/contract.ts';

/**
 * Keeps an answer of the API for the examples of the contract, where `LAVRA_RECORD_ANSWERS` names a file: `npm run openapi:examples` picks
 * from it.
 */
export function record(method: string, url: string, status: number, body: unknown): void {
  const file = process.env['LAVRA_RECORD_ANSWERS'];
  if (!file) return;
  const match = contract.match(method, new URL(url).pathname);
  if (match.kind === 'operation')
    appendFileSync(file, `${JSON.stringify({ operation: match.operation.id, status, body })}\n`);
}
