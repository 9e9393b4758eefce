import type { TaxpayerType } from '../taxation/parties.ts';
import type { ClientFault, ClientInput } from './client-input.ts';
import type { Identity } from './identify.ts';

/** The client's position towards ICMS (indIEDest), with its state registration in digits. */
export type Taxpayer = { stateRegistration: string | null; taxpayerType: TaxpayerType; faults: ClientFault[] };

/** Unless the caller says otherwise, a registration means CONTRIBUINTE, the word "isento" means ISENTO, and none means NAO_CONTRIBUINTE. */
export function taxpayerOf(input: ClientInput, { type }: Identity): Taxpayer {
  const written = input.stateRegistration?.trim() ?? '';
  const isExempt = /^isent[oa]$/i.test(written);
  const stateRegistration = isExempt ? null : written.replace(/[^0-9A-Za-z]/g, '') || null;
  const taxpayerType = input.taxpayerType ?? inferred(isExempt, stateRegistration);
  return {
    stateRegistration,
    taxpayerType,
    faults: checkTaxpayer(stateRegistration, taxpayerType, type === 'FOREIGN'),
  };
}

function inferred(isExempt: boolean, stateRegistration: string | null): TaxpayerType {
  if (isExempt) return 'ISENTO';
  return stateRegistration ? 'CONTRIBUINTE' : 'NAO_CONTRIBUINTE';
}

/** Rules 728, 790, 791 and 792 of the authority. */
function checkTaxpayer(
  stateRegistration: string | null,
  taxpayerType: TaxpayerType,
  isForeign: boolean,
): ClientFault[] {
  const faults: ClientFault[] = [];
  if (stateRegistration && !/^\d{2,14}$/.test(stateRegistration)) {
    faults.push({ field: 'stateRegistration', message: 'A inscrição estadual tem de 2 a 14 dígitos, ou ISENTO.' });
  }
  if (isForeign && (stateRegistration || taxpayerType !== 'NAO_CONTRIBUINTE')) {
    const message = 'Estrangeiro não é contribuinte do ICMS: deixe stateRegistration e taxpayerType vazios.';
    faults.push({ field: 'taxpayerType', message });
    return faults;
  }
  if (taxpayerType === 'CONTRIBUINTE' && !stateRegistration) {
    const message = 'Contribuinte do ICMS precisa da inscrição estadual: informe stateRegistration.';
    faults.push({ field: 'stateRegistration', message });
  }
  if (taxpayerType === 'ISENTO' && stateRegistration) {
    const message = 'Quem é isento de inscrição estadual não tem número: retire-o ou mude taxpayerType.';
    faults.push({ field: 'stateRegistration', message });
  }
  return faults;
}
