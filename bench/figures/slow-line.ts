import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Line = {
  /** The time of a packet from browser to server and back. */
  roundTripMs: number;
  /** Bandwidth towards the browser, shared by all connections. */
  bitsPerSecond: number;
  /** Round trips before the first byte of a connection: one of TCP, one of TLS 1.3. */
  handshakes: number;
};

/** The payload of one Ethernet packet, the unit in which bytes are delayed. */
const packetBytes = 1_460;

/**
 * A proxy before a server on this machine with the delays of a telephone's line, packet by packet. A browser's own emulation adds its
 * latency to each request, as if every one opened a connection; this adds it once a connection.
 *
 * Lost packets and TCP's slow start are not simulated: a page of 8 kB and a stylesheet of 7 fit into the first window (RFC 6928).
 */
export async function openSlowLine(url: string, { roundTripMs, bitsPerSecond, handshakes }: Line) {
  const target = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let freeAt = 0;

  /** When the last byte of a packet leaves the line, which all connections share. */
  const through = (bytes: number): number => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / bitsPerSecond;
    return freeAt;
  };
  const deliver = (to: Socket, bytes: Buffer, at: number): void => {
    setTimeout(() => void (to.destroyed || to.write(bytes)), Math.max(0, at - performance.now()));
  };
  const server = createServer((browser) => {
    const callee = connect({ host: '127.0.0.1', port: target });
    const openAt = performance.now() + handshakes * roundTripMs;
    for (const socket of [browser, callee]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of [browser, callee]) other.destroy();
      });
    }
    browser.on('data', (bytes) => deliver(callee, bytes, Math.max(openAt, performance.now()) + roundTripMs / 2));
    callee.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += packetBytes) {
        const packet = bytes.subarray(at, at + packetBytes);
        deliver(browser, packet, through(packet.length) + roundTripMs / 2);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
