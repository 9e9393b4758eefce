import { WireFault } from './wire-fault.ts';
import type { AuthorityName } from '../../domain/authority-names.ts';

/**
 * What a conversation does after a fault: `unreachable` tries again, `unanswered` asks the authority first, `certificate` waits until a person mends
 * the company's certificate, and `untrusted` until one mends our settings, because we do not trust the server.
 */
export type FaultKind = 'unreachable' | 'unanswered' | 'certificate' | 'untrusted';

export function faultKindOf(error: Error): FaultKind {
  if (!(error instanceof WireFault)) return 'unanswered';
  switch (error.reason) {
    case 'untrusted':
      return 'untrusted';
    case 'identity':
    case 'forbidden':
      return 'certificate';
    default:
      return error.sent ? 'unanswered' : 'unreachable';
  }
}

/** The fault as the operator reads it in Temporal's UI. */
export function faultInWords(error: Error, { the }: AuthorityName): string {
  if (!(error instanceof WireFault)) return `${capitalized(the)} respondeu algo ilegível (${error.message}).`;
  const { host, status, sent } = error;
  switch (error.reason) {
    case 'dns':
      return `O endereço ${host} não foi encontrado no DNS.`;
    case 'untrusted':
      return `O certificado de ${host} não é confiável: confira LAVRA_CA_BUNDLE.`;
    case 'tls':
      return `A conexão segura com ${host} falhou.`;
    case 'identity':
      return 'O certificado A1 da empresa não pôde ser usado na conexão.';
    case 'forbidden':
      return `${host} recusou o certificado A1 da empresa (HTTP 403).`;
    case 'timeout':
      return sent ? `${host} não respondeu a tempo.` : unsent(host);
    case 'http_status':
      return `${host} respondeu HTTP ${status}.`;
    case 'refused':
    case 'unreachable':
    case 'connect_timeout':
    case 'reset':
    case 'truncated':
    case 'too_large':
    case 'malformed':
    case 'cancelled':
    case 'unknown':
      return sent ? `A resposta de ${host} se perdeu.` : unsent(host);
  }
}

/** The sentence for a message that was certainly not sent, so that it may be sent again as it is. */
const unsent = (host: string): string => `Sem conexão com ${host}; a mensagem não saiu.`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
