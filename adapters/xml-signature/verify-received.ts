import type { SchemaType, SignatureVerdict } from '../../domain/received/words.ts';
import { verifyNfeSignature } from './verify-nfe-signature.ts';
import { SignatureRefused, verifyNfseSignature } from './verify-nfse-signature.ts';

/** Judges the signature of a received file, which is kept whatever comes of it; null of summaries, which have none, and of events of NFS-e. */
export function verifyReceived(schemaType: SchemaType, xml: string): SignatureVerdict | null {
  switch (schemaType) {
    case 'PROC_NFE':
    case 'PROC_EVENTO':
      return verifyNfeSignature(xml);
    case 'NFSE':
      return ofNfse(xml);
    case 'RES_NFE':
    case 'RES_EVENTO':
    case 'EVENTO_NFSE':
      return null;
  }
}

function ofNfse(xml: string): SignatureVerdict {
  try {
    verifyNfseSignature(xml);
    return { verdict: 'VALID', reason: null };
  } catch (error) {
    if (!(error instanceof SignatureRefused)) throw error;
    return { verdict: 'INVALID', reason: error.message };
  }
}
