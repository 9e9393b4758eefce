import { checkSigned, parseSigned, type SignatureReason, SignatureWrong } from './enveloped-signature.ts';

const sentences: Record<SignatureReason, string> = {
  digest: 'o conteúdo da NFS-e não é o que foi assinado',
  value: 'a assinatura da NFS-e não é da chave do certificado que ela traz',
  form: 'a NFS-e não traz uma assinatura no formato do sistema nacional',
};

/** The signature of an NFS-e does not hold; the words are a clause in Portuguese. */
export class SignatureRefused extends Error {
  readonly code = 'SignatureRefused';
  readonly reason: SignatureReason;

  constructor(reason: SignatureReason, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'SignatureRefused';
    this.reason = reason;
  }
}

const content = { namespace: 'http://www.sped.fazenda.gov.br/nfse', name: 'infNFSe' };

/**
 * Verifies that an NFS-e is what the holder of the certificate in it signed: XMLDSig over infNFSe, in the algorithms that the national
 * system and municipalities are seen to use. Whose certificate it is, and who vouches for it, is not judged.
 *
 * @throws SignatureRefused
 */
export function verifyNfseSignature(xml: string): void {
  try {
    const document = parseSigned(xml);
    try {
      checkSigned({ holder: document.root, content });
    } finally {
      document.dispose();
    }
  } catch (cause) {
    if (cause instanceof SignatureWrong) throw new SignatureRefused(cause.reason, { cause });
    throw cause;
  }
}
