import { adjustments } from './adjustments.ts';
import { benefits } from './benefits.ts';
import { buyersDetails } from './buyers.ts';
import { consumerNotes } from './consumer-notes.ts';
import { contributions, ipi } from './federal.ts';
import { fuels } from './fuels.ts';
import { exports, imports } from './foreign-trade.ts';
import { destinationShares, icmsBetweenStates, icmsInside } from './icms-by-state.ts';
import { ownIcms, substitution } from './icms-situations.ts';
import { cfops, placesOfOperation } from './operations.ts';
import { reform } from './reform.ts';
import { returns } from './returns.ts';
import { simples } from './simples.ts';

/** Every case by its subject. */
export const fiscalCases = {
  'ICMS inside each state': icmsInside,
  'ICMS between states': icmsBetweenStates,
  "the destination's share (DIFAL)": destinationShares,
  'own ICMS by situation': ownIcms,
  'substitution (ICMS-ST)': substitution,
  'Simples Nacional': simples,
  'tax benefits': benefits,
  CFOP: cfops,
  'place of operation and parties': placesOfOperation,
  exports,
  imports,
  'returns and complements': returns,
  fuels,
  IPI: ipi,
  'PIS and COFINS': contributions,
  'IBS and CBS': reform,
  'notes of credit and debit': adjustments,
  'what buyers ask for, and payments': buyersDetails,
  'NFC-e': consumerNotes,
};
