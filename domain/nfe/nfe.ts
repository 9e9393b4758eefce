import type { Signer } from '../xml/signature.ts';
import { signedEnvelope, type Supplement } from './signed-envelope.ts';

/**
 * Signs what `layoutNfe` gave and wraps it as the `NFe` that is stored and sent, byte for byte.
 *
 * @param supplement infNFeSupl of an NFC-e, which may tell the digest of what was signed
 */
export function signNfe(
  infNFe: string,
  accessKey: string,
  signer: Signer,
  supplement?: Supplement,
): Promise<{ xml: string; digestValue: string }> {
  return signedEnvelope({ name: 'NFe' }, { element: infNFe, id: `NFe${accessKey}`, supplement }, signer);
}
