import type { Fault } from '../../faults.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import { issRegimeOf, type ServiceRegime } from '../../service-taxation/regime.ts';
import { maySimplesDeduct } from '../../service-taxation/service-code.ts';
import type { ServicePayload } from '../payload.ts';

/** What a service may not say because of its issuer's regime, or because it has no ISSQN (Anexo I v1.01). */
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
  return [{ code: 'validation_error', path: 'service.deductions', message }];
}

/** Rules E0535 and E0588. */
function checkSpecial({ issWithholding, issBenefitCode }: ServiceFields, regime: string): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push({ code: 'invalid_taxation', path: `items[0].${field}`, message });
  if (issWithholding === '2' || issWithholding === '3') {
    refuse('issWithholding', `O ISSQN do regime especial ${regime} não é retido: informe issWithholding 1 (E0588).`);
  }
  if (issBenefitCode) {
    refuse('issBenefitCode', `O regime especial ${regime} não tem benefício municipal: retire issBenefitCode (E0535).`);
  }
  return faults;
}
