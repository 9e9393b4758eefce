import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy that leads every tunnel to one port of this machine, whatever address was asked for, and records the addresses. */
export async function connectProxy(port: number) {
  const asked: string[] = [];
  const server = createServer((_req, res) => void res.writeHead(405).end());
  server.on('connect', (req, client) => {
    asked.push(req.url ?? '');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    withUser: `http://ana:segredo@127.0.0.1:${own}`,
    asked,
    close: () => server.close(),
  };
}
