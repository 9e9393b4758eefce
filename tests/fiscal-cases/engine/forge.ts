import type { Forgery, Sale } from '../fiscal-case.ts';

/** A sale with what makes it good. */
export function mendedSale(sale: Sale, { by, item, document, ...mended }: Forgery['mended']): Sale {
  return {
    ...sale,
    ...mended,
    ...(by ? { by: { ...sale.by, ...by } } : {}),
    ...(item ? { item: { ...sale.item, ...item } } : {}),
    ...(document ? { document: { ...sale.document, ...document } } : {}),
  };
}

/** The note with other text in some places, each of which it must have. Its signature is not made anew: no rule about contents reads it. */
export function forgedNote(xml: string, forged: Forgery['forged']): string {
  return forged.reduce((sofar, [text, instead]) => {
    if (!sofar.includes(text)) throw new Error(`The note does not say ${text}`);
    return sofar.replaceAll(text, instead);
  }, xml);
}
