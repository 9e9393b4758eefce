import { signElement, type Signer } from '../xml/signature.ts';
import { element } from '../xml/writer.ts';

const namespace = 'http://www.sped.fazenda.gov.br/nfse';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Signs one element and puts it, followed by its signature, into the root that is sent: DPS or pedRegEvento. The declaration and the absence
 * of prefixes are the authority's conditions (E1229, E1228); it takes the signature of every other fiscal document.
 *
 * @returns the whole document, byte for byte as it is stored and sent, and the base64 digest of the signed element
 */
export function signedDocument(
  root: string,
  signed: { element: string; id: string },
  signer: Signer,
): { xml: string; digestValue: string } {
  const { signature, digestValue } = signElement({ ...signed, namespace, signer });
  const document = element(root, { xmlns: namespace, versao: '1.01' }, signed.element, signature);
  return { xml: `${declaration}${document}`, digestValue };
}

/** verAplic: who made a DPS or asked for an event. */
export function application(version: string): string {
  return `Lavra ${version}`.slice(0, 20);
}
