import { decimal as number, money as written, sum } from '../../money.ts';
import { decimal, money } from '../html/numbers.ts';

/** What stands in the place of what the XML does not have (NT SE/CGNFS-e 008, note 12 of 2.4.5). */
export const absent = '-';

/** `R$ 1.234,50`. */
export function reais(amount: string | undefined): string | undefined {
  return amount && `R$ ${money(amount)}`;
}

/** `2,90%`. */
export function percent(rate: string | undefined): string | undefined {
  return rate && `${decimal(rate, 2)}%`;
}

/** The sum of the amounts that there are; undefined where there is none. */
export function total(...amounts: (string | undefined)[]): string | undefined {
  const present = amounts.filter((amount) => amount !== undefined);
  return present.length === 0 ? undefined : written(sum(present.map(number)));
}

/** Parts of one field, each with its own dash where it is absent. */
export function parts(...texts: (string | undefined)[]): string {
  return texts.map((text) => text || absent).join(' / ');
}

/** The text, or as much of it as that many characters hold with an ellipsis. */
export function within(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).trimEnd()}…`;
}
