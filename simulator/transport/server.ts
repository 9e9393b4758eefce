import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { CertificateAuthority } from '../certificates/authority.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { converse } from './conversation.ts';
import type { Endpoint } from './endpoints.ts';
import { Transmitters } from './transmitter.ts';

/** The authority's web server: TLS 1.2 with client certificates on one port, for all published addresses. */
export class AuthorityServer {
  readonly #server: Server;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #authority: TaxAuthority;
  readonly #transmitters: Transmitters;
  readonly #sockets = new Map<string, Socket>();
  readonly #complain: (error: unknown) => void;
  #port: number;

  constructor(options: {
    port: number;
    certificates: CertificateAuthority;
    endpoints: ReadonlyMap<string, Endpoint>;
    authority: TaxAuthority;
    complain: (error: unknown) => void;
  }) {
    const { certificates } = options;
    this.#port = options.port;
    this.#endpoints = options.endpoints;
    this.#authority = options.authority;
    this.#transmitters = new Transmitters(options.authority.trust);
    this.#complain = options.complain;
    this.#server = createServer(
      {
        key: certificates.server.key,
        cert: certificates.server.certificate + certificates.intermediate.certificate,
        ca: [certificates.root.certificate, certificates.intermediate.certificate],
        requestCert: true,
        // Not refused here: the web server answers 403, and the services answer codes of the 280 family.
        rejectUnauthorized: false,
        maxVersion: 'TLSv1.2',
        keepAliveTimeout: 60_000,
      },
      (request, response) => void this.#serve(request, response),
    );
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // A client certificate that fails verification leaves its error in OpenSSL's queue, and the first read reports it. The
      // connection itself works, and its certificate is judged when a message arrives.
      if (!error.code?.startsWith('ERR_SSL_')) socket.destroy();
    });
    this.#server.on('connection', (socket: Socket) => this.#remember(socket));
  }

  get port(): number {
    return this.#port;
  }

  /** Opens the port. Port 0 takes a free one, and the same again when listening resumes. */
  async listen(): Promise<void> {
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
  async stopListening(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets.values()) socket.destroy();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, response);
    } catch (error) {
      this.#complain(error);
      request.socket.destroy();
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = this.#endpointOf(request);
    if (!endpoint) return send(response, 404, 'text/plain', 'Not Found');
    if (request.method !== 'POST') return send(response, 405, 'text/plain', 'Method Not Allowed');
    if (!(request.socket instanceof TLSSocket)) return send(response, 403, 'text/plain', 'Forbidden');
    const transmitter = this.#transmitters.of(request.socket, this.#authority.clock.now());
    if ('forbidden' in transmitter) return send(response, 403, 'text/html', transmitter.forbidden);
    if (!/^application\/soap\+xml/i.test(request.headers['content-type'] ?? '')) {
      return send(response, 415, 'text/plain', 'Unsupported Media Type: SOAP 1.2 (application/soap+xml)');
    }

    const ending = await converse(request, endpoint, transmitter, this.#authority);
    if (ending === 'hung') return;
    if (ending === 'dropped') request.socket.destroy();
    else if (ending === 'reset') this.#sockets.get(addressOf(request.socket))?.resetAndDestroy();
    else send(response, ending.status, 'application/soap+xml; charset=utf-8', ending.body);
  }

  /** Finds the endpoint by Host and path as published, or by `/host/path` for clients that cannot override name resolution. */
  #endpointOf(request: IncomingMessage): Endpoint | undefined {
    const path = (request.url ?? '').replace(/\?.*$/, '').toLowerCase();
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    return this.#endpoints.get(`${host}${path}`) ?? this.#endpoints.get(path.slice(1));
  }

  #remember(socket: Socket): void {
    const address = addressOf(socket);
    this.#sockets.set(address, socket);
    socket.once('close', () => this.#sockets.delete(address));
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function addressOf(socket: { remoteAddress?: string | undefined; remotePort?: number | undefined }): string {
  return `${socket.remoteAddress}:${socket.remotePort}`;
}

function isTcp(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
