import { fineTimestamp } from '../../clock.ts';
import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import type { NfseFault } from '../fault.ts';
import type { NfseCall } from '../operation.ts';
import type { Packed } from '../packed.ts';
import { Refused } from '../refused.ts';

/** As observed at the real server since 2026-02. */
export const application = 'SefinNacional_1.6.0';

/** The fields that every answer of SEFIN opens with. */
export function opening({ environment, at }: Pick<NfseCall, 'environment' | 'at'>): object {
  return { tipoAmbiente: environment, versaoAplicativo: application, dataHoraProcessamento: fineTimestamp(at) };
}

/** A fault in the letter case of queries and events; that of emission has capitals. */
export function inLowerCase({ code, description, complement }: NfseFault): object {
  return { codigo: code || undefined, descricao: description, complemento: complement };
}

/** The refusal of a query: one `erro`. */
export function queryRefusal(call: NfseCall, { faults: [first] }: Refused): object {
  return { ...opening(call), ...(first && { erro: inLowerCase(first) }) };
}

/**
 * The document of a call.
 *
 * @throws Refused when it could not be read.
 */
export function documentOf({ document }: NfseCall): Packed {
  if (document instanceof Refused) throw document;
  if (!document) throw new TypeError('the operation takes no document');
  return document;
}

/** CNPJ or CPF of a person of the layout; undefined for foreigners and where there is none. */
export function taxIdIn(person: Element | undefined, suffix = ''): string | undefined {
  return textOf(person, `CNPJ${suffix}`) ?? textOf(person, `CPF${suffix}`);
}

const issuers: Readonly<Record<string, string>> = { 2: 'toma', 3: 'interm' };

/** CNPJ or CPF of who issues a DPS: the provider, unless tpEmit says otherwise. */
export function issuerIn(infDPS: Element | undefined): string | undefined {
  return taxIdIn(child(infDPS, issuers[textOf(infDPS, 'tpEmit') ?? ''] ?? 'prest'));
}
