import { Rejection } from '../answers/rejection.ts';
import type { Element } from '../xml/element.ts';
import { nfe } from './head.ts';

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * Checks how a message is written, before what it says: prefixes (404), namespaces (587), and white space between tags
 * (588).
 *
 * @throws Rejection
 */
export function checkForm(data: Element, message: Element): void {
  for (const element of withDescendants(message)) {
    if (element.prefix !== '' || element.declares.some((prefix) => prefix !== '')) throw new Rejection(404);
  }
  for (const element of withDescendants(message)) {
    if (element.namespace !== nfe && element.namespace !== signatureNamespace) throw new Rejection(587);
  }
  for (const element of [data, ...withDescendants(message)]) {
    if (element.children.length > 0 && element.text !== '') throw new Rejection(588);
  }
}

function* withDescendants(element: Element): Generator<Element> {
  yield element;
  for (const one of element.children) yield* withDescendants(one);
}
