import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { serviceCases } from './cases.ts';
import { checked, dpsOf } from './issue.ts';

/** Every case that is issued: the computed service and its DPS. */
export function issuedServices(): { service: ComputedService; xml: string }[] {
  return serviceCases.flatMap((one) => {
    if (!('gives' in one)) return [];
    const { service } = checked(one.sale);
    if (!service) throw new Error(`${one.of} is not issued`);
    return [{ service, xml: dpsOf(service, one.sale) }];
  });
}

/** The input of a case, in the form in which the second program reports what it reads. */
export function reportedInput({ ibsCbs = {}, approximateTaxes }: ComputedService): object {
  const { operation, governmentEntity, previousDocuments, recipient, property, reimbursements } = ibsCbs;
  return {
    operation: operation ?? null,
    governmentEntity: governmentEntity ?? null,
    previousDocuments: previousDocuments ?? [],
    recipient: recipient?.document ?? null,
    cib: property?.cib ?? null,
    personalUse: ibsCbs.personalUse ?? null,
    presumedCreditCode: ibsCbs.presumedCreditCode ?? null,
    reimbursements: (reimbursements ?? []).map(({ type, value, nfseKey, nfeKey, cteKey, otherKey, otherDocument }) => {
      return [type, value, nfseKey ?? nfeKey ?? cteKey ?? otherKey?.key ?? otherDocument?.number ?? null];
    }),
    ...(approximateTaxes
      ? {
          approximateTaxes: [
            approximateTaxes.federalValue,
            approximateTaxes.stateValue,
            approximateTaxes.municipalValue,
          ],
        }
      : {}),
  };
}
