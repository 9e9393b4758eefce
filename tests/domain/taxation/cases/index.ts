import { benefits } from './benefits.ts';
import { contributions, ipi } from './contributions.ts';
import { destinationShare, interstateRates } from './interstate.ts';
import { fuels } from './fuels.ts';
import { ownIcms } from './own-icms.ts';
import { reform } from './reform.ts';
import { rounding } from './rounding.ts';
import { simples } from './simples.ts';
import { substitution } from './substitution.ts';

/** Every case, by subject. */
export const taxCases = {
  ownIcms,
  benefits,
  fuels,
  substitution,
  simples,
  interstateRates,
  destinationShare,
  contributions,
  ipi,
  reform,
  rounding,
};
