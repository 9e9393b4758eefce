import type { NoteTotals } from '../documents/computed-note.ts';
import type { ServiceAmounts } from '../documents/computed-service.ts';
import { centsOf, moneyOfCents } from '../money.ts';
import { taxKinds, type TaxesByKind, type TaxKind } from './facts.ts';

/** The taxes of a note of goods. */
export function taxesOfNote({ ibsCbs, ...totals }: NoteTotals): TaxesByKind {
  return charged({
    icms: totals.icms,
    icmsSt: totals.st,
    fcp: totals.fcp,
    fcpSt: totals.fcpSt,
    icmsDestination: totals.icmsDestination,
    fcpDestination: totals.fcpDestination,
    icmsExempted: totals.icmsExempted,
    icmsMono: totals.icmsMono?.value,
    icmsMonoRetained: totals.icmsMono?.retainedValue,
    importTax: totals.importTax,
    ipi: totals.ipi,
    returnedIpi: totals.returnedIpi,
    pis: totals.pis,
    cofins: totals.cofins,
    ibs: ibsCbs?.ibs,
    cbs: ibsCbs?.cbs,
  });
}

/** The taxes of a service; those that end in `Withheld` add up to what the payer keeps back. */
export function taxesOfService(amounts: ServiceAmounts): TaxesByKind {
  const { csll, pisWithheld, cofinsWithheld, ibsCbs } = amounts;
  return charged({
    pis: amounts.pis,
    cofins: amounts.cofins,
    ibs: ibsCbs?.ibsValue,
    cbs: ibsCbs?.cbsValue,
    iss: amounts.iss,
    issWithheld: amounts.issWithheld,
    pisWithheld,
    cofinsWithheld,
    inssWithheld: amounts.inss,
    irrfWithheld: amounts.irrf,
    // vRetCSLL is all three contributions in one sum (NT SE/CGNFS-e 007/2026).
    csllWithheld: moneyOfCents(centsOf(csll) - centsOf(pisWithheld) - centsOf(cofinsWithheld)),
  });
}

function charged(amounts: Partial<Record<TaxKind, string | null | undefined>>): TaxesByKind {
  const taxes: TaxesByKind = {};
  for (const kind of taxKinds) {
    const amount = amounts[kind];
    if (amount && centsOf(amount) !== 0n) taxes[kind] = amount;
  }
  return taxes;
}
