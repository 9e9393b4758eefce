import { Rejection } from '../answers/rejection.ts';
import type { Element } from '../xml/element.ts';
import { nfe } from './head.ts';

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * Checks how a message is written, before its content: prefixes (404), namespaces (587), and white space between tags (588).
 *
 * @throws Rejection
 */
export function checkForm(data: Element, message: Element): void {
  const found = { prefix: false, namespace: false, space: data.text !== '' };
  inspect(message, found);
  if (found.prefix) throw new Rejection(404);
  if (found.namespace) throw new Rejection(587);
  if (found.space) throw new Rejection(588);
}

function inspect(element: Element, found: { prefix: boolean; namespace: boolean; space: boolean }): void {
  found.prefix ||= element.prefix !== '' || element.declares.some((prefix) => prefix !== '');
  found.namespace ||= element.namespace !== nfe && element.namespace !== signatureNamespace;
  found.space ||= element.children.length > 0 && element.text !== '';
  for (const one of element.children) inspect(one, found);
}
