import type { Issuer } from '../../companies/settings.ts';
import type { Fault } from '../../faults.ts';
import type { Operation } from '../../taxation/operation.ts';

/** States that ask who made the software (rule ZD01-10 of NT 2018.005 v1.52). */
const demanding = new Set(['AM', 'MS', 'PE', 'PR', 'SC', 'TO']);
/** Paraná asks for the CSRT too, of NF-e issued from these days on (rule ZD07-10). */
const codesSince = { HOMOLOGATION: '2026-01-19', PRODUCTION: '2026-02-23' } as const;

/** What the state of the issuer asks of infRespTec and the company's settings lack (972, 975). An operator mends it. */
export function checkTechnicalResponsible(
  { settings, environment }: Issuer,
  { model, date }: Pick<Operation, 'model' | 'date'>,
): Fault[] {
  const { technicalResponsible: responsible, address } = settings;
  const { state } = address;
  if (!demanding.has(state)) return [];
  if (!responsible) {
    const message =
      `${state} exige os dados do responsável técnico pelo sistema (rejeição 972): informe-os no cadastro da empresa com ` +
      '"lavra company set --technical-cnpj", "--technical-contact", "--technical-email" e "--technical-phone".';
    return [{ code: 'validation_error', path: 'company.technicalResponsible', message }];
  }
  if (state !== 'PR' || model !== '55' || date < codesSince[environment] || responsible.csrt?.[environment]) return [];
  const message =
    'O Paraná exige o CSRT do responsável técnico (rejeição 975): registre-o no cadastro da empresa com ' +
    `"lavra company csrt set --environment ${environment}".`;
  return [{ code: 'validation_error', path: 'company.technicalResponsible.csrt', message }];
}
