/** Which contributions the payer of a service withholds. */
export type Withheld = { pis: boolean; cofins: boolean; csll: boolean };

const none: Withheld = { pis: false, cofins: false, csll: false };

/**
 * tpRetPisCofins (XSD 1.01-20260727; NT SE/CGNFS-e 007/2026). 1 and 2 are older than the note and say nothing of CSLL, which then is
 * withheld where it has a rate.
 */
const kinds: ReadonlyMap<string, Withheld> = new Map([
  ['0', none],
  ['3', { pis: true, cofins: true, csll: true }],
  ['4', { pis: true, cofins: true, csll: false }],
  ['5', { pis: true, cofins: false, csll: false }],
  ['6', { pis: false, cofins: true, csll: false }],
  ['7', { pis: false, cofins: true, csll: true }],
  ['8', { pis: false, cofins: false, csll: true }],
  ['9', { pis: true, cofins: false, csll: true }],
]);

/** What a code says is withheld; `csllRate` decides where it does not say of CSLL. */
export function withheldBy(code: string | null | undefined, csllRate: string | null | undefined): Withheld {
  return kinds.get(code ?? '') ?? { pis: code === '1', cofins: code === '1', csll: Boolean(csllRate) };
}

/** Whether the code withholds CSLL; null where it does not say. */
export function saysCsll(code: string | null | undefined): boolean | null {
  return kinds.get(code ?? '')?.csll ?? null;
}

export function isAnyWithheld({ pis, cofins, csll }: Withheld): boolean {
  return pis || cofins || csll;
}

/** Rates at which the payer withholds, in percent, whatever the issuer's own are (Lei 10.833/2003 art. 31 and its §1). */
export const withheldRates = { pis: '0.65', cofins: '3', csll: '1' } as const;
