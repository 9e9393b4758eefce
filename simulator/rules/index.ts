import { accessKeyRules } from './access-key.ts';
import { authorizerRules } from './authorizer.ts';
import { exemptedIcmsRules } from './benefits/exempted-icms.ts';
import { entrepreneurRules } from './cfop/entrepreneur.ts';
import { billingRules } from './billing.ts';
import { cardRules } from './cards.ts';
import { consumerItemRules } from './consumer-items.ts';
import { consumerClosingRules, consumerIdentificationRules } from './consumer-note.ts';
import { deliveryAndPickupRules } from './delivery-and-pickup.ts';
import { destinationIcmsRules } from './destination-icms.ts';
import { exitPointRules, exportIcmsRules } from './foreign-trade/export.ts';
import { exemptRecipientRules } from './exempt-recipient.ts';
import { fuelRules } from './fuels.ts';
import { ibsCbsAdjustmentRules } from './ibs-cbs/adjustments.ts';
import { ibsCbsAmountRules } from './ibs-cbs/amounts.ts';
import { classificationRules } from './ibs-cbs/classification.ts';
import { regularTaxRules } from './ibs-cbs/regular-tax.ts';
import { ibsCbsTotalRules } from './ibs-cbs/totals.ts';
import { icmsRules } from './icms.ts';
import { identificationRules } from './identification.ts';
import { intermediaryIndicatorRules, intermediaryRules } from './intermediary.ts';
import { ipiRules } from './ipi.ts';
import { issuerRules } from './issuer.ts';
import { itemReferenceRules } from './item-references.ts';
import { itemRules } from './items.ts';
import { knownGoodsRules } from './known-goods.ts';
import { knownMunicipalityRules } from './known-municipalities.ts';
import { medicineRules } from './medicines.ts';
import { changeRules, paymentRules } from './payments.ts';
import { povertyFundRules } from './poverty-fund.ts';
import { purposeRules } from './purposes.ts';
import { recipientRules } from './recipient.ts';
import { referenceRules } from './references.ts';
import { retainedSubstitutionRules } from './retained-substitution.ts';
import type { Rule } from './rule.ts';
import { singlePhaseIcmsRules } from './single-phase-icms.ts';
import { singlePhaseTotalRules } from './single-phase-totals.ts';
import { substituteRegistrationRules } from './substitute-registration.ts';
import { substitutionRules } from './substitution.ts';
import { supplementRules } from './supplement.ts';
import { taxesReturnedRules } from './taxes-returned.ts';
import { technicalResponsibleRules } from './technical-responsible.ts';
import { thirdPartyRules } from './third-parties.ts';
import { totalRules } from './totals.ts';

/** Every rule about a note, in the order of the layout; the first that is broken is the answer. */
export const noteRules: readonly Rule[] = [
  ...authorizerRules,
  ...accessKeyRules,
  ...identificationRules,
  ...intermediaryIndicatorRules,
  ...knownMunicipalityRules,
  ...consumerIdentificationRules,
  ...referenceRules,
  ...purposeRules,
  ...issuerRules,
  ...substituteRegistrationRules,
  ...recipientRules,
  ...exemptRecipientRules,
  ...deliveryAndPickupRules,
  ...itemRules,
  ...knownGoodsRules,
  ...medicineRules,
  ...fuelRules,
  ...consumerItemRules,
  ...exportIcmsRules,
  ...icmsRules,
  ...singlePhaseIcmsRules,
  ...retainedSubstitutionRules,
  ...entrepreneurRules,
  ...exemptedIcmsRules,
  ...povertyFundRules,
  ...substitutionRules,
  ...destinationIcmsRules,
  ...ipiRules,
  ...classificationRules,
  ...ibsCbsAdjustmentRules,
  ...ibsCbsAmountRules,
  ...regularTaxRules,
  ...taxesReturnedRules,
  ...totalRules,
  ...singlePhaseTotalRules,
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
