import type { Issuer } from '../../companies/settings.ts';
import type { Fault } from '../../faults.ts';
import type { Operation } from '../../taxation/operation.ts';

/** States that ask who made the software (rule ZD01-10 of NT 2018.005 v1.52). */
const demanding = new Set(['AM', 'MS', 'PE', 'PR', 'SC', 'TO']);
/** Paraná asks for the CSRT too, of NF-e issued from these days on (rule ZD07-10). */
const codesSince = { HOMOLOGATION: '2026-01-19', PRODUCTION: '2026-02-23' } as const;

/** What of infRespTec the issuer's state asks for and the company's settings lack; null where nothing is missing. */
export function missingResponsible(
  { settings, environment }: Pick<Issuer, 'settings' | 'environment'>,
  { model, date }: Pick<Operation, 'model' | 'date'>,
): 'RESPONSIBLE' | 'CSRT' | null {
  const { technicalResponsible: responsible, address } = settings;
  const { state } = address;
  if (!demanding.has(state)) return null;
  if (!responsible) return 'RESPONSIBLE';
  if (state !== 'PR' || model !== '55' || date < codesSince[environment]) return null;
  return responsible.csrt?.[environment] ? null : 'CSRT';
}

/** Refuses what the authority would (972, 975). An operator mends it. */
export function checkTechnicalResponsible(issuer: Issuer, operation: Pick<Operation, 'model' | 'date'>): Fault[] {
  const { state } = issuer.settings.address;
  switch (missingResponsible(issuer, operation)) {
    case null:
      return [];
    case 'RESPONSIBLE': {
      const message =
        `${state} exige os dados do responsável técnico pelo sistema (rejeição 972): informe-os no cadastro da empresa com ` +
        `"lavra company set ${issuer.taxId}" e --technical-cnpj, --technical-contact, --technical-email e --technical-phone.`;
      return [{ code: 'validation_error', path: 'company.technicalResponsible', message }];
    }
    case 'CSRT': {
      const message =
        `${state} exige o CSRT do responsável técnico (rejeição 975): registre-o no cadastro da empresa com ` +
        `"lavra company csrt set ${issuer.taxId} --id <número> --environment ${issuer.environment}".`;
      return [{ code: 'validation_error', path: 'company.technicalResponsible.csrt', message }];
    }
  }
}
