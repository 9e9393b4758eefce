import { accessKey } from '../register/access-key.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';

/** One thing that a message is about: its access key, its own Id (of an event or a number range), the element itself. */
export type Mention = { chNFe: string | null; id: string | null; element: Element };

/** The documents that a message names, read before any check. */
export function mentions(message: Element): Mention[] {
  switch (message.name) {
    case 'enviNFe':
      return children(message, 'NFe').flatMap((note) =>
        mention(child(note, 'infNFe')?.attributes['Id']?.replace(/^NFe/, ''), note),
      );
    case 'envEvento':
      return children(message, 'evento').flatMap((event) =>
        mention(textOf(event, 'infEvento', 'chNFe'), event, child(event, 'infEvento')?.attributes['Id']),
      );
    case 'inutNFe':
      return [{ chNFe: null, id: child(message, 'infInut')?.attributes['Id'] ?? null, element: message }];
    case 'distDFeInt':
      return mention(textOf(message, 'consChNFe', 'chNFe'), message);
    default:
      return mention(textOf(message, 'chNFe'), message);
  }
}

/** The access keys that a message names. */
export function keysIn(message: Element): string[] {
  return mentions(message).flatMap(({ chNFe }) => chNFe ?? []);
}

/** CNPJ or CPF of the issuers that a message is about, or of the taxpayer that asks for distribution. */
export function issuersIn(message: Element): string[] {
  if (message.name === 'distDFeInt') return [textOf(message, 'CNPJ') ?? textOf(message, 'CPF') ?? ''];
  const voiding = textOf(message, 'infInut', 'CNPJ');
  const named = keysIn(message).flatMap((chNFe) => accessKey(chNFe)?.issuer ?? []);
  return [
    ...named,
    ...named.filter((one) => one.startsWith('000')).map((one) => one.slice(3)),
    ...(voiding ? [voiding] : []),
  ];
}

function mention(chNFe: string | undefined, element: Element, id?: string): Mention[] {
  return chNFe === undefined || chNFe === '' ? [] : [{ chNFe, id: id ?? null, element }];
}
