import { adjustments } from './adjustments.ts';
import { benefits } from './benefits.ts';
import { buyersDetails } from './buyers.ts';
import { complements } from './complements.ts';
import { consumerNotes } from './consumer-notes.ts';
import { conjugatedNotes } from './conjugated-notes.ts';
import { consumerRefusals } from './consumer-refusals.ts';
import { endedTaxes } from './ended-taxes.ts';
import { inclusivePrice } from './inclusive-price.ts';
import { contributions, ipi } from './federal.ts';
import { farmGoods } from './farm-goods.ts';
import { fuels } from './fuels.ts';
import { exports } from './exports.ts';
import { funds } from './funds.ts';
import { goodsInMotion } from './goods-in-motion.ts';
import { contributionsSt } from './contributions-st.ts';
import { destinationShares, icmsBetweenStates, icmsInside } from './icms-by-state.ts';
import { imports } from './imports.ts';
import { knownCodes } from './known-codes.ts';
import { newVehicles } from './new-vehicles.ts';
import { ownIcms } from './own-icms.ts';
import { partedIcms } from './parted-icms.ts';
import { payments } from './payments.ts';
import { cfops, placesOfOperation } from './operations.ts';
import { presumedCredits } from './presumed-credits.ts';
import { freeTradeAreas } from './free-trade-areas.ts';
import { operationCredits } from './operation-credits.ts';
import { publicBuyers } from './public-buyers.ts';
import { giftsAndAdvances } from './gifts-and-advances.ts';
import { reform } from './reform.ts';
import { returns } from './returns.ts';
import { ruralProducers } from './rural-producers.ts';
import { selectiveTax } from './selective-tax.ts';
import { simples } from './simples.ts';
import { sugarCanes } from './sugar-cane.ts';
import { substitution } from './substitution.ts';
import { unregisteredIssuers } from './unregistered.ts';

/** Every case by its subject. */
export const fiscalCases = {
  'ICMS inside each state': icmsInside,
  'ICMS between states': icmsBetweenStates,
  "the destination's share (DIFAL)": destinationShares,
  'funds against poverty (FCP)': funds,
  'own ICMS by situation': ownIcms,
  'substitution (ICMS-ST)': [...substitution, ...partedIcms],
  'Simples Nacional': simples,
  'tax benefits': [...benefits, ...presumedCredits],
  CFOP: cfops,
  'place of operation and parties': placesOfOperation,
  exports,
  imports,
  returns,
  complements,
  fuels,
  IPI: ipi,
  'PIS and COFINS': [...contributions, ...contributionsSt],
  'what ends with 2026': endedTaxes,
  'prices of 2027': inclusivePrice,
  'selective tax': selectiveTax,
  'IBS and CBS': [...reform, ...giftsAndAdvances],
  'free trade areas': freeTradeAreas,
  'presumed credits of IBS and CBS': operationCredits,
  'purchases by public bodies': publicBuyers,
  'notes of credit and debit': adjustments,
  'what buyers ask for': buyersDetails,
  'goods on their way': goodsInMotion,
  'new vehicles': newVehicles,
  'farm and used goods': [...farmGoods, ...sugarCanes],
  'services in an NF-e (ISSQN)': conjugatedNotes,
  'issuers without a state registration': unregisteredIssuers,
  'rural producers with a CPF': ruralProducers,
  payments,
  'codes of official tables': knownCodes,
  'NFC-e': [...consumerNotes, ...consumerRefusals],
};
