import { decimal } from '../money.ts';
import type { ServiceFault, ServiceFields } from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import { isOutsideIss, isTollRoad, mayFallBelowMinimum } from './service-code.ts';

/** What the rules of ISSQN depend on: the company's regime, and the services concerned (empty where they are not known). */
export type IssContext = { regime: TaxRegime | null; serviceCodes: string[] };

/** Why the ISSQN of a service would be refused (Anexo I v1.01, rules E0532 to E0640). */
export function checkIss(fields: ServiceFields, context: IssContext): ServiceFault[] {
  return [
    ...checkTaxation(fields, context),
    ...checkSuspension(fields),
    ...checkBenefit(fields, context),
    ...checkWithholding(fields, context),
    ...checkRate(fields, context),
  ];
}

function checkTaxation(fields: ServiceFields, { serviceCodes }: IssContext): ServiceFault[] {
  const { issTaxation, issImmunityType, issResultCountry } = fields;
  const faults: ServiceFault[] = [];
  if (issTaxation && issTaxation !== '4' && serviceCodes.some(isOutsideIss)) {
    const message = 'Um serviço do item 99 não tem ISSQN: informe issTaxation 4 (não incidência).';
    faults.push({ field: 'issTaxation', message });
  }
  if (issTaxation === '2' && !issImmunityType) {
    const message = 'Com issTaxation 2 (imunidade), informe issImmunityType, de 1 a 5.';
    faults.push({ field: 'issImmunityType', message });
  }
  if (issTaxation === '3' && !issResultCountry) {
    const message =
      'Com issTaxation 3 (exportação), informe issResultCountry, a sigla do país onde o resultado ocorre.';
    faults.push({ field: 'issResultCountry', message });
  }
  return faults;
}

function checkSuspension({ issSuspensionType, issSuspensionProcess }: ServiceFields): ServiceFault[] {
  if (issSuspensionType && !issSuspensionProcess) {
    const message = 'A exigibilidade suspensa tem um processo: informe issSuspensionProcess, de 30 dígitos.';
    return [{ field: 'issSuspensionProcess', message }];
  }
  if (!issSuspensionType && issSuspensionProcess) {
    const message = 'Informe issSuspensionType: 1 (decisão judicial) ou 2 (processo administrativo).';
    return [{ field: 'issSuspensionType', message }];
  }
  return [];
}

function checkBenefit({ issBenefitCode, issBenefitReduction }: ServiceFields, { regime }: IssContext): ServiceFault[] {
  const faults: ServiceFault[] = [];
  if (issBenefitCode && (regime === 'MEI' || regime === 'SIMPLES')) {
    const message = 'Quem recolhe o ISSQN pelo Simples Nacional não usa benefício municipal: retire issBenefitCode.';
    faults.push({ field: 'issBenefitCode', message });
  }
  if (issBenefitReduction && !issBenefitCode) {
    const message = 'A redução é de um benefício municipal: informe issBenefitCode, de 14 dígitos.';
    faults.push({ field: 'issBenefitCode', message });
  }
  if (issBenefitReduction && decimal(issBenefitReduction).isZero()) {
    const message = 'A redução do benefício é maior que zero: informe o percentual ou retire issBenefitReduction.';
    faults.push({ field: 'issBenefitReduction', message });
  }
  return faults;
}

function checkWithholding(fields: ServiceFields, { regime, serviceCodes }: IssContext): ServiceFault[] {
  const { issWithholding, issTaxation, issSuspensionType } = fields;
  if (issWithholding !== '2' && issWithholding !== '3') return [];
  const reason = [
    { applies: regime === 'MEI', inWords: 'O ISSQN de MEI não é retido' },
    { applies: !!issTaxation && issTaxation !== '1', inWords: `Com issTaxation ${issTaxation} não há ISSQN a reter` },
    { applies: !!issSuspensionType, inWords: 'O ISSQN de exigibilidade suspensa não é retido' },
    {
      applies: serviceCodes.some(isTollRoad),
      inWords: 'O ISSQN da exploração de rodovia (22.01) não é retido (E0596)',
    },
  ].find(({ applies }) => applies);
  return reason ? [{ field: 'issWithholding', message: `${reason.inWords}: informe issWithholding 1.` }] : [];
}

function checkRate({ issRate, issWithholding }: ServiceFields, { regime, serviceCodes }: IssContext): ServiceFault[] {
  const isWithheld = issWithholding === '2' || issWithholding === '3';
  if (!issRate) {
    if (regime !== 'SIMPLES' || !isWithheld) return [];
    const message = 'No Simples Nacional com ISSQN retido, informe issRate, a alíquota de 1,8 a 5.';
    return [{ field: 'issRate', message }];
  }
  if (regime === 'MEI') {
    return [{ field: 'issRate', message: 'MEI recolhe o ISSQN em valor fixo: retire issRate.' }];
  }
  const least = regime === 'SIMPLES' ? '1.8' : '2';
  if (decimal(issRate).gte(least) || serviceCodes.every(mayFallBelowMinimum)) return [];
  const message = `A alíquota do ISSQN deste serviço vai de ${least.replace('.', ',')} a 5; veio ${issRate}.`;
  return [{ field: 'issRate', message }];
}
