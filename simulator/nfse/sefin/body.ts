import { fineTimestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { child, type Element, readXml, textOf } from '../../xml/element.ts';
import type { PackedDocument } from '../document.ts';
import { type NfseFault, NfseRefusal } from '../fault.ts';
import { isNfseKey } from '../key.ts';
import type { NfseCall } from '../operation.ts';
import { endingOf } from '../register.ts';
import type { DpsContext } from '../rules/rule.ts';

/** Name and version of SEFIN's program, as observed since 2026-02. */
export const application = 'SefinNacional_1.6.0';

/** The fields that every answer of SEFIN begins with. */
export function opening({ environment, at }: Pick<NfseCall, 'environment' | 'at'>): object {
  return { tipoAmbiente: environment, versaoAplicativo: application, dataHoraProcessamento: fineTimestamp(at) };
}

/** A fault with field names in lower case, as queries and events answer it; emission answers capitals. */
export function inLowerCase({ code, description, complement }: NfseFault): object {
  return { codigo: code || undefined, descricao: description, complemento: complement };
}

/** The body of a refused query: one `erro`. */
export function queryRefusal(call: NfseCall, { faults: [first] }: NfseRefusal): object {
  return { ...opening(call), ...(first && { erro: inLowerCase(first) }) };
}

/**
 * The document of a call.
 *
 * @throws NfseRefusal when it could not be read.
 */
export function documentOf({ document }: NfseCall): PackedDocument {
  if (document instanceof NfseRefusal) throw document;
  if (!document) throw new TypeError('the operation takes no document');
  return document;
}

/** CNPJ or CPF of a person of the layout; undefined for foreigners and where there is none. */
export function taxIdIn(person: Element | undefined, suffix = ''): string | undefined {
  return textOf(person, `CNPJ${suffix}`) ?? textOf(person, `CPF${suffix}`);
}

const issuers: Readonly<Record<string, string>> = { 2: 'toma', 3: 'interm' };

/** CNPJ or CPF of the issuer of a DPS: the provider's, unless tpEmit names another party. */
export function issuerIn(infDPS: Element | undefined): string | undefined {
  return taxIdIn(child(infDPS, issuers[textOf(infDPS, 'tpEmit') ?? ''] ?? 'prest'));
}

/**
 * What rules may ask about a document. The notes that it names are read here, before the rules; whether they still stand is looked up when
 * a rule asks.
 */
export async function contextFor(
  root: Element,
  { environment, at }: NfseCall,
  { nfse: { register, cities } }: TaxAuthority,
): Promise<DpsContext> {
  const named = new Map<string, Element>();
  for (const key of keysIn(root)) {
    const note = register.note(environment, key);
    if (note) named.set(key, readXml(await register.xmlOf(note)));
  }
  return {
    at,
    environment,
    cities,
    keyOf: (idDps) => register.noteOfDps(environment, idDps)?.chNFSe,
    note(key) {
      const nfse = named.get(key);
      if (!nfse) return undefined;
      const standing = register.events(environment, key);
      const endedBy = endingOf(standing);
      const events = standing.map(({ tpEvento }) => tpEvento);
      return { nfse, events, ended: endedBy !== undefined, ...(endedBy !== undefined && { endedBy }) };
    },
  };
}

function keysIn({ children, text }: Element): string[] {
  return children.length > 0 ? children.flatMap(keysIn) : isNfseKey(text) ? [text] : [];
}
