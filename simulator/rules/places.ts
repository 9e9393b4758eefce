import { child, textOf } from '../xml/element.ts';
import type { Item, Note } from './note.ts';
import { isOneOf } from './rule.ts';

/** The state letters of addresses outside of the country. */
export const abroad = 'EX';

/** State letters of the places that a note names; undefined where it names none. */
export type Places = {
  issuer: string | undefined;
  recipient: string | undefined;
  /** Where the goods go when not to the recipient's address (`entrega`). */
  delivery: string | undefined;
  /** Where the goods come from when not from the sender's address (`retirada`). */
  pickup: string | undefined;
};

export function placesOf({ emit, dest, infNFe }: Note): Places {
  return {
    issuer: textOf(emit, 'enderEmit', 'UF'),
    recipient: textOf(dest, 'enderDest', 'UF'),
    delivery: textOf(infNFe, 'entrega', 'UF'),
    pickup: textOf(infNFe, 'retirada', 'UF'),
  };
}

/** Whether the goods end in the state where they begin, by pickup and delivery where the note names them. */
export function goodsStayInOneState(note: Note): boolean {
  const { issuer, recipient, delivery, pickup } = placesOf(note);
  const [sender, receiver] = isOneOf(note.ide, 'tpNF', '1') ? [issuer, recipient] : [recipient, issuer];
  return (pickup ?? sender) === (delivery ?? receiver);
}

/** Whether delivery or pickup makes another way of it than the addresses do, whose rates are not judged then (MOC 7.0, N16-20 and NA09-30). */
export function goodsGoAnotherWay(note: Note): boolean {
  const { issuer, recipient, delivery, pickup } = placesOf(note);
  return (delivery !== undefined && delivery !== issuer) || (pickup !== undefined && pickup !== recipient);
}

/** Whether an item is fuel that is used in a state (`comb/UFCons`). */
export function consumesIn({ product }: Item, state: string | undefined): boolean {
  return child(product, 'comb') !== undefined && textOf(product, 'comb', 'UFCons') === state;
}
