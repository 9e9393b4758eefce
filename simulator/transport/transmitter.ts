import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { Trust } from '../certificates/trust.ts';

/** The sender of a request: one that may not enter (403), or the CNPJ or CPF of a certificate with the code (280 family) that refuses it. */
export type Transmitter = { forbidden: string } | { taxId: string; refusedWith: number | undefined };

const differsFromNational = 285;

/** Remembers the sender of each connection, which shows its certificate only once. */
export class Transmitters {
  readonly #trust: Trust;
  readonly #shown = new WeakMap<TLSSocket, Buffer>();

  constructor(trust: Trust) {
    this.#trust = trust;
  }

  /**
   * Judges the client certificate of a connection. Without one, or with one from outside the national infrastructure, the
   * web server refuses the request before any service sees it, as the real ones do; other faults are codes of the 280 family.
   */
  of(socket: TLSSocket, at: Date): Transmitter {
    const der = this.#certificateOf(socket);
    if (!der) return { forbidden: '403.7 - Forbidden: client certificate required' };
    const judged = this.#trust.judge(der, 'transmitter', at);
    if ('identity' in judged) {
      return { taxId: judged.identity.cnpj ?? judged.identity.cpf ?? '', refusedWith: undefined };
    }
    if (judged.cStat === differsFromNational)
      return { forbidden: '403.16 - Forbidden: client certificate is not trusted' };
    return { taxId: '', refusedWith: judged.cStat };
  }

  #certificateOf(socket: TLSSocket): Buffer | undefined {
    const known = this.#shown.get(socket);
    if (known) return known;
    const { raw }: Partial<PeerCertificate> = socket.getPeerCertificate();
    if (raw) this.#shown.set(socket, raw);
    return raw;
  }
}
