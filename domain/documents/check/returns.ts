import { type DecimalForm, moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type Decimal, decimal, money, sum } from '../../money.ts';
import { numberOf, type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { ComputedNote, NoteTotals } from '../computed-note.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

/** Form of TDec_0302Max100. */
const percentageForm: DecimalForm = { digits: 3, places: 2 };

/** Faults of IPI that is given back with returned goods (rules 354 and 390); its reason is printed with the item (MOC 7.0 Anexo I, UA01). */
export function checkReturnedIpi({ type, purpose, items }: GoodsPayload): Fault[] {
  const isReturn = type === 'NFE' && purpose === 'RETURN';
  return items.flatMap((item, index) => {
    const path = `items[${index}].returnedIpi`;
    if (!item.returnedIpi) return [];
    if (!isReturn)
      return [
        refusal(path, 'Só a NF-e de devolução (purpose RETURN) devolve IPI (rejeição 354): não envie este campo.'),
      ];
    return checkItem(item, item.returnedIpi, index);
  });
}

function checkItem(
  item: ItemInput,
  { percentage, value }: NonNullable<ItemInput['returnedIpi']>,
  index: number,
): Fault[] {
  const path = `items[${index}].returnedIpi`;
  const faults = [
    ...checkDecimal(percentage, percentageForm, `${path}.percentage`),
    ...checkDecimal(value, moneyForm, `${path}.value`),
  ];
  if (faults.length > 0) return faults;
  if (decimal(percentage).isZero() || decimal(percentage).gt(100)) {
    faults.push(refusal(`${path}.percentage`, 'O percentual devolvido do item é maior que zero e vai até 100.'));
  }
  if (!item.additionalInfo?.trim()) {
    faults.push(refusal(`items[${index}].additionalInfo`, 'Com returnedIpi, diga aqui o motivo da devolução.'));
  }
  return faults;
}

/** An issuer that pays IPI gives it back in the IPI of the item; with returnedIpi as well, both would be added to the note. */
export function checkIpiTwice(item: ItemInput | undefined, trace: TaxTrace, path: string): Fault[] {
  const isCharged = isIpiCharged(tracedText(trace, 'ipiSituation')) && !numberOf(trace, 'ipiRate').isZero();
  if (!item?.returnedIpi || !isCharged) return [];
  const message =
    'O item já tem IPI pelo CST dele, e o devolvido se somaria a ele: não envie returnedIpi, ou use um CST sem IPI.';
  return [refusal(`${path}.returnedIpi`, message, 'invalid_taxation')];
}

/** Totals of a return that may not exceed those of the notes it gives back; two decimals. */
type ComparedTotals = Pick<NoteTotals, 'note' | 'icms' | 'fcp' | 'icmsDestination' | 'fcpDestination'>;

/** The totals of a note whose goods are given back; of a received note only its value is known. */
export type OriginNote = Pick<ComparedTotals, 'note'> & Partial<ComparedTotals>;

/** By how many reais the authority lets a return exceed them, because it may gather items of several notes (NT 2022.005 v1.11, observation 2). */
const tolerance = '1.00';

const rules = [
  { name: 'note', inWords: 'O valor', rejection: '545' },
  { name: 'icms', inWords: 'O ICMS', rejection: '546' },
  { name: 'fcp', inWords: 'O FCP', rejection: '566' },
  { name: 'icmsDestination', inWords: 'O ICMS da UF de destino', rejection: '567' },
  { name: 'fcpDestination', inWords: 'O FCP da UF de destino', rejection: '581' },
] as const;

type ReturnFacts = Pick<ComputedNote, 'purpose' | 'destination' | 'totals'>;

/**
 * Faults of a return whose totals exceed those of the notes it gives back (rules 3BA02-50 to 3BA02-68).
 *
 * @param origins all notes that the return refers to; without any nothing is checked, as the authority checks only notes that it has whole
 */
export function checkReturnedValues(
  { purpose, destination, totals }: ReturnFacts,
  origins: OriginNote[] | undefined,
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
    return [refusal('items', message)];
  });
}

/** The sum of one total over all notes; null where a note's total is not known. */
function totalOf(origins: OriginNote[], name: keyof ComparedTotals): Decimal | null {
  const known = origins.flatMap((origin) => (origin[name] === undefined ? [] : [decimal(origin[name])]));
  return known.length === origins.length ? sum(known) : null;
}
