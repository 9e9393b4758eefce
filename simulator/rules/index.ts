import { accessKeyRules, authorizerRules } from './access-key.ts';
import { purposeRules } from './adjustment.ts';
import { exemptedIcmsRules } from './benefits.ts';
import { entrepreneurRules } from './cfop.ts';
import { consumerClosingRules, consumerIdentificationRules, consumerItemRules } from './consumer-note.ts';
import { destinationIcmsRules, povertyFundRules } from './destination-icms.ts';
import { exitPointRules, exportIcmsRules } from './foreign-trade.ts';
import { fuelRules, singlePhaseIcmsRules, singlePhaseTotalRules } from './fuels.ts';
import { ibsCbsAdjustmentRules } from './ibs-cbs/adjustments.ts';
import { ibsCbsAmountRules, regularTaxRules } from './ibs-cbs/amounts.ts';
import { classificationRules } from './ibs-cbs/classification.ts';
import { governmentCompositionRules, governmentPurchaseRules } from './ibs-cbs/government.ts';
import { freeTradeAreaRules, issuerInAreaRules } from './ibs-cbs/free-trade-area.ts';
import { presumedCreditRules } from './ibs-cbs/presumed-credit.ts';
import { simplesRules } from './ibs-cbs/simples.ts';
import { ibsCbsTotalRules } from './ibs-cbs/totals.ts';
import { icmsRules, retainedSubstitutionRules, substitutionRules } from './icms.ts';
import { identificationRules } from './identification.ts';
import { ipiRules, taxesReturnedRules } from './ipi.ts';
import { issqnRules, issqnTotalRules } from './issqn.ts';
import { issuerRules, substituteRegistrationRules } from './issuer.ts';
import { itemRules, knownGoodsRules, medicineRules } from './items.ts';
import { billingRules, cardRules, changeRules, paymentRules } from './payments.ts';
import { deliveryAndPickupRules, knownMunicipalityRules } from './places.ts';
import { supplementRules } from './qr-code.ts';
import { exemptRecipientRules, recipientRules } from './recipient.ts';
import { itemReferenceRules, referenceRules } from './references.ts';
import { netTotalRules, netValueRules } from './net-values.ts';
import type { Rule } from './rule.ts';
import {
  intermediaryIndicatorRules,
  intermediaryRules,
  technicalResponsibleRules,
  thirdPartyRules,
} from './third-parties.ts';
import { selectiveTaxRules, selectiveTaxTotalRules } from './selective-tax.ts';
import { totalRules } from './totals.ts';
import { unregisteredIcmsRules, unregisteredReformRules } from './unregistered.ts';

/** Every rule about a note, in the order of the layout; the first broken one is answered. */
export const noteRules: readonly Rule[] = [
  ...authorizerRules,
  ...accessKeyRules,
  ...identificationRules,
  ...intermediaryIndicatorRules,
  ...knownMunicipalityRules,
  ...consumerIdentificationRules,
  ...referenceRules,
  ...governmentPurchaseRules,
  ...purposeRules,
  ...issuerRules,
  ...issuerInAreaRules,
  ...substituteRegistrationRules,
  ...recipientRules,
  ...exemptRecipientRules,
  ...deliveryAndPickupRules,
  ...itemRules,
  ...netValueRules,
  ...knownGoodsRules,
  ...medicineRules,
  ...fuelRules,
  ...consumerItemRules,
  ...exportIcmsRules,
  ...unregisteredIcmsRules,
  ...icmsRules,
  ...singlePhaseIcmsRules,
  ...retainedSubstitutionRules,
  ...entrepreneurRules,
  ...exemptedIcmsRules,
  ...povertyFundRules,
  ...substitutionRules,
  ...destinationIcmsRules,
  ...ipiRules,
  ...issqnRules,
  ...unregisteredReformRules,
  ...selectiveTaxRules,
  ...classificationRules,
  ...simplesRules,
  ...ibsCbsAdjustmentRules,
  ...ibsCbsAmountRules,
  ...regularTaxRules,
  ...freeTradeAreaRules,
  ...presumedCreditRules,
  ...governmentCompositionRules,
  ...taxesReturnedRules,
  ...totalRules,
  ...issqnTotalRules,
  ...netTotalRules,
  ...singlePhaseTotalRules,
  ...selectiveTaxTotalRules,
  ...ibsCbsTotalRules,
  ...itemReferenceRules,
  ...consumerClosingRules,
  ...thirdPartyRules,
  ...billingRules,
  ...paymentRules,
  ...cardRules,
  ...changeRules,
  ...intermediaryRules,
  ...exitPointRules,
  ...technicalResponsibleRules,
  ...supplementRules,
];
