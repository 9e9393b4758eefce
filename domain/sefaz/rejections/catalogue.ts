import { abroad } from './abroad.ts';
import { adjustments } from './adjustments.ts';
import { certificate } from './certificate.ts';
import { cfop } from './cfop.ts';
import { consumerNote } from './consumer-note.ts';
import { destinationIcms } from './destination-icms.ts';
import { events } from './events.ts';
import type { Explanation } from './explanation.ts';
import { federalTaxes } from './federal-taxes.ts';
import { freeZones } from './free-zones.ts';
import { goods } from './goods.ts';
import { gtin } from './gtin.ts';
import { ibsCbsValues } from './ibs-cbs-values.ts';
import { ibsCbs } from './ibs-cbs.ts';
import { icms } from './icms.ts';
import { identification } from './identification.ts';
import { inutilization } from './inutilization.ts';
import { invoice } from './invoice.ts';
import { issuer } from './issuer.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import { payments } from './payments.ts';
import { qrCode } from './qr-code.ts';
import { recipient } from './recipient.ts';
import { references } from './references.ts';
import { substituteCancellation } from './substitute-cancellation.ts';
import { substitution } from './substitution.ts';
import { thirdParties } from './third-parties.ts';
import { totals } from './totals.ts';
import { transport } from './transport.ts';

const chapters = [
  certificate,
  message,
  number,
  identification,
  issuer,
  thirdParties,
  recipient,
  abroad,
  freeZones,
  goods,
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
  consumerNote,
  qrCode,
  events,
  substituteCancellation,
  inutilization,
];

/** Every rejection that Lavra explains, by cStat and in the order of the chapters; a code stands in one chapter only. */
export const catalogue: readonly (readonly [cStat: string, Explanation])[] = chapters.flatMap((chapter) =>
  Object.entries(chapter),
);
