import { XmlDocument } from 'libxml2-wasm';
import type { Element } from './element.ts';
import { standalone } from './standalone.ts';

/**
 * Inclusive C14N of one element of `source`, taken as a document of its own: what the signer saw before the message was
 * wrapped in a lot and an envelope.
 */
export function canonical(source: string, element: Element): string {
  const document = XmlDocument.fromString(standalone(source, element));
  try {
    return document.canonicalizeToString();
  } finally {
    document.dispose();
  }
}
