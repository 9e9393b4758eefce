import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { LineState } from '../availability.ts';

/**
 * The TCP port that clients connect to. It reads the host name (SNI) of a connection before TLS begins, so that the line to one host can be
 * cut while other hosts on the same port stay open.
 */
export class Door {
  readonly #server: Server;
  readonly #lineTo: (host: string) => LineState;
  readonly #enter: (socket: Socket) => void;
  /** Every open connection, with its host as soon as that is known. */
  readonly #hosts = new Map<Socket, string>();
  readonly #sockets = new Map<string, Socket>();
  #port: number;

  constructor(options: { port: number; lineTo: (host: string) => LineState; enter: (socket: Socket) => void }) {
    this.#port = options.port;
    this.#lineTo = options.lineTo;
    this.#enter = options.enter;
    this.#server = createServer({ noDelay: true }, (socket) => this.#receive(socket));
  }

  get port(): number {
    return this.#port;
  }

  /** Opens the port. Port 0 takes a free one, and that same one when it is opened again. */
  async open(): Promise<void> {
    if (this.#server.listening) return;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const address = this.#server.address();
    if (isTcp(address)) this.#port = address.port;
  }

  /** Closes the port and every connection; new connections are refused. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#hosts.keys()) socket.destroy();
    await closed;
  }

  /** Resets the connections to hosts whose line is REFUSED now. */
  cut(): void {
    for (const [socket, host] of this.#hosts) if (this.#lineTo(host) === 'REFUSED') socket.resetAndDestroy();
  }

  /** Resets the TCP connection below a TLS socket. */
  reset(above: Socket): void {
    this.#sockets.get(addressOf(above))?.resetAndDestroy();
  }

  #receive(socket: Socket): void {
    const address = addressOf(socket);
    this.#hosts.set(socket, '');
    this.#sockets.set(address, socket);
    socket.once('close', () => {
      this.#hosts.delete(socket);
      this.#sockets.delete(address);
    });
    socket.on('error', () => socket.destroy());

    let seen: Buffer = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      seen = Buffer.concat([seen, chunk]);
      const host = serverName(seen);
      if (host === undefined) return;
      socket.off('data', read);
      this.#hosts.set(socket, host);
      this.#admit(socket, host, seen);
    };
    socket.on('data', read);
  }

  #admit(socket: Socket, host: string, seen: Buffer): void {
    const line = this.#lineTo(host);
    if (line === 'REFUSED') socket.resetAndDestroy();
    else if (line === 'BLACK_HOLE') socket.resume(); // read and dropped, so that the end of the connection is noticed
    else {
      socket.pause();
      socket.unshift(seen);
      this.#enter(socket);
    }
  }
}

function addressOf(socket: { remoteAddress?: string | undefined; remotePort?: number | undefined }): string {
  return `${socket.remoteAddress}:${socket.remotePort}`;
}

function isTcp(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

const handshakeRecord = 22;
const clientHello = 1;
const serverNameExtension = 0;
const recordHeader = 5;
const largestRecord = 16_384;

/**
 * The host that a TLS client asks for (SNI, RFC 6066 §3), read from its first bytes; empty when it names none or speaks
 * something else, undefined when more bytes are needed.
 */
export function serverName(bytes: Buffer): string | undefined {
  if (bytes.length < recordHeader) return bytes.length > 0 && bytes[0] !== handshakeRecord ? '' : undefined;
  const length = bytes.readUInt16BE(3);
  if (bytes[0] !== handshakeRecord || length > largestRecord) return '';
  if (bytes.length < recordHeader + length) return undefined;
  return nameIn(bytes.subarray(recordHeader, recordHeader + length));
}

/** The host name in a client hello; empty for a malformed hello, which TLS itself refuses. */
function nameIn(hello: Buffer): string {
  const byte = (at: number): number => hello[at] ?? 0;
  const two = (at: number): number => byte(at) * 256 + byte(at + 1);
  if (hello[0] !== clientHello) return '';
  let at = 4 + 2 + 32; // message type and length, version, random
  at += 1 + byte(at); // session id
  at += 2 + two(at); // cipher suites
  at += 1 + byte(at); // compression
  const end = Math.min(at + 2 + two(at), hello.length);
  for (at += 2; at < end; at += 4 + two(at + 2)) {
    if (two(at) !== serverNameExtension) continue;
    const start = at + 9; // extension type, length, length of the list, type of name, length of the name
    return hello.toString('latin1', start, start + two(at + 7)).toLowerCase();
  }
  return '';
}
