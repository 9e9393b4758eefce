import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a link does with bytes: `open` passes them on, `swallow` drops what the caller sends, `mute` passes it on and drops the answer.
 */
export type Flow = 'open' | 'swallow' | 'mute';

export type Link = {
  address: string;
  /** Changes the flow from now on; when the link is `open` again, connections that lost bytes are cut. */
  flow(flow: Flow): void;
  /** The existing connections carry nothing more to their callers, not even their end; new connections work. */
  lose(): void;
  close(): Promise<void>;
};

/** A TCP proxy before a server, which can lose requests or answers. */
export async function openLink(port: number): Promise<Link> {
  let flow: Flow = 'open';
  const sockets = new Set<Socket>();
  const callees = new Set<Socket>();
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const pass = (from: Socket, to: Socket, flows: readonly Flow[]): void => {
    sockets.add(from);
    from.on('data', (bytes) => flows.includes(flow) && !to.destroyed && to.write(bytes));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((caller) => {
    const callee = connect({ host: '127.0.0.1', port });
    pass(caller, callee, ['open', 'mute']);
    pass(callee, caller, ['open']);
    callees.add(callee);
    callee.once('close', () => callees.delete(callee));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  if (typeof place !== 'object' || place === null) throw new Error('the link has no port');
  return {
    address: `127.0.0.1:${place.port}`,
    flow(next) {
      if (next === 'open' && flow !== 'open') cut();
      flow = next;
    },
    lose() {
      for (const callee of callees) callee.removeAllListeners('close').removeAllListeners('data').destroy();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
