import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { BadOrder, type ControlRoute } from './route.ts';

/** The control API: plain HTTP with JSON, for the operator of the simulator. Only on the loopback interface by default. */
export async function serveControl(port: number, host: string, routes: readonly ControlRoute[]): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response, routes));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: readonly ControlRoute[],
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://control');
  const path = routes.filter((route) => route.path.exec({ pathname: url.pathname }));
  // Node leaves the body of an answer to HEAD out.
  const served = request.method === 'HEAD' ? 'GET' : request.method;
  const route = path.find(({ method }) => method === served);
  if (!route) {
    const status = path.length > 0 ? 405 : 404;
    return send(response, status, { error: status === 405 ? 'method not allowed' : 'not found' });
  }
  try {
    const parameter = route.path.exec({ pathname: url.pathname })?.pathname.groups['id'] ?? '';
    const result = await route.handle({ parameter, query: url.searchParams, body: await bodyOf(request) });
    if (typeof result === 'string') return sendText(response, result);
    send(response, result === undefined ? 404 : 200, result ?? { error: 'not found' });
  } catch (error) {
    const wrongInput = error instanceof ZodError || error instanceof SyntaxError || error instanceof BadOrder;
    send(response, wrongInput ? 400 : 500, { error: error instanceof Error ? error.message : 'unknown' });
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === '' ? undefined : JSON.parse(body);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body, null, 2));
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(text);
}
