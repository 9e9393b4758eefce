/** Which copies of a coupon are printed while its note waits for the authority: the consumer's, the seller's, or one after the other. */
export const couponCopies = ['BOTH', 'CONSUMER', 'ESTABLISHMENT'] as const;
export type CouponCopies = (typeof couponCopies)[number];

/** What one copy says of itself, after the date. */
export type CopyWords = 'Via do Consumidor' | 'Via do Estabelecimento';

/**
 * The copies of a note that is not authorized yet. The seller keeps the second one, on paper or, where the state allows it, as its file
 * (Manual do DANFE NFC-e v6.0), so that each can be had alone.
 */
export function wordsOf(copies: CouponCopies): CopyWords[] {
  switch (copies) {
    case 'BOTH':
      return ['Via do Consumidor', 'Via do Estabelecimento'];
    case 'CONSUMER':
      return ['Via do Consumidor'];
    case 'ESTABLISHMENT':
      return ['Via do Estabelecimento'];
  }
}
