import type { Fault } from '../../faults.ts';
import { decimal, sum } from '../../money.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import { mayReduceBelowMinimum } from '../../service-taxation/service-code.ts';
import type { ServiceAmounts } from '../computed-service.ts';

/** Sums that the authority refuses, although each of their parts is right. */
export function checkServiceSums(amounts: ServiceAmounts, fields: ServiceFields): Fault[] {
  return [...checkTaken(amounts), ...checkMinimum(amounts, fields), ...checkWithheld(amounts, fields)];
}

/** What is withheld and rounds to nothing is not withheld (E0724); what is, is less than the service (E0699, E0700 and E0701). */
function checkWithheld({ service, ...amounts }: ServiceAmounts, { pisCofinsWithholding }: ServiceFields): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push({ code: 'invalid_taxation', path: `items[0].${field}`, message });
  if (pisCofinsWithholding && !['0', '2'].includes(pisCofinsWithholding) && !amounts.csll) {
    refuse(
      'pisCofinsWithholding',
      'O que seria retido não chega a um centavo: informe pisCofinsWithholding 0 (E0724).',
    );
  }
  for (const [name, code] of withheldNames) {
    if (decimal(amounts[name]).lt(decimal(service))) continue;
    refuse(
      `${name}Rate`,
      `A retenção, ${amounts[name] ?? ''}, não é menor que o valor do serviço, ${service} (${code}).`,
    );
  }
  return faults;
}

const withheldNames = [
  ['inss', 'E0699'],
  ['irrf', 'E0700'],
  ['csll', 'E0701'],
] as const;

/** Rule E0428; what the issuer owes itself of PIS, COFINS and ISSQN is not among it. */
function checkTaken(amounts: ServiceAmounts): Fault[] {
  const { unconditionalDiscount, conditionalDiscount, deductions, benefit } = amounts;
  const given = [unconditionalDiscount, conditionalDiscount, deductions, benefit, amounts.withheld];
  const taken = sum(given.map((amount) => decimal(amount)));
  if (taken.lte(decimal(amounts.service))) return [];
  const message =
    `Descontos, deduções e retenções somam ${taken.toFixed(2)}, mais que o valor do serviço, ${amounts.service} (rejeição E0428): ` +
    'acerte os valores ou as alíquotas.';
  return [{ code: 'invalid_taxation', path: 'items', message }];
}

/** Rules E0429, E0444, E0447 and E0587 (LC 116/2003 art. 8-A §1): a reduced base must not bring ISSQN below 2 % of what is charged. */
function checkMinimum(
  { deductions, benefit, issBase, issRate, ...amounts }: ServiceAmounts,
  fields: ServiceFields,
): Fault[] {
  if ((!deductions && !benefit) || !issBase || !issRate || mayReduceBelowMinimum(fields.serviceCode ?? '')) return [];
  const charged = decimal(amounts.service).minus(decimal(amounts.unconditionalDiscount));
  if (decimal(issBase).times(decimal(issRate)).gte(charged.times(2))) return [];
  const message = `Com a base de ${issBase}, o ISSQN fica abaixo de 2 % do valor do serviço (rejeição E0429): diminua a dedução ou o benefício.`;
  return [
    { code: 'invalid_taxation', path: deductions ? 'service.deductions' : 'items[0].issBenefitReduction', message },
  ];
}
