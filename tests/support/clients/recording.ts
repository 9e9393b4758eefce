import { appendFileSync } from 'node:fs';
import { contract } from '../../../openapi/contract.ts';

/** Appends an answer of the API to the file in `LAVRA_RECORD_ANSWERS`, if set: `npm run openapi:examples` takes the contract's examples from it. */
export function record(method: string, url: string, status: number, body: unknown): void {
  const file = process.env['LAVRA_RECORD_ANSWERS'];
  if (!file) return;
  const match = contract.match(method, new URL(url).pathname);
  if (match.kind === 'operation')
    appendFileSync(file, `${JSON.stringify({ operation: match.operation.id, status, body })}\n`);
}
