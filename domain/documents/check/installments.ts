import { DateTime } from 'luxon';
import type { Fault } from '../../faults.ts';
import { installmentNumber } from '../compute/invoice.ts';
import type { GoodsPayload } from '../payload.ts';

/**
 * Checks the installments of a note issued on that day (`2026-11-21`, by the issuer's clock): each is numbered by its place (rule 852), and
 * none is due before the day or more than ten years after it (rules 900 and 797). Their form is already checked.
 */
export function checkInstallmentsOn(date: string, { duplicates }: GoodsPayload): Fault[] {
  const latest = DateTime.fromISO(date).plus({ years: 10 }).toISODate() ?? date;
  return (duplicates ?? []).flatMap(({ number, dueDate }, index) => {
    const path = `duplicates[${index}]`;
    const faults: Fault[] = [];
    if (number && number !== installmentNumber(index)) {
      const message =
        `A SEFAZ só aceita as parcelas numeradas 001, 002, 003, na ordem em que vêm (rejeição 852): ` +
        `esta é a ${installmentNumber(index)}. Não envie number, e o Lavra as numera.`;
      faults.push({ code: 'validation_error', path: `${path}.number`, message });
    }
    if (dueDate < date || dueDate > latest) {
      const message = `O vencimento vai do dia da emissão, ${date}, até dez anos depois; veio ${dueDate}.`;
      faults.push({ code: 'validation_error', path: `${path}.dueDate`, message });
    }
    return faults;
  });
}
