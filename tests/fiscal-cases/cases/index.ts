import { destinationShares, icmsBetweenStates, icmsInside } from './icms-by-state.ts';

/** Every case by its subject. */
export const fiscalCases = {
  'ICMS inside each state': icmsInside,
  'ICMS between states': icmsBetweenStates,
  "the destination's share (DIFAL)": destinationShares,
};
