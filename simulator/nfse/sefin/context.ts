import type { TaxAuthority } from '../../tax-authority.ts';
import type { Element } from '../../xml/element.ts';
import { readXml } from '../../xml/reader.ts';
import { isNfseKey } from '../key.ts';
import type { NfseCall } from '../operation.ts';
import { endingOf } from '../records.ts';
import type { DpsContext } from '../rules/rule.ts';

/** What rules may ask about a document. The notes that it names are read beforehand; whether they stand is looked up when asked. */
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
