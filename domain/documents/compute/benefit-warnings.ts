import type { Issue } from '../../errors.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { benefitSituations, benefitsOf, withoutBenefit } from '../../taxation/benefits/codes.ts';
import { isJudgedBy } from '../../taxation/benefits/rules.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { type LawTables, shippedLawTables } from '../../taxation/law-tables.ts';
import type { ComputedItem, ComputedNote } from '../computed-note.ts';

/** What a note is judged by: now, and with the tables that this version ships, unless told otherwise. */
export type WarnedAt = { on?: Date; rates?: LawTables };

/** What a state may want of ICMS that is not charged, where only the state knows whether it does. */
export function benefitWarnings(note: ComputedNote, { on = new Date(), rates = shippedLawTables }: WarnedAt): Issue[] {
  const { state } = note.issuer.settings.address;
  const wanted = wantsBenefits(note, state, { on, rates });
  const mayWantRetention = benefitsOf({ issuerState: state, rates })?.retainedSt === undefined;
  return note.items.flatMap((item, index) => [
    ...(wanted ? unsaidBenefit(item, state, `items[${index}].benefitCode`) : []),
    ...(mayWantRetention ? unsaidRetention(item, note, `items[${index}].retainedSt`) : []),
  ]);
}

/** Whether the state wants codes (rule N12-85, 930) and nobody gave its list: which situations have codes there is not known. */
function wantsBenefits(note: ComputedNote, issuerState: string, { on, rates }: Required<WarnedAt>): boolean {
  const { model, operationType: direction, purpose, destination } = note;
  if (benefitsOf({ issuerState, rates })?.codes) return false;
  return isJudgedBy('930', { issuerState, model, direction, purpose, destination, date: fiscalDay(on, issuerState) });
}

function unsaidBenefit({ icms, benefitCode }: ComputedItem, state: string, path: string): Issue[] {
  const situation = icms?.situation ?? '';
  if (benefitCode || !benefitSituations.has(situation)) return [];
  const message =
    `${state} exige o código do benefício fiscal em operações com o CST ${situation} e pode recusar a nota (rejeição 930): ` +
    `informe benefitCode, que é ${withoutBenefit} onde não há benefício.`;
  return [{ path, message }];
}

/** Not all states that want it are known (rejection 938). */
function unsaidRetention({ icms }: ComputedItem, { model, finalConsumer }: ComputedNote, path: string): Issue[] {
  const isCollected = icmsSituations.get(icms?.situation ?? '')?.isCollected;
  if (model === '65' || finalConsumer || !isCollected || icms?.retainedStBase) return [];
  const message =
    'Alguns estados exigem o ICMS-ST retido antes (rejeição 938): se o da empresa exige, informe retainedSt, da nota de compra.';
  return [{ path, message }];
}
