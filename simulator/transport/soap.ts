import type { Element } from '../xml/element.ts';
import { child } from '../xml/element.ts';
import { escapeText } from '../xml/writer.ts';

const soap = 'http://www.w3.org/2003/05/soap-envelope';

/** The `nfeDadosMsg` of a SOAP 1.2 envelope, or undefined when there is none in the service's namespace. */
export function dataOf(envelope: Element, namespace: string): Element | undefined {
  if (envelope.name !== 'Envelope' || envelope.namespace !== soap) return undefined;
  const data = child(envelope, 'Body', 'nfeDadosMsg');
  return data?.namespace === namespace ? data : undefined;
}

/** A result in its envelope. */
export function enveloped(namespace: string, result: string): string {
  return wrapped(`<nfeResultMsg xmlns="${namespace}">${result}</nfeResultMsg>`);
}

/** A SOAP 1.2 fault: what a server says to something that is not a message of its service. */
export function fault(code: 'Sender' | 'Receiver', text: string): string {
  return wrapped(
    `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code>` +
      `<soap:Reason><soap:Text xml:lang="pt-BR">${escapeText(text)}</soap:Text></soap:Reason></soap:Fault>`,
  );
}

function wrapped(body: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${soap}">` +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}
