import { accessKey } from '../identifiers.ts';
import type { Authorizer, Endpoint } from '../transport/endpoints.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';

/** One thing in a message: the access key that it is about, its own Id (of an event or a number range), and its element. */
type Mention = { chNFe: string | null; id: string | null; element: Element };

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

/** The authorizer that a message is for, of those behind its address, and the state of its issuer; undefined if the message does not say. */
type Addressee = { authorizer: Authorizer | undefined; cUF: number | undefined };

type NamedAuthorizer = { cUF: number | undefined; model?: string | undefined; contingency?: number | undefined };

/** The contingency authorizer (6 SVC-AN, 7 SVC-RS) that a digit names: tpEmis in a key, the type digit in a receipt. */
const contingencyOf = (digit: string | undefined): number | undefined =>
  digit === '6' || digit === '7' ? Number(digit) : undefined;

/** The authorizer that a message is for, where several share an address: SVRS and SVC-RS do, and so do the models in some states. */
export function addresseeOf({ authorizers }: Endpoint, message: Element | undefined): Addressee {
  const { cUF, model, contingency } = message ? namedIn(message) : { cUF: undefined };
  const inState = authorizers.filter(({ states }) => cUF !== undefined && states.has(cUF));
  const ofModel = inState.filter((one) => model === undefined || String(one.model) === model);
  const serving = ofModel.length > 0 ? ofModel : inState;
  // A status question names only its state. If a state has its own authorizer and a contingency at one address (PI in homologation), its
  // own one answers.
  const meant = serving.find((one) => one.contingency === contingency);
  const sole = authorizers.length === 1 ? authorizers[0] : undefined;
  return { authorizer: meant ?? serving[0] ?? sole ?? svrsOf(authorizers, model), cUF };
}

/** SVRS, for a message about an issuer without a state registration, from whatever state; it shares its address with SVC-RS. */
function svrsOf(authorizers: readonly Authorizer[], model: string | undefined): Authorizer | undefined {
  return authorizers.find(({ name, model: own }) => name === 'SVRS' && String(own) === model);
}

/**
 * Whether the authorizer that a message asks can have a note: a contingency has only the notes that it authorized itself (MOC 7.0 Anexo
 * III, 2.1.3.4).
 */
export function mayHold(endpoint: Endpoint, message: Element | undefined, chNFe: string): boolean {
  const { authorizer } = addresseeOf(endpoint, message);
  return authorizer?.contingency === undefined || String(authorizer.contingency) === accessKey(chNFe)?.tpEmis;
}

function namedIn(message: Element): NamedAuthorizer {
  const key = accessKey(keysIn(message)[0] ?? '');
  if (key) return { cUF: Number(key.cUF), model: key.model, contingency: contingencyOf(key.tpEmis) };
  const nRec = textOf(message, 'nRec');
  if (nRec !== undefined) return { cUF: Number(nRec.slice(0, 2)), contingency: contingencyOf(nRec[2]) };
  const voiding = textOf(message, 'infInut', 'cUF');
  if (voiding !== undefined) return { cUF: Number(voiding), model: textOf(message, 'infInut', 'mod') };
  return { cUF: Number(textOf(message, 'cUF') ?? textOf(message, 'cUFAutor')) || undefined };
}
