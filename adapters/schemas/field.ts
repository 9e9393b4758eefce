import type { XmlElement } from 'libxml2-wasm';
import type { FamilyWords } from './family-words.ts';

/** An element by its place below the signed one (or the root): `det[3]/prod/NCM`. What may repeat is counted from 1. */
export function fieldOf(element: XmlElement, { signed, repeated }: FamilyWords): string {
  const steps: string[] = [];
  for (let node: XmlElement | null = element; node && !signed.has(node.name); node = node.parent) {
    steps.unshift(repeated.has(node.name) ? `${node.name}[${placeOf(node)}]` : node.name);
  }
  return steps.join('/') || element.name;
}

function placeOf(element: XmlElement): number {
  return Number(element.eval(`1 + count(preceding-sibling::*[local-name() = "${element.name}"])`));
}
