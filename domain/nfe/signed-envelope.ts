import { signElement, type Signer } from '../xml/signature.ts';
import { element } from '../xml/writer.ts';

/** The namespace of every message about an NF-e. */
export const nfeNamespace = 'http://www.portalfiscal.inf.br/nfe';

/**
 * Signs one element and puts it, with its signature right behind, into the root it travels in: NFe, evento or inutNFe.
 *
 * @returns the whole root, and the base64 digest that the authority answers as `digVal`
 */
export async function signedEnvelope(
  root: { name: string; versao?: string },
  signed: { element: string; id: string },
  signer: Signer,
): Promise<{ xml: string; digestValue: string }> {
  const { signature, digestValue } = await signElement({ ...signed, namespace: nfeNamespace, signer });
  const { name, ...attributes } = root;
  return { xml: element(name, { xmlns: nfeNamespace, ...attributes }, signed.element, signature), digestValue };
}
