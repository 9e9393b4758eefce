import { gunzipSync } from 'node:zlib';
import { Rejection } from '../answers/rejection.ts';
import type { Element } from '../xml/element.ts';
import { child } from '../xml/element.ts';
import { readXml } from '../xml/reader.ts';
import { decoded, largestMessage } from './body.ts';
import type { Endpoint } from './endpoints.ts';
import { isSoap, rewrapped } from './soap.ts';

/** A SOAP envelope: its elements have offsets in the source. */
export type Envelope = { source: string; root: Element };

/**
 * The envelope as if its message had come in the open: NFeAutorizacao4 also takes it as gzip in Base64
 * (`nfeDadosMsgZip`, method nfeAutorizacaoLoteZip of its WSDL).
 *
 * @throws Rejection 416 when it cannot be unpacked, 214 when it is too large unpacked, 402 and 243 as for a message in the open.
 */
export function unpacked(envelope: Envelope, { service, namespace }: Endpoint): Envelope {
  const data = child(envelope.root, 'Body', 'nfeDadosMsgZip');
  if (service !== 'NfeAutorizacao' || !isSoap(envelope.root) || data?.namespace !== namespace) return envelope;
  const message = decoded(inflated(data.text.trim()), '').replace(/^\s*<\?xml[^>]*\?>\s*/, '');
  wellFormed(message);
  const source = rewrapped(namespace, message);
  return { source, root: wellFormed(source) };
}

/** @throws Rejection 243 */
export function wellFormed(source: string): Element {
  try {
    return readXml(source);
  } catch (error) {
    throw new Rejection(243, { detail: error instanceof Error ? error.message : '' });
  }
}

function inflated(base64: string): Buffer {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: largestMessage });
  } catch (error) {
    throw new Rejection(isTooLarge(error) ? 214 : 416);
  }
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
