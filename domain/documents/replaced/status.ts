// Workflows may read this file: it must stay without imports.

/**
 * What became of a note that another of the same sale replaced: not settled yet; cancelled, by substitution where it is an NFC-e; its number
 * given up because the authority never had it; or spent at the authority without a valid note (denied, cancelled, inutilized by others).
 */
export const replacedStatuses = ['OPEN', 'PROPOSED', 'CANCELLED', 'GIVEN_UP', 'SPENT'] as const;
export type ReplacedStatus = (typeof replacedStatuses)[number];
