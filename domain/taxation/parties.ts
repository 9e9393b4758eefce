export const taxRegimes = ['SIMPLES', 'SIMPLES_EXCESS', 'NORMAL', 'MEI'] as const;

/** CRT 1, 2, 3 and 4. */
export type TaxRegime = (typeof taxRegimes)[number];

export const taxpayerTypes = ['CONTRIBUINTE', 'ISENTO', 'NAO_CONTRIBUINTE'] as const;

/** indIEDest 1, 2 and 9. */
export type TaxpayerType = (typeof taxpayerTypes)[number];
