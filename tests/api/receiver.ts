import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A POST as it arrived. */
export type Arrival = { headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  arrivals: Arrival[];
  /** What it answers from now on; at first 204. */
  answer: RequestListener;
  close(): void;
};

/** An endpoint's other side on loopback: remembers what arrived, then answers. */
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

/** From now on the answer waits until the test lets it go; `arrived` is when the first request is there. */
export function hold(receiver: Receiver) {
  const [arrival, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  receiver.answer = (_request, response) => {
    arrival.resolve();
    void leave.promise.then((status) => response.writeHead(status).end());
  };
  return { arrived: arrival.promise, release: (status = 204) => leave.resolve(status) };
}
