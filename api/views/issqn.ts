import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { decimal, money, percent } from '../../domain/money.ts';
import type { Issqn, IssqnAmounts } from '../../domain/taxation/issqn.ts';
import type { Schema } from '../operations.ts';

/** The ISSQN fields of a whole conjugated note (goods and services), as they were sent. */
export function issqnView({
  performedOn,
  municipalRegime,
}: NonNullable<GoodsPayload['issqn']>): Schema<'DocumentIssqn'> {
  return { ...(performedOn ? { performedOn } : {}), ...(municipalRegime ? { municipalRegime } : {}) };
}

/** The ISSQN of a line as it was sent, before anything is computed. */
export function itemIssqnView(issqn: Issqn): Schema<'ItemIssqn'> {
  const { serviceCode, municipalityCode, enforceability, rate, isWithheld, hasIncentive } = issqn;
  const { deduction, otherWithholdings, conditionalDiscount } = issqn;
  const { municipalServiceCode, incidenceMunicipalityCode, country, suspensionProcess } = issqn;
  return {
    ...{ serviceCode, municipalityCode, enforceability: enforceability ?? 'DUE' },
    ...{ isWithheld: isWithheld === true, hasIncentive: hasIncentive === true },
    ...(rate ? { rate: percent(decimal(rate)) } : {}),
    ...(deduction ? { deduction: money(decimal(deduction)) } : {}),
    ...(otherWithholdings ? { otherWithholdings: money(decimal(otherWithholdings)) } : {}),
    ...(conditionalDiscount ? { conditionalDiscount: money(decimal(conditionalDiscount)) } : {}),
    ...(municipalServiceCode ? { municipalServiceCode } : {}),
    ...(incidenceMunicipalityCode ? { incidenceMunicipalityCode } : {}),
    ...(country ? { country } : {}),
    ...(suspensionProcess ? { suspensionProcess } : {}),
  };
}

/** The ISSQN of a line as it was computed. */
export function computedIssqnView(issqn: IssqnAmounts): Schema<'ItemIssqn'> {
  return { ...issqn, isWithheld: issqn.withheld !== undefined };
}
