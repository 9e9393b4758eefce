/** Answers that cannot be right, for tests of who reads them. */
export const distortions = ['page', 'withoutKey', 'truncatedGzip', 'bomb', 'dtd', 'anotherNote'] as const;
export type Distortion = (typeof distortions)[number];
