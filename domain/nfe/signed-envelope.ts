import { signElement, type Signer } from '../xml/signature.ts';
import { element } from '../xml/writer.ts';

/** The namespace of every message about an NF-e. */
export const nfeNamespace = 'http://www.portalfiscal.inf.br/nfe';

/** The unsigned part between an element and its signature, made once the digest is known. */
export type Supplement = (digestValue: string) => string;

/**
 * Signs one element and puts it, followed by its signature, into the root that is sent: NFe, evento or inutNFe.
 *
 * @returns the whole root, and the base64 digest that the authority answers as `digVal`
 */
export function signedEnvelope(
  root: { name: string; versao?: string },
  signed: { element: string; id: string; supplement?: Supplement | undefined },
  signer: Signer,
): { xml: string; digestValue: string } {
  const { element: content, id, supplement } = signed;
  const { signature, digestValue } = signElement({ element: content, id, namespace: nfeNamespace, signer });
  const between = supplement ? supplement(digestValue) : '';
  const { name, ...attributes } = root;
  return { xml: element(name, { xmlns: nfeNamespace, ...attributes }, content, between, signature), digestValue };
}
