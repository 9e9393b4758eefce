import { accessKey } from '../register/access-key.ts';
import type { Element } from '../xml/element.ts';
import { child, children, textOf } from '../xml/element.ts';

/** One document that a message is about: its access key, and the element that says so. */
export type Mention = { chNFe: string; element: Element };

/** The documents that a message names, before anything in it has been checked. */
export function mentions(message: Element): Mention[] {
  switch (message.name) {
    case 'enviNFe':
      return children(message, 'NFe').flatMap((note) =>
        mention(child(note, 'infNFe')?.attributes['Id']?.replace(/^NFe/, ''), note),
      );
    case 'envEvento':
      return children(message, 'evento').flatMap((event) => mention(textOf(event, 'infEvento', 'chNFe'), event));
    default:
      return mention(textOf(message, 'chNFe'), message);
  }
}

/** CNPJ or CPF of the issuers that a message is about. */
export function issuersIn(message: Element): string[] {
  const voiding = textOf(message, 'infInut', 'CNPJ');
  const named = mentions(message).flatMap(({ chNFe }) => accessKey(chNFe)?.issuer ?? []);
  return [
    ...named,
    ...named.filter((one) => one.startsWith('000')).map((one) => one.slice(3)),
    ...(voiding ? [voiding] : []),
  ];
}

function mention(chNFe: string | undefined, element: Element): Mention[] {
  return chNFe === undefined || chNFe === '' ? [] : [{ chNFe, element }];
}
