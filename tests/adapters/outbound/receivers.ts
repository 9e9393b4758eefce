import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import {
  createDeliverer,
  type Delivery,
  type Deliverer,
  type DelivererOptions,
} from '../../../adapters/outbound/deliver.ts';

/** Receivers on this machine and deliverers that can reach them, closed when the test is over. */
export type Stage = ReturnType<typeof openStage>;

export function openStage() {
  const closing: (() => unknown)[] = [];

  async function listen(server: Server | TcpServer, protocol = 'http'): Promise<string> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    closing.push(() => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  return {
    /** A deliverer that may go to this machine. */
    deliverer(options: Partial<DelivererOptions> = {}): Deliverer {
      const made = createDeliverer({ allowLocal: true, timeoutMs: 30_000, ...options });
      closing.push(() => made.close());
      return made;
    },
    /** A receiver that speaks HTTP; its URL. */
    receiver: (answer: RequestListener): Promise<string> => listen(createServer(answer)),
    /** The same over TLS. */
    tlsReceiver: (certified: { cert: string; key: string }, answer: RequestListener): Promise<string> =>
      listen(createTlsServer(certified, answer), 'https'),
    /** A receiver whose `take` gets each socket; returns its URL. */
    socketReceiver: (take: (socket: Socket) => void): Promise<string> => listen(createTcpServer(take)),
    /** A receiver that answers the first bytes with these bytes, and closes. */
    rawReceiver: (answer: string): Promise<string> =>
      listen(createTcpServer((socket) => socket.once('data', () => socket.end(answer, 'latin1')))),
    async close(): Promise<void> {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/** A delivery to a URL. */
export const delivery = (url: string): Delivery => ({
  url,
  eventType: 'document.authorized',
  deliveryId: 'b1a7',
  body: '{"id":"evt_1","name":"São José"}',
  secret: 'whsec_test',
  at: new Date(),
});
