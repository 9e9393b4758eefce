import type { XmlElement } from 'libxml2-wasm';

const signed = new Set(['infNFe', 'infEvento', 'infInut']);
const repeated = new Set(['det', 'dup', 'detPag', 'NFref', 'autXML', 'vol']);

/** An element by its place below the signed one (or the root): `det[3]/prod/NCM`. What may repeat is counted from 1. */
export function fieldOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let node: XmlElement | null = element; node && !signed.has(node.name); node = node.parent) {
    steps.unshift(repeated.has(node.name) ? `${node.name}[${placeOf(node)}]` : node.name);
  }
  return steps.join('/') || element.name;
}

function placeOf(element: XmlElement): number {
  return Number(element.eval(`1 + count(preceding-sibling::*[local-name() = "${element.name}"])`));
}
