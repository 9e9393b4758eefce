import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A POST as it arrived. */
export type Arrival = { headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  arrivals: Arrival[];
  /** How it answers from now on; at first with 204. */
  answer: RequestListener;
  close(): void;
};

/** A webhook receiver on loopback: it records each request, and then answers. */
export async function openReceiver(listener: RequestListener = answering(204)): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receiver.arrivals.push({ headers: request.headers, body });
      receiver.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals: [],
    answer: listener,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** A listener that answers every request with this status. */
export const answering =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end();

/** Delays answers from now on until the test releases them; `arrived` resolves when the first request is there. */
export function hold(receiver: Receiver) {
  const [arrival, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  receiver.answer = (_request, response) => {
    arrival.resolve();
    void leave.promise.then((status) => response.writeHead(status).end());
  };
  return { arrived: arrival.promise, release: (status = 204) => leave.resolve(status) };
}
