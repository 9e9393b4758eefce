import type { Pack } from './pack.ts';

/**
 * The packs of a family that are in force on a day (`2026-11-21`, Brasília), newest first: for a while the authority takes both
 * the old and the new.
 */
export function packsInForce(packs: Pack[], family: string, day: string): Pack[] {
  return ofFamily(packs, family)
    .filter(({ validFrom, validUntil }) => validFrom <= day && (validUntil === undefined || day <= validUntil))
    .reverse();
}

/**
 * The pack to check a family's documents by on a day: the newest in force. Without one, the nearest that was or will be, because
 * an old layout refuses little that a new one takes, and the authority has the last word.
 *
 * @throws Error where no pack has the family at all
 */
export function packFor(packs: Pack[], family: string, day: string): Pack {
  const candidates = ofFamily(packs, family);
  const begun = candidates.filter(({ validFrom }) => validFrom <= day);
  const pack = packsInForce(packs, family, day)[0] ?? begun.at(-1) ?? candidates[0];
  if (!pack) throw new Error(`No schema pack has the family ${family}: install one with "lavra schemas add"`);
  return pack;
}

function ofFamily(packs: Pack[], family: string): Pack[] {
  return packs.filter((pack) => pack.families.includes(family)).sort((a, b) => a.validFrom.localeCompare(b.validFrom));
}
