import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { serverName } from '../../../simulator/transport/door.ts';

/** The first bytes that a client of TLS sends. */
async function helloOf(servername?: string): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, ...(servername !== undefined && { servername }) });
  client.on('error', () => {}); // there is no server to answer it
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [hello] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  client.destroy();
  server.close();
  return hello;
}

test('the host of a hello is read once all of it is there', async () => {
  const hello = await helloOf('nfe.Fazenda.sp.gov.br');
  expect(serverName(hello)).toBe('nfe.fazenda.sp.gov.br');
  for (const length of [0, 4, 5, 60, hello.length - 1]) expect(serverName(hello.subarray(0, length))).toBeUndefined();
});

test('a hello without a host, and what is no hello, name none', async () => {
  expect(serverName(await helloOf())).toBe('');
  expect(serverName(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBe('');
  const cut = await helloOf('nfe.fazenda.sp.gov.br');
  cut.writeUInt16BE(20, 3);
  expect(serverName(cut)).toBe('');
});
