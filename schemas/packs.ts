import type { Pack } from './pack.ts';

/**
 * The packs of a family that are in force on a day (`2026-11-21`), newest first: the authority takes the old one for a while
 * after the new one begins.
 */
export function packsInForce(packs: Pack[], family: string, day: string): Pack[] {
  return packs
    .filter((pack) => pack.families.includes(family))
    .filter(({ validFrom, validUntil }) => validFrom <= day && (validUntil === undefined || day <= validUntil))
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom));
}

/** The pack to write and check a document by on a day: the newest in force, and undefined where none is. */
export function packFor(packs: Pack[], family: string, day: string): Pack | undefined {
  return packsInForce(packs, family, day)[0];
}
