import type { Signer } from '../xml/signature.ts';
import { signedEnvelope } from './signed-envelope.ts';

/** Signs what `layoutNfe` gave and wraps it as the `NFe` that is stored and sent, byte for byte. */
export function signNfe(
  infNFe: string,
  accessKey: string,
  signer: Signer,
): Promise<{ xml: string; digestValue: string }> {
  return signedEnvelope({ name: 'NFe' }, { element: infNFe, id: `NFe${accessKey}` }, signer);
}
