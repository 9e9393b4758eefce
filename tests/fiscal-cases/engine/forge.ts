import type { Forgery, Sale } from '../fiscal-case.ts';

/** A sale with the changes that make it acceptable. */
export function mendedSale(sale: Sale, { by, item, document, ...mended }: Forgery['mended']): Sale {
  return {
    ...sale,
    ...mended,
    ...(by ? { by: { ...sale.by, ...by } } : {}),
    ...(item ? { item: { ...sale.item, ...item } } : {}),
    ...(document ? { document: { ...sale.document, ...document } } : {}),
  };
}

/** The note with some texts replaced, each of which must occur. Its signature is not renewed: rules about contents do not read it. */
export function forgedNote(xml: string, forged: Forgery['forged']): string {
  return forged.reduce((sofar, [text, instead]) => {
    if (!sofar.includes(text)) throw new Error(`The note does not say ${text}`);
    return sofar.replaceAll(text, instead);
  }, xml);
}
