import { distribution } from './afterwards/distribution.ts';
import { events } from './afterwards/events.ts';
import { inutilization } from './afterwards/inutilization.ts';
import { substituteCancellation } from './afterwards/substitute-cancellation.ts';
import type { Explanation } from '../../rejections/explanation.ts';
import { fuels } from './goods/fuels.ts';
import { goods } from './goods/goods.ts';
import { gtin } from './goods/gtin.ts';
import { transport } from './goods/transport.ts';
import { message } from './message.ts';
import { adjustments } from './note/adjustments.ts';
import { contingency } from './note/contingency.ts';
import { consumerNote } from './note/consumer-note.ts';
import { identification } from './note/identification.ts';
import { invoice } from './note/invoice.ts';
import { number } from './note/number.ts';
import { payments } from './note/payments.ts';
import { qrCode } from './note/qr-code.ts';
import { references } from './note/references.ts';
import { returnedValues } from './note/returned-values.ts';
import { abroad } from './parties/abroad.ts';
import { certificate } from './parties/certificate.ts';
import { freeZones } from './parties/free-zones.ts';
import { intermediary } from './parties/intermediary.ts';
import { issuer } from './parties/issuer.ts';
import { places } from './parties/places.ts';
import { recipient } from './parties/recipient.ts';
import { substitute } from './parties/substitute.ts';
import { thirdParties } from './parties/third-parties.ts';
import { cfop } from './taxes/cfop.ts';
import { destinationIcms } from './taxes/destination-icms.ts';
import { federalTaxes } from './taxes/federal-taxes.ts';
import { ibsCbsValues } from './taxes/ibs-cbs-values.ts';
import { ibsCbs } from './taxes/ibs-cbs.ts';
import { icms } from './taxes/icms.ts';
import { substitution } from './taxes/substitution.ts';
import { totals } from './taxes/totals.ts';

const chapters = [
  certificate,
  message,
  number,
  identification,
  contingency,
  issuer,
  substitute,
  intermediary,
  thirdParties,
  recipient,
  abroad,
  places,
  freeZones,
  goods,
  fuels,
  gtin,
  cfop,
  icms,
  substitution,
  destinationIcms,
  federalTaxes,
  ibsCbs,
  ibsCbsValues,
  adjustments,
  totals,
  payments,
  invoice,
  transport,
  references,
  returnedValues,
  consumerNote,
  qrCode,
  events,
  distribution,
  substituteCancellation,
  inutilization,
];

/** Every rejection that Lavra explains, by cStat and in the order of the chapters; a code stands in one chapter only. */
export const catalogue: readonly (readonly [cStat: string, Explanation])[] = chapters.flatMap((chapter) =>
  Object.entries(chapter),
);
