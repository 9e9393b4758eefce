import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import type { Element } from './element.ts';
import { standalone } from './element.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Identifiers of the canonical forms of XML. */
export const canonicalization = {
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  exclusive,
  exclusiveWithComments: `${exclusive}WithComments`,
} as const;

/**
 * The canonical form of one element of `source`, as a document of its own: what the signer saw before the message was wrapped
 * in a lot and an envelope.
 */
export function canonical(source: string, element: Element, algorithm: string): string {
  const document = XmlDocument.fromString(standalone(source, element));
  const { XML_C14N_1_0, XML_C14N_EXCLUSIVE_1_0 } = XmlC14NMode;
  try {
    return document.canonicalizeToString({
      mode: algorithm.startsWith(exclusive) ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0,
      withComments: algorithm === canonicalization.exclusiveWithComments,
    });
  } finally {
    document.dispose();
  }
}
