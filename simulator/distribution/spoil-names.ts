/** What a scenario can do to an answer of either distribution; what is registered stays sound. */
export const spoils = [
  'bomb',
  'huge',
  'brokenBase64',
  'truncatedGzip',
  'dtd',
  'lowerNsu',
  'repeatedNsu',
  'unordered',
  'anotherKey',
  'brokenSignature',
  'unknownSchema',
] as const;
export type Spoil = (typeof spoils)[number];
