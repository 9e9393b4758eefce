import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Registered, TaxpayerRecord } from './records.ts';
import type { Register } from './register.ts';

/** cSitCNPJ of Receita Federal. */
const active = '02';
const deleted = '99';
const states: Readonly<Record<string, number | undefined>> = table.cUF;

/**
 * The registers that NT 2026.007 v1.10 has authorities look into: the list of Receita Federal (LCC-RFB: situation and regime of each CNPJ)
 * and that of the states (CCC: registrations). Here everybody is invented, so that nobody is in them but who was put there; who was not is
 * taken for an active company of whom nothing else is known, or for one that does not exist where the registers are strict.
 */
export class Taxpayers {
  readonly #register: Pick<Register, 'taxpayer' | 'taxpayers'>;
  isStrict: boolean;

  constructor(register: Pick<Register, 'taxpayer' | 'taxpayers'>, isStrict: boolean) {
    this.#register = register;
    this.isStrict = isStrict;
  }

  /** The list's key is state and CNPJ, and it passes over what was deleted (99). A record without a state is found in any. */
  find(cnpj: string, state: string | undefined): Registered {
    const found = this.#register.taxpayer(cnpj);
    if (!found || found.isForgotten) return this.isStrict ? 'ABSENT' : undefined;
    const isElsewhere = found.state !== undefined && state !== undefined && found.state !== state;
    return found.situation === deleted || isElsewhere ? 'ABSENT' : found;
  }

  /** Whether a CNPJ is known to have no registration in a state with which it would pay ICMS there; `cUF` is the state's number. */
  isUnregistered(cnpj: string, cUF: string): boolean {
    const state = Object.keys(states).find((name) => states[name] === Number(cUF)) ?? '';
    const found = this.find(cnpj, state);
    return typeof found === 'object' && found.registrations !== undefined && !paysIcms(found, state);
  }

  all(): TaxpayerRecord[] {
    return this.#register.taxpayers().filter(({ isForgotten }) => !isForgotten);
  }
}

/** Whether the list of Receita Federal has a CNPJ as one that is not active. */
export function isInactive(found: Registered): boolean {
  return typeof found === 'object' && found.situation !== active;
}

/** cSitIE 1; tpIE 1 and 5, of ordinary companies and of rural producers. */
const enabled = 1;
const typesOfTaxpayers: readonly number[] = [1, 5];
/** cSitCNPJ of the states' register: blocked, or barred, as a recipient in the state. */
const irregular: readonly number[] = [2, 3];

/** Whether the states' register has a registration that is enabled for ICMS in a state (1C17-02). */
export function paysIcms({ registrations = [] }: TaxpayerRecord, state: string): boolean {
  return registrations.some((one) => isEnabledIn(one, state) && typesOfTaxpayers.includes(one.type));
}

/** Whether the states' register calls the company irregular there (1C17-04). */
export function isIrregular({ registrations = [] }: TaxpayerRecord, state: string): boolean {
  return registrations.some((one) => isEnabledIn(one, state) && irregular.includes(one.cnpjSituation));
}

function isEnabledIn(
  { state, situation }: NonNullable<TaxpayerRecord['registrations']>[number],
  wanted: string,
): boolean {
  return state === wanted && situation === enabled;
}
