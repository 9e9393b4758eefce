import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { inForce } from '../../law-calendar.ts';
import type { Operation } from '../../taxation/operation.ts';

/** States that ask for the party responsible for the software (rule ZD01-10 of NT 2018.005 v1.52). */
const demanding = new Set(['AM', 'MS', 'PE', 'PR', 'SC', 'TO']);

/**
 * What the issuer's state asks for in infRespTec and the company's settings lack: the responsible, or the CSRT, which only Paraná asks for, in NF-e
 * (rule ZD07-10); null where nothing is missing.
 */
export function missingResponsible(
  { settings, environment }: Pick<Issuer, 'settings' | 'environment'>,
  { model, date, rates }: Pick<Operation, 'model' | 'date' | 'rates'>,
): 'RESPONSIBLE' | 'CSRT' | null {
  const { technicalResponsible: responsible, address } = settings;
  const { state } = address;
  if (!demanding.has(state)) return null;
  if (!responsible) return 'RESPONSIBLE';
  if (state !== 'PR' || model !== '55') return null;
  if (!inForce('TECHNICAL_RESPONSIBLE_CODES', { environment, date }, rates?.calendar)) return null;
  return responsible.csrt?.[environment] ? null : 'CSRT';
}

/** Faults for which the authority would refuse the note (972, 975). An operator mends them. */
export function checkTechnicalResponsible(
  issuer: Issuer,
  operation: Pick<Operation, 'model' | 'date' | 'rates'>,
): Fault[] {
  const { state } = issuer.settings.address;
  switch (missingResponsible(issuer, operation)) {
    case null:
      return [];
    case 'RESPONSIBLE': {
      const message =
        `${state} exige os dados do responsável técnico pelo sistema (rejeição 972): informe-os no cadastro da empresa com ` +
        `"lavra company set ${issuer.taxId}" e --technical-cnpj, --technical-contact, --technical-email e --technical-phone.`;
      return [refusal('company.technicalResponsible', message)];
    }
    case 'CSRT': {
      const message =
        `${state} exige o CSRT do responsável técnico (rejeição 975): registre-o no cadastro da empresa com ` +
        `"lavra company csrt set ${issuer.taxId} --id <número> --environment ${issuer.environment}".`;
      return [refusal('company.technicalResponsible.csrt', message)];
    }
  }
}
