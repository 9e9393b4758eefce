import type { PeerCertificate, TLSSocket } from 'node:tls';
import { Rejection } from '../answers/rejection.ts';
import type { Trust } from '../certificates/trust.ts';

/** Who sent a request: nobody that may enter (403), or a certificate with the authority's opinion of it. */
export type Transmitter = { forbidden: string } | { taxId: string; refusedWith: Rejection | undefined };

const differsFromNational = 285;

/**
 * Judges the client certificate of a connection. None, or one from outside the national infrastructure, is turned away
 * by the web server before any service sees it, as the real ones do; what else is wrong is a code of the 280 family.
 */
export function transmitterOf(socket: TLSSocket, trust: Trust, at: Date): Transmitter {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  if (!certificate.raw) return { forbidden: '403.7 - Forbidden: client certificate required' };
  const judged = trust.judge(certificate.raw, 'transmitter', at);
  if ('identity' in judged) {
    return { taxId: judged.identity.cnpj ?? judged.identity.cpf ?? '', refusedWith: undefined };
  }
  if (judged.cStat === differsFromNational)
    return { forbidden: '403.16 - Forbidden: client certificate is not trusted' };
  return { taxId: '', refusedWith: new Rejection(judged.cStat) };
}
