import { accessKey } from '../register/access-key.ts';
import type { Authorizer, Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';
import { keysIn } from './subjects.ts';

/** Who a message is for: an authorizer behind its address, and the state of its issuer; undefined where the message does not tell. */
export type Addressee = { authorizer: Authorizer | undefined; cUF: number | undefined };

type Named = { cUF: number | undefined; model?: string | undefined; contingency?: number | undefined };

/** Emission at a contingency in a key (6 SVC-AN, 7 SVC-RS), which is also its type digit in receipts. */
const contingencyOf = (digit: string | undefined): number | undefined =>
  digit === '6' || digit === '7' ? Number(digit) : undefined;

/** Tells apart the authorizers behind one address: SVRS and SVC-RS share theirs, and so do models in some states. */
export function addresseeOf({ authorizers }: Endpoint, message: Element | undefined): Addressee {
  const { cUF, model, contingency } = message ? namedIn(message) : { cUF: undefined };
  const inState = authorizers.filter(({ states }) => cUF !== undefined && states.has(cUF));
  const ofModel = inState.filter((one) => model === undefined || String(one.model) === model);
  const serving = ofModel.length > 0 ? ofModel : inState;
  // A question about the service has only its state. Where a state has both at one address (PI in homologation), its own answers.
  const meant = serving.find((one) => one.contingency === contingency);
  return { authorizer: meant ?? serving[0] ?? (authorizers.length === 1 ? authorizers[0] : undefined), cUF };
}

/** Whether the base that a message asks can hold a note: a contingency has only the notes that it authorized itself (MOC 7.0 Anexo III, 2.1.3.4). */
export function mayHold(endpoint: Endpoint, message: Element | undefined, chNFe: string): boolean {
  const { authorizer } = addresseeOf(endpoint, message);
  return authorizer?.contingency === undefined || String(authorizer.contingency) === accessKey(chNFe)?.tpEmis;
}

function namedIn(message: Element): Named {
  const key = accessKey(keysIn(message)[0] ?? '');
  if (key) return { cUF: Number(key.cUF), model: key.model, contingency: contingencyOf(key.tpEmis) };
  const nRec = textOf(message, 'nRec');
  if (nRec !== undefined) return { cUF: Number(nRec.slice(0, 2)), contingency: contingencyOf(nRec[2]) };
  const voiding = textOf(message, 'infInut', 'cUF');
  if (voiding !== undefined) return { cUF: Number(voiding), model: textOf(message, 'infInut', 'mod') };
  return { cUF: Number(textOf(message, 'cUF') ?? textOf(message, 'cUFAutor')) || undefined };
}
