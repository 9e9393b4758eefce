import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Rejection } from '../reasons.ts';
import { child, type Element, readXml, writeElement } from '../xml/element.ts';
import type { Endpoint } from './endpoints.ts';

const soap = 'http://www.w3.org/2003/05/soap-envelope';

type Form = Pick<Endpoint, 'namespace' | 'wrapping'>;

/** The `nfeDadosMsg` of a SOAP 1.2 envelope, or undefined when there is none in the service's namespace. */
export function dataOf(envelope: Element, { namespace, wrapping }: Form): Element | undefined {
  if (!isSoap(envelope)) return undefined;
  const data = child(envelope, 'Body', ...wrapping.request);
  return data?.namespace === namespace ? data : undefined;
}

/** Whether an element is an envelope of SOAP 1.2. */
function isSoap(envelope: Element): boolean {
  return envelope.name === 'Envelope' && envelope.namespace === soap;
}

/** A compressed message in the envelope that it would have had uncompressed. */
function rewrapped(namespace: string, message: string): string {
  return inEnvelope(writeElement('nfeDadosMsg', { '@xmlns': namespace }, message));
}

/** A result in its envelope. */
export function enveloped({ namespace, wrapping }: Form, result: string): string {
  const [outermost = '', ...inner] = wrapping.answer;
  const inside = inner.reduceRight((content, name) => writeElement(name, {}, content), result);
  return inEnvelope(writeElement(outermost, { '@xmlns': namespace }, inside));
}

/** A SOAP 1.2 fault: the answer to something that is not a message of the service. */
export function fault(code: 'Sender' | 'Receiver', text: string): string {
  const content = {
    'soap:Code': { 'soap:Value': `soap:${code}` },
    'soap:Reason': { 'soap:Text': { '@xml:lang': 'pt-BR', '#': text } },
  };
  return inEnvelope(writeElement('soap:Fault', content));
}

function inEnvelope(content: string): string {
  const body = writeElement('soap:Body', {}, content);
  return `<?xml version="1.0" encoding="utf-8"?>${writeElement('soap:Envelope', { '@xmlns:soap': soap }, body)}`;
}

/** The most bytes of a message. */
export const largestMessage = 500 * 1024;

/**
 * The text of a request.
 *
 * @throws Rejection 214 beyond 500 KB, 402 when the bytes or their declaration are not UTF-8.
 */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const bytes = await received(request);
  if (bytes.length > largestMessage) throw new Rejection(214);
  return decoded(bytes, request.headers['content-type'] ?? '');
}

/** All bytes of a request; if it is too large, only enough of it to show that. */
export async function received(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size <= largestMessage) chunks.push(chunk);
    size += chunk.length;
  });
  await once(request, 'end');
  return Buffer.concat(chunks);
}

/**
 * Bytes as text.
 *
 * @throws Rejection 402 when they, or what declares them, are not UTF-8.
 */
function decoded(bytes: Buffer, contentType: string): string {
  const text = bytes.toString('utf8');
  const declared = [
    /charset="?([\w-]+)/i.exec(contentType)?.[1],
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(text)?.[1],
  ];
  if (declared.some((charset) => charset !== undefined && charset.toLowerCase() !== 'utf-8')) throw new Rejection(402);
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new Rejection(402);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A SOAP envelope; its elements have offsets in `source`. */
export type Envelope = { source: string; root: Element };

/**
 * The envelope with its message uncompressed: NFeAutorizacao4 also takes the message as gzip in Base64 (`nfeDadosMsgZip`, method
 * nfeAutorizacaoLoteZip of its WSDL).
 *
 * @throws Rejection 416 if it cannot be unpacked, 214 if it is too large unpacked, 402 and 243 as for an uncompressed message.
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
