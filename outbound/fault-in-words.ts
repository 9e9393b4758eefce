import { AddressRefused } from './address-refused.ts';

/** Codes of Node and undici that a receiver's owner can act on, in the words of the API. */
const words: Record<string, string> = {
  ECONNREFUSED: 'O endereço recusou a conexão.',
  ECONNRESET: 'A conexão foi encerrada antes da resposta.',
  UND_ERR_SOCKET: 'A conexão foi encerrada antes da resposta.',
  ENOTFOUND: 'O nome do endereço não existe no DNS.',
  EAI_AGAIN: 'O DNS do endereço não respondeu.',
  EHOSTUNREACH: 'Não há rota até o endereço.',
  ENETUNREACH: 'Não há rota até o endereço.',
  CERT_HAS_EXPIRED: 'O certificado TLS do endereço está vencido.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado TLS do endereço é autoassinado.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado TLS do endereço é autoassinado.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'A cadeia do certificado TLS do endereço está incompleta.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS do endereço é de outro nome.',
  HPE_HEADER_OVERFLOW: 'Os cabeçalhos da resposta são grandes demais.',
  UND_ERR_HEADERS_OVERFLOW: 'Os cabeçalhos da resposta são grandes demais.',
};
const timeouts = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Why there is no usable answer, in Portuguese and without anything that tells about the inside of this network. */
export function faultInWords(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefused) return error.message;
  const code = codeOf(error);
  if (timeouts.has(code)) return timedOut(timeoutMs);
  if (code.startsWith('HPE_') && !words[code]) return 'A resposta não é HTTP válido.';
  return words[code] ?? 'A entrega falhou: não foi possível completar a troca com o endereço.';
}

/** The sentence for an exchange that did not end in time. */
export const timedOut = (timeoutMs: number): string => `Sem resposta completa em ${timeoutMs / 1000} s.`;

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
