import type { Fault } from '../../faults.ts';
import { decimal, type Decimal, money, sum } from '../../money.ts';
import type { ComputedNote, NoteTotals } from '../computed-note.ts';

/** Totals that a return may not have more of than the notes it gives back: two decimals. */
type Compared = Pick<NoteTotals, 'note' | 'icms' | 'fcp' | 'icmsDestination' | 'fcpDestination'>;

/** What is known of a note that goods are given back of; of a received one, only its value. */
export type Origin = Pick<Compared, 'note'> & Partial<Compared>;

/** What the authority lets pass, because a return may gather items of several notes (NT 2022.005 v1.11, observation 2). */
const tolerance = '1.00';

const rules = [
  { name: 'note', inWords: 'O valor', rejection: '545' },
  { name: 'icms', inWords: 'O ICMS', rejection: '546' },
  { name: 'fcp', inWords: 'O FCP', rejection: '566' },
  { name: 'icmsDestination', inWords: 'O ICMS da UF de destino', rejection: '567' },
  { name: 'fcpDestination', inWords: 'O FCP da UF de destino', rejection: '581' },
] as const;

type Returned = Pick<ComputedNote, 'purpose' | 'destination' | 'totals'>;

/**
 * What a return has more of than the notes it gives back, whatever else it says (rules 3BA02-50 to 3BA02-68).
 *
 * @param origins all notes that it refers to; nothing is judged without, because the authority judges only what it knows whole
 */
export function checkReturnedValues(
  { purpose, destination, totals }: Returned,
  origins: Origin[] | undefined,
): Fault[] {
  if (purpose !== 'RETURN' || !origins || origins.length === 0) return [];
  return rules.flatMap(({ name, inWords, rejection }) => {
    const had = totalOf(origins, name);
    if (had === null || (name === 'note' && destination === '3')) return [];
    const back = decimal(totals[name]);
    if (back.lte(had.plus(tolerance))) return [];
    const message =
      `${inWords} da devolução, ${money(back)}, passa do que as notas devolvidas têm, ${money(had)} (rejeição ${rejection}): ` +
      'acerte quantidades, valores ou alíquotas dos itens.';
    return [{ code: 'validation_error' as const, path: 'items', message }];
  });
}

/** Null where not every note's is known. */
function totalOf(origins: Origin[], name: keyof Compared): Decimal | null {
  const known = origins.flatMap((origin) => (origin[name] === undefined ? [] : [decimal(origin[name])]));
  return known.length === origins.length ? sum(known) : null;
}
