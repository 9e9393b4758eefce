import { Decimal } from 'decimal.js';
import type { NoteRecord } from '../register/records.ts';
import type { Register } from '../register/register.ts';
import { referenceOf } from '../rules/adjustment.ts';
import { amount, sum } from '../rules/amount.ts';
import type { Note } from '../rules/note.ts';
import { isNfe, isOneOf } from '../rules/rule.ts';
import type { Environment } from '../transport/endpoints.ts';
import { child, children, textOf } from '../xml/element.ts';
import type { Breach } from './judge-note.ts';

/** Notes of many items are compared with this tolerance, in BRL. */
const tolerance = 1;

/** Code, and the total that a return must not have more of than what it returns; not all hold for foreign trade. */
const compared = [
  { cStat: 545, total: 'vNF', alsoAbroad: false },
  { cStat: 546, total: 'vICMS', alsoAbroad: true },
  { cStat: 566, total: 'vFCP', alsoAbroad: true },
  { cStat: 567, total: 'vICMSUFDest', alsoAbroad: true },
  { cStat: 581, total: 'vFCPUFDest', alsoAbroad: true },
] as const;

/**
 * A return of more than was sold (NT 2022.005 v1.11, 3BA02-50 to 3BA02-68): only where the authority has every note that
 * the return refers to.
 */
export function returnBreach(note: Note, environment: Environment, register: Register): Breach | undefined {
  if (!isNfe(note) || !isOneOf(note.ide, 'finNFe', '4') || refersToPaper(note)) return undefined;
  const sold = keysOf(note).map((chNFe) => register.note(environment, chNFe));
  if (sold.length === 0) return undefined;
  const isAbroad = isOneOf(note.ide, 'idDest', '3');
  const found = compared.find(({ total, alsoAbroad }) => {
    const known = totalOf(sold, total);
    return (alsoAbroad || !isAbroad) && known !== undefined && amount(note.icmsTotal, total).gt(known.plus(tolerance));
  });
  return found && { cStat: found.cStat, facts: {} };
}

/** The sum of a total of several notes; undefined when one of them, or its total, is not known. */
function totalOf(
  notes: readonly (NoteRecord | undefined)[],
  total: (typeof compared)[number]['total'],
): Decimal | undefined {
  const values = notes.map((one) => one?.[total]);
  const known = values.flatMap((value) => value ?? []);
  return known.length < values.length ? undefined : sum(known.map((value) => new Decimal(value)));
}

function keysOf({ ide, items }: Note): string[] {
  const whole = children(ide, 'NFref').map((one) => textOf(one, 'refNFe') ?? '');
  return [...new Set([...whole, ...items.flatMap((item) => referenceOf(item)?.chNFe ?? [])])];
}

/** Whether the note refers to documents that are not electronic, whose values nobody knows. */
function refersToPaper({ ide }: Note): boolean {
  return children(ide, 'NFref').some((one) => child(one, 'refNFe') === undefined);
}
