import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { Connection } from '@temporalio/client';
import { checkingContract, type OwnApi, startOwnApi } from '../../api/own-api.ts';
import type { HostedOptions } from './hosted-apis.ts';
import { patientClient } from './temporal.ts';

/**
 * The program that runs the APIs of test files that need no access to an API's inside: the contract, which takes seconds to read and
 * compile, is compiled once for all of them. `POST` with `HostedOptions` starts an API and returns its address; with that address, `GET`
 * returns the lines that it logged, `PUT` its metrics, and `DELETE` stops it.
 */
checkingContract();
const apis = new Map<string, OwnApi>();
/** Connections to Temporal, by address. */
const connections = new Map<string, Connection>();

const server = createServer((req, res) => void serve(req, res));
server.listen(Number(process.env.TEST_API_HOST_PORT), '127.0.0.1');

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const about = new URL(req.url ?? '', 'http://host').searchParams.get('about');
    const answer = await answered(req.method, JSON.parse(about ?? '{}') as HostedOptions & { url?: string });
    res.end(JSON.stringify(answer, errorsInFull));
  } catch (error) {
    res.writeHead(500).end(inspect(error));
  }
}

async function answered(method: string | undefined, about: HostedOptions & { url?: string }): Promise<unknown> {
  if (method === 'POST') {
    return { url: await start(about) };
  }
  const { url = '' } = about;
  const api = apis.get(url);
  if (method === 'GET') return api?.logs() ?? [];
  if (method === 'PUT') return api?.metrics() ?? '';
  apis.delete(url);
  await api?.close();
  await connections.get(url)?.close();
  connections.delete(url);
  return null;
}

async function start({ temporalAddress, printsHtml, ...options }: HostedOptions): Promise<string> {
  const temporal = temporalAddress === undefined ? undefined : await patientClient(temporalAddress);
  const pdf = printsHtml ? async (html: string) => Buffer.from(html) : undefined;
  const api = await startOwnApi({ ...options, ...(temporal ? { temporal } : {}), ...(pdf ? { pdf } : {}) });
  apis.set(api.url, api);
  if (temporal) connections.set(api.url, temporal.connection);
  return api.url;
}

function errorsInFull(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...value, name, message, stack, cause };
}
