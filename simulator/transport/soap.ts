import type { Element } from '../xml/element.ts';
import { child } from '../xml/element.ts';
import { writeElement } from '../xml/writer.ts';
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
export function isSoap(envelope: Element): boolean {
  return envelope.name === 'Envelope' && envelope.namespace === soap;
}

/** A message that came packed, in the envelope that it would have come in otherwise. */
export function rewrapped(namespace: string, message: string): string {
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
