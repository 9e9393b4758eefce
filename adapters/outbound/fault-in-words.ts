import { errors } from 'undici';
import { AddressRefused } from './guard.ts';
import { faultCode } from './host-names.ts';

/** The headers, hints or framing of an answer are too large to be read to the end. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large');
    this.name = 'AnswerTooLarge';
  }
}

const closed = 'A conexão foi encerrada antes do fim da resposta.';
const tooLarge = 'A resposta é grande demais.';
const noRoute = 'Não há rota até o endereço.';
const notAccepted = 'O endereço não aceitou a conexão a tempo.';
const notHttp = 'A resposta não é HTTP válido.';
const selfSigned = 'O certificado TLS do endereço é autoassinado.';
const incompleteChain =
  'A cadeia do certificado TLS do endereço está incompleta ou vem de uma autoridade que não é reconhecida.';
const noTls = 'Não foi possível abrir uma conexão TLS com o endereço.';

/** Sentences of the API for codes of Node, OpenSSL and undici that a receiver's owner can act on. */
const words: Record<string, string> = {
  ECONNREFUSED: 'O endereço recusou a conexão.',
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  ETIMEDOUT: notAccepted,
  UND_ERR_CONNECT_TIMEOUT: notAccepted,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  CERT_HAS_EXPIRED: 'O certificado TLS do endereço está vencido.',
  CERT_NOT_YET_VALID: 'O certificado TLS do endereço ainda não é válido.',
  CERT_REVOKED: 'O certificado TLS do endereço foi revogado.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT: incompleteChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incompleteChain,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incompleteChain,
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS do endereço é de outro nome.',
  EPROTO: noTls,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'O tamanho da resposta não é o que ela anuncia.',
};

/** Why there is no usable answer, in Portuguese, without a hint at the inside of this network. */
export function deliveryFaultInWords(fault: unknown): string {
  if (fault instanceof AddressRefused) return fault.message;
  if (fault instanceof AnswerTooLarge) return tooLarge;
  if (fault instanceof errors.HTTPParserError) return notHttp;
  const code = faultCode(fault);
  if (words[code]) return words[code];
  if (/^ERR_(SSL|TLS)_/.test(code)) return noTls;
  return 'A entrega falhou: não foi possível completar a troca com o endereço.';
}

/** The sentence for an exchange that did not end in time. */
export const timedOut = (timeoutMs: number): string => `Sem resposta completa em ${timeoutMs / 1000} s.`;
