import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived, and when. */
export type Heard = { method: string; path: string; headers: IncomingHttpHeaders; body: string; atMs: number };

/** How the server handles one request. */
export type Deed = (response: ServerResponse, heard: Heard) => void;

export type ScriptedServer = { url: string; heard: Heard[]; close(): void };

/** A server that handles each request by the next deed, and all further ones by the last. */
export async function openScriptedServer(...deeds: Deed[]): Promise<ScriptedServer> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body, atMs: Date.now() };
      const deed = deeds[Math.min(heard.push(one), deeds.length) - 1];
      deed?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers JSON as the API does. */
export const answers =
  (status: number, body: object, headers: Record<string, string> = {}): Deed =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req-1', ...headers })
      .end(JSON.stringify(body));

/** Refuses as the API does. */
export const refuses = (status: number, code: string, headers: Record<string, string> = {}): Deed =>
  answers(status, { statusCode: status, error: 'x', message: `Recusado: ${code}.`, code }, headers);

/** Answers as a proxy in between would, not as Lavra. */
export const interferes =
  (status: number): Deed =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');

/** Breaks the connection without a word. */
export const breaksOff: Deed = (response) => response.socket?.destroy();

/** Breaks the connection in the middle of an answer. */
export const breaksOffHalfway: Deed = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.socket?.destroy());
};
