import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a TCP connection to the API, on which a test writes any bytes. */
export async function openSocket(url: string, { allowHalfOpen = false } = {}): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen });
  await once(socket, 'connect');
  return socket;
}

/** Sends these bytes, and returns everything that the API sends until it ends the connection. */
export async function rawRequest(url: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await openSocket(url);
  socket.write(bytes);
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString();
}

/** Splits one response into its parts. */
export function readRaw(text: string): { status: number; headers: Headers; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(end + 4) };
}
