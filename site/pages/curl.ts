import type { OperationFacts } from '../operation-facts.ts';

/** The shell variables for server and key of each contract, as in the guides. */
const variables: Readonly<Record<string, { server: string; key: string }>> = {
  apiKey: { server: 'API', key: 'KEY' },
  officeKey: { server: 'API', key: 'ESCRITORIO' },
  adminKey: { server: 'ADMIN', key: 'ADMIN_KEY' },
};

/** A call with curl and its required parameters, with the first example of its body. Values that the reader has to fill in are variables. */
export function curlOf({ method, path, key, parameters, body, answers }: OperationFacts): string {
  const { server, key: secret } = variables[key?.kind ?? ''] ?? { server: 'API', key: '' };
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => variable(name));
  const asked = parameters
    .filter(({ in: where, required }) => where === 'query' && required)
    .map(({ name }) => `${name}=${variable(name)}`);
  const headers = parameters
    .filter(({ in: where, example }) => where === 'header' && example !== undefined)
    .filter(({ name, required }) => required || name === 'Idempotency-Key')
    .map(({ name, example }) => `-H '${name}: ${String(example)}'`);
  const [example] = body?.examples ?? [];
  const isFile = answers.some(({ contents }) => contents.some(({ type }) => /pdf|zip|xml|image/.test(type)));
  const parts = [
    `curl -s${isFile ? 'OJ' : ''} "$${server}${place}${asked.length === 0 ? '' : `?${asked.join('&')}`}"`,
    ...(method === (example ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
    ...(secret === '' ? [] : [`-H "Authorization: Bearer $${secret}"`]),
    ...(example ? [`-H 'Content-Type: application/json'`] : []),
    ...headers,
    ...(example ? [`-d '${JSON.stringify(example.value, null, 2)}'`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** `companyId` as `$COMPANY_ID`. */
function variable(name: string): string {
  return `$${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
}
