import table from '../../tables/nfse-codes.json' with { type: 'json' };
import type { TaxAuthority } from '../tax-authority.ts';
import type { Distortion } from './distortion-names.ts';
import type { NfseCall } from './operation.ts';
import { isOfReception, receptionText } from './reception-faults.ts';
import { Refused } from './refused.ts';

/**
 * Refuses with the code of a scenario that is about the message as it arrived.
 *
 * @throws Refused
 */
export function refuseAtReception(call: NfseCall, authority: TaxAuthority): void {
  refuseChosen(call, authority, isOfReception);
}

/**
 * Refuses with any other code of a scenario, once nothing else is wrong.
 *
 * @throws Refused
 */
export function refuseAsChosen(call: NfseCall, authority: TaxAuthority): void {
  refuseChosen(call, authority, (code) => !isOfReception(code));
}

/** How a scenario wants the success of a call to be spoilt. */
export function chosenDistortion({ subject }: NfseCall, { scenarios }: TaxAuthority): Distortion | undefined {
  const chosen = scenarios.take('nfse', subject, (effect) => 'answer' in effect);
  return chosen && 'answer' in chosen ? chosen.answer : undefined;
}

function refuseChosen({ subject }: NfseCall, { scenarios }: TaxAuthority, wanted: (code: string) => boolean): void {
  const chosen = scenarios.take('nfse', subject, (effect) => 'refuse' in effect && wanted(effect.refuse));
  if (!chosen || !('refuse' in chosen)) return;
  const { refuse: code, description = wordsOf(code) } = chosen;
  throw new Refused(400, [{ code, description }]);
}

const published: Readonly<Record<string, { message: string } | undefined>> = table.codes;

/** What is wrong on arrival SEFIN words otherwise than the annex does. */
function wordsOf(code: string): string {
  return receptionText(code) ?? published[code]?.message ?? 'Rejeição escolhida.';
}
