import type { ApiCall } from '../../../domain/calls/api-call.entity.ts';

/** What stands for the key, which is nowhere kept. */
const placeholder = 'SUA_CHAVE';

/** A call as a line that a shell takes. What was masked is to be filled in again. */
export function curlOf(
  { method, path, requestBody }: Pick<ApiCall, 'method' | 'path' | 'requestBody'>,
  apiUrl: string,
): string {
  const lines = [
    `curl ${method === 'HEAD' ? '-I' : `-X ${method}`} ${quoted(`${apiUrl.replace(/\/$/, '')}${path}`)}`,
    `-H 'Authorization: Bearer ${placeholder}'`,
    ...(requestBody == null ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(requestBody)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Nothing within is read by the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
