import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Lines } from '../availability.ts';
import type { CertificateAuthority } from '../certificates/authority.ts';
import type { Trust } from '../certificates/trust.ts';
import type { Clock } from '../clock.ts';
import { type Address, type Answer, type Handler, type Gateway, plain, Transmitters } from './gateway.ts';
import { Door } from './door.ts';

/** The authority's web server: TLS 1.2 with client certificates on one port, which passes each request to the gateway that serves its address. */
export class AuthorityServer {
  readonly #server: Server;
  readonly #gateways: readonly Gateway[];
  readonly #clock: Clock;
  readonly #transmitters: Transmitters;
  readonly #door: Door;
  readonly #complain: (error: unknown) => void;

  constructor(options: {
    port: number;
    certificates: CertificateAuthority;
    gateways: readonly Gateway[];
    trust: Trust;
    clock: Clock;
    lines: Lines;
    complain: (error: unknown) => void;
  }) {
    const { certificates, clock, lines } = options;
    this.#gateways = options.gateways;
    this.#clock = clock;
    this.#transmitters = new Transmitters(options.trust);
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
      // connection itself works, and its certificate is checked when a message arrives.
      if (!error.code?.startsWith('ERR_SSL_')) socket.destroy();
    });
    this.#door = new Door({
      port: options.port,
      lineTo: (host) => lines.toHost(host, clock.now()),
      enter: (socket) => this.#server.emit('connection', socket),
    });
  }

  get port(): number {
    return this.#door.port;
  }

  /** Opens the port. Port 0 takes a free one, and that same one when it is opened again. */
  listen(): Promise<void> {
    return this.#door.open();
  }

  /** Closes the port and every connection; new connections are refused. */
  stopListening(): Promise<void> {
    return this.#door.close();
  }

  /** Resets the connections over lines that are REFUSED now. */
  cutLines(): void {
    this.#door.cut();
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
    const handle = this.#handlerOf(request);
    if (!handle) return send(response, plain(404, 'Not Found'));
    if (!(request.socket instanceof TLSSocket)) return send(response, plain(403, 'Forbidden'));
    const ending = await handle(request, this.#transmitters.of(request.socket, this.#clock.now()));
    if (ending === 'hung') return;
    if (ending === 'dropped') request.socket.destroy();
    else if (ending === 'reset') this.#door.reset(request.socket);
    else send(response, ending);
  }

  #handlerOf(request: IncomingMessage): Handler | undefined {
    for (const address of addressesIn(request)) {
      for (const gateway of this.#gateways) {
        const handler = gateway.at(address);
        if (handler) return handler;
      }
    }
    return undefined;
  }
}

/** The address of a request: Host and path as published, or `/host/path` for clients that cannot override name resolution. */
function addressesIn(request: IncomingMessage): Address[] {
  const [path = '', search] = (request.url ?? '').split('?', 2);
  const query = new URLSearchParams(search);
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  return [
    { host, path, query },
    { host: first.toLowerCase(), path: rest, query },
  ];
}

function send(response: ServerResponse, { status, type, body, cut }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  if (cut) response.write(body.slice(0, body.length >> 1), () => response.socket?.destroy());
  else response.end(body);
}
