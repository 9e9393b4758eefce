import { chargedFor } from '../documents/compute/charged-for.ts';
import type { ComputedServiceContent } from '../documents/document.entity.ts';
import type { ServiceLine } from './facts.ts';

const nothing = '0.00';
/** CST of an NFS-e that has neither PIS nor COFINS (leiaute NFS-e 1.01), which no other table has. */
const noContribution = '00';

/** A service as it is posted. A DPS is of one service, whatever items it has. */
export function serviceLineOf({ amounts, fields }: Pick<ComputedServiceContent, 'amounts' | 'fields'>): ServiceLine {
  const { ibsCbs } = amounts;
  return {
    serviceCode: fields.serviceCode ?? '',
    operationValue: chargedFor(amounts),
    issBase: amounts.issBase ?? nothing,
    issRate: amounts.issRate,
    iss: amounts.iss ?? nothing,
    issWithheld: amounts.issWithheld ?? nothing,
    pisCofinsCst: fields.pisCofinsCst === noContribution ? null : (fields.pisCofinsCst ?? null),
    pisCofinsBase: amounts.pisCofinsBase ?? nothing,
    pis: amounts.pis ?? nothing,
    cofins: amounts.cofins ?? nothing,
    ibsCbsCst: fields.ibsCbsSituation ?? null,
    classification: fields.ibsCbsClassification ?? null,
    ibsCbsBase: ibsCbs?.base ?? nothing,
    ibs: ibsCbs?.ibsValue ?? nothing,
    cbs: ibsCbs?.cbsValue ?? nothing,
  };
}
