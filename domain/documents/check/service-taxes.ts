import { type Fault, refusal } from '../../faults.ts';
import { decimal, sum } from '../../money.ts';
import { issRegimeOf, type ServiceRegime } from '../../service-taxation/regime.ts';
import { mayReduceBelowMinimum, maySimplesDeduct } from '../../service-taxation/service-code.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type { ServiceAmounts } from '../computed-service.ts';
import type { ServicePayload } from '../payload.ts';

/** Faults of fields that a service may not have because of its issuer's regime, or because it has no ISSQN (Anexo I v1.01). */
export function checkRegime({ service }: ServicePayload, fields: ServiceFields, regime: ServiceRegime): Fault[] {
  const deductions = service?.deductions ? checkDeductions(fields, regime) : [];
  return [...deductions, ...(regime.regEspTrib === '0' ? [] : checkSpecial(fields, regime.regEspTrib))];
}

/** Rules E0435, E0436, E0438 and E0441. */
function checkDeductions({ issTaxation, serviceCode }: ServiceFields, regime: ServiceRegime): Fault[] {
  const { opSimpNac, regEspTrib } = regime;
  const isSimples = issRegimeOf(regime) === 'SIMPLES';
  const reason = [
    { applies: issTaxation !== '1', inWords: 'Sem ISSQN devido não há o que deduzir', code: 'E0435' },
    { applies: opSimpNac === '2', inWords: 'MEI recolhe o ISSQN em valor fixo, sem deduções', code: 'E0436' },
    { applies: regEspTrib !== '0', inWords: `O regime especial ${regEspTrib} não tem deduções`, code: 'E0438' },
    {
      applies: isSimples && !maySimplesDeduct(serviceCode ?? ''),
      inWords: `Quem recolhe o ISSQN pelo Simples Nacional não o deduz no serviço ${serviceCode ?? ''}`,
      code: 'E0441',
    },
  ].find(({ applies }) => applies);
  if (!reason) return [];
  const message = `${reason.inWords}: não envie deductions (rejeição ${reason.code}).`;
  return [refusal('service.deductions', message)];
}

const federal = [
  'pisCofinsCst',
  'pisRate',
  'cofinsRate',
  'pisCofinsWithholding',
  'inssRate',
  'irrfRate',
  'csllRate',
] as const;

/** Rule E0675: an issuer with a CPF declares no federal taxes, whichever level gives them. */
export function checkFederalOfPerson(fields: ServiceFields, taxId: string): Fault[] {
  if (taxId.length !== 11) return [];
  return federal.flatMap((name) => {
    if (!fields[name]) return [];
    const message =
      'Quem emite NFS-e com CPF não informa tributos federais (rejeição E0675): não envie este campo, e retire-o de onde a venda o toma.';
    return [refusal(`items[0].${name}`, message, 'invalid_taxation')];
  });
}

/** Rules E0535 and E0588. */
function checkSpecial({ issWithholding, issBenefitCode }: ServiceFields, regime: string): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push(refusal(`items[0].${field}`, message, 'invalid_taxation'));
  if (issWithholding === '2' || issWithholding === '3') {
    refuse('issWithholding', `O ISSQN do regime especial ${regime} não é retido: informe issWithholding 1 (E0588).`);
  }
  if (issBenefitCode) {
    refuse('issBenefitCode', `O regime especial ${regime} não tem benefício municipal: retire issBenefitCode (E0535).`);
  }
  return faults;
}

/** Faults of sums that the authority refuses although each of their parts is right. */
export function checkServiceSums(amounts: ServiceAmounts, fields: ServiceFields): Fault[] {
  return [
    ...checkTaken(amounts),
    ...checkBase(amounts),
    ...checkMinimum(amounts, fields),
    ...checkWithheld(amounts, fields),
  ];
}

/** A withheld amount that rounds to zero is not withheld (E0724); any other is less than the service (E0699, E0700 and E0701). */
function checkWithheld({ service, ...amounts }: ServiceAmounts, { pisCofinsWithholding }: ServiceFields): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push(refusal(`items[0].${field}`, message, 'invalid_taxation'));
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

/**
 * Rule E0428: discounts, deductions, benefit and withheld taxes are together not more than the service. The issuer's own PIS, COFINS and ISSQN do not
 * count.
 */
function checkTaken(amounts: ServiceAmounts): Fault[] {
  const { unconditionalDiscount, conditionalDiscount, deductions, benefit } = amounts;
  const given = [unconditionalDiscount, conditionalDiscount, deductions, benefit, amounts.withheld];
  const taken = sum(given.map((amount) => decimal(amount)));
  if (taken.lte(decimal(amounts.service))) return [];
  const message =
    `Descontos, deduções e retenções somam ${taken.toFixed(2)}, mais que o valor do serviço, ${amounts.service} (rejeição E0428): ` +
    'acerte os valores ou as alíquotas.';
  return [refusal('items', message, 'invalid_taxation')];
}

/** The base of ISSQN is not below zero after the benefit and the amounts for third parties. */
function checkBase({ issBase, reimbursed }: ServiceAmounts): Fault[] {
  if (!reimbursed || !issBase || decimal(issBase).gte(0)) return [];
  const message = `Com o benefício e os valores de terceiros, ${reimbursed}, a base do ISSQN fica abaixo de zero: diminua-os.`;
  return [refusal('service.ibsCbs.reimbursements', message)];
}

/** Rules E0429, E0444, E0447 and E0587 (LC 116/2003 art. 8-A §1): a reduced base must not bring ISSQN below 2 % of what is charged. */
function checkMinimum(
  { deductions, benefit, reimbursed, issBase, issRate, ...amounts }: ServiceAmounts,
  fields: ServiceFields,
): Fault[] {
  if ((!deductions && !benefit) || !issBase || !issRate || mayReduceBelowMinimum(fields.serviceCode ?? '')) return [];
  const charged = decimal(amounts.service).minus(decimal(amounts.unconditionalDiscount));
  // Amounts for third parties do not count as a reduction of the base: like the authority, the minimum is checked without them.
  const own = decimal(issBase).plus(decimal(reimbursed));
  if (own.times(decimal(issRate)).gte(charged.times(2))) return [];
  const message = `Com a base de ${issBase}, o ISSQN fica abaixo de 2 % do valor do serviço (rejeição E0429): diminua a dedução ou o benefício.`;
  return [refusal(deductions ? 'service.deductions' : 'items[0].issBenefitReduction', message, 'invalid_taxation')];
}
