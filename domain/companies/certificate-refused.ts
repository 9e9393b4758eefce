const certificateRefusals = [
  'not_a_pfx',
  'unsupported_encryption',
  'wrong_password',
  'no_certificate',
  'no_private_key',
  'key_mismatch',
  'not_rsa',
  'weak_key',
  'no_cnpj',
  'expired',
  'other_cnpj',
  'issuer_missing',
  'chain_broken',
  'chain_expired',
  'untrusted_root',
] as const;
export type CertificateRefusal = (typeof certificateRefusals)[number];

const sentences: Record<CertificateRefusal, string> = {
  not_a_pfx: 'O arquivo não é um certificado A1 (.pfx ou .p12)',
  unsupported_encryption:
    'O arquivo usa uma cifra que não é aceita; exporte o certificado de novo como .pfx com AES-256 ou 3DES',
  wrong_password: 'A senha do certificado está errada',
  no_certificate: 'O arquivo não traz certificado',
  no_private_key: 'O arquivo não traz a chave privada; exporte o certificado de novo, com a chave',
  key_mismatch: 'A chave privada do arquivo não é a deste certificado',
  not_rsa: 'O certificado não tem chave RSA, e a NF-e só aceita assinatura RSA',
  weak_key: 'A chave RSA do certificado tem menos de 2048 bits',
  no_cnpj:
    'O certificado não traz CNPJ nem CPF: é preciso um e-CNPJ ou e-NFe da empresa, ou o e-CPF de quem emite com CPF',
  expired: 'O certificado está vencido',
  other_cnpj: 'O certificado é de outro CNPJ ou CPF',
  issuer_missing:
    'Falta na cadeia o certificado de quem emitiu; exporte o .pfx com a cadeia completa ou ponha o emissor em LAVRA_CA_BUNDLE',
  chain_broken: 'A cadeia do certificado está quebrada: o intermediário não é de quem o assinou',
  chain_expired: 'Um certificado da cadeia está vencido',
  untrusted_root: 'A raiz da cadeia não é confiável; se ela é da ICP-Brasil, ponha-a em LAVRA_CA_BUNDLE',
};

/** An A1 certificate is refused: `code` is a stable reason, and the message names the date, holder or issuer that it is about (`detail`). */
export class CertificateRefused extends Error {
  readonly code: CertificateRefusal;

  constructor(code: CertificateRefusal, { detail, ...options }: ErrorOptions & { detail?: string } = {}) {
    super(`${sentences[code]}${detail ? ` (${detail})` : ''}.`, options);
    this.name = 'CertificateRefused';
    this.code = code;
  }
}
