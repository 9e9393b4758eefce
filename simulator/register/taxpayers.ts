import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Registered, TaxpayerRecord } from './records.ts';
import type { Register } from './register.ts';

/** cSitCNPJ of Receita Federal. */
const active = '02';
const deleted = '99';
const states: Readonly<Record<string, number | undefined>> = table.cUF;

/**
 * The registers that authorities look into by NT 2026.007 v1.10: the list of Receita Federal (LCC-RFB: situation and regime of each CNPJ)
 * and that of the states (CCC: registrations). In the simulator every company is invented, so only those that somebody puts into the
 * registers are in them. Any other CNPJ counts as an active company of which nothing else is known, or, in strict registers, as one that
 * does not exist.
 */
export class Taxpayers {
  readonly #register: Pick<Register, 'taxpayer' | 'taxpayers'>;
  isStrict: boolean;

  constructor(register: Pick<Register, 'taxpayer' | 'taxpayers'>, isStrict: boolean) {
    this.#register = register;
    this.isStrict = isStrict;
  }

  /** The entry of a CNPJ in a state. The list is keyed by state and CNPJ, and skips deleted entries (99). A record without a state is found in any. */
  find(cnpj: string, state: string | undefined): Registered {
    const found = this.#register.taxpayer(cnpj);
    if (!found || found.isForgotten) return this.isStrict ? 'ABSENT' : undefined;
    const isElsewhere = found.state !== undefined && state !== undefined && found.state !== state;
    return found.situation === deleted || isElsewhere ? 'ABSENT' : found;
  }

  /** Whether a CNPJ is known to have no registration by which it pays ICMS in a state; `cUF` is the state's number. */
  isUnregistered(cnpj: string, cUF: string): boolean {
    const state = Object.keys(states).find((name) => states[name] === Number(cUF)) ?? '';
    const found = this.find(cnpj, state);
    return typeof found === 'object' && found.registrations !== undefined && !paysIcms(found, state);
  }

  all(): TaxpayerRecord[] {
    return this.#register.taxpayers().filter(({ isForgotten }) => !isForgotten);
  }
}

/** Whether the list of Receita Federal has a CNPJ as other than active. */
export function isInactive(found: Registered): boolean {
  return typeof found === 'object' && found.situation !== active;
}

/** cSitIE 1 (enabled). `typesOfTaxpayers` are tpIE 1 and 5: ordinary companies and rural producers. */
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
