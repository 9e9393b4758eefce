import type { DeclaredIbsCbsRequest, ReimbursementRequest } from '../../operations/documents/sale-request.ts';
import type { Schema } from '../schema.ts';
import { decimalText, sentFields, sentTexts } from './decimal-text.ts';
import { site } from './site.ts';

/** What a body says of the IBS and CBS of a service, beside classes and rates. */
export function declaredIbsCbs(sent: Schema<'ServiceIbsCbsInput'>): DeclaredIbsCbsRequest {
  const { personalUse, operation, governmentEntity, previousDocuments, recipient, property, reimbursements } = sent;
  return {
    ...(typeof personalUse === 'boolean' ? { personalUse } : {}),
    ...(operation ? { operation } : {}),
    ...(governmentEntity ? { governmentEntity } : {}),
    ...(previousDocuments ? { previousDocuments } : {}),
    ...(recipient ? { recipient } : {}),
    ...(property ? { property: { ...sentFields(property, ['propertyRegistration', 'cib']), ...site(property) } } : {}),
    ...(reimbursements ? { reimbursements: reimbursements.map(reimbursement) } : {}),
    ...sentTexts(sent, ['presumedCreditCode']),
  };
}

function reimbursement(sent: Schema<'ServiceReimbursementInput'>): ReimbursementRequest {
  const { otherKey, fiscalDocument, otherDocument, supplier, issueDate, competence, type, value } = sent;
  return {
    ...{ issueDate, competence, type },
    value: decimalText(value),
    ...(otherKey ? { otherKey } : {}),
    ...(fiscalDocument ? { fiscalDocument } : {}),
    ...(otherDocument ? { otherDocument } : {}),
    ...(supplier ? { supplier } : {}),
    ...sentFields(sent, ['nfseKey', 'nfeKey', 'cteKey', 'description']),
  };
}
