import type { ComputedContent } from '../documents/document.entity.ts';
import { chargedFor } from '../documents/computed-service.ts';
import { addedMoney } from '../money.ts';

/** The amounts in which a sale is compared, in the order of the report. */
export const figureKinds = [
  'price',
  'total',
  'totalWithReform',
  'icms',
  'icmsSt',
  'ipi',
  'pis',
  'cofins',
  'ibs',
  'cbs',
  'selectiveTax',
  'iss',
  'approximateTaxes',
] as const;
export type FigureKind = (typeof figureKinds)[number];

/** Portuguese titles of the amounts. */
export const figureTitles: Record<FigureKind, string> = {
  price: 'Preço (produtos ou serviços)',
  total: 'Total',
  totalWithReform: 'Total com IBS e CBS',
  icms: 'ICMS',
  icmsSt: 'ICMS-ST',
  ipi: 'IPI',
  pis: 'PIS',
  cofins: 'COFINS',
  ibs: 'IBS',
  cbs: 'CBS',
  selectiveTax: 'Imposto seletivo',
  iss: 'ISSQN',
  approximateTaxes: 'Tributos aproximados',
};

/** Amounts with two decimals; null where the document has no such amount, or it is not known. */
export type RehearsalFigures = Record<FigureKind, string | null>;

/** The amounts that depend on the rate of CBS, also through the base that it shares with the IBS (decision 73): without a rate they are not known. */
const ofCbs: readonly FigureKind[] = ['ibs', 'cbs'];

export function isOfCbs(kind: FigureKind): boolean {
  return ofCbs.includes(kind);
}

export function withoutCbs(figures: RehearsalFigures): RehearsalFigures {
  return { ...figures, ...Object.fromEntries(ofCbs.map((kind) => [kind, null])) };
}

const none = Object.fromEntries(figureKinds.map((kind) => [kind, null])) as RehearsalFigures;

/** The amounts of a computed document. IBS and CBS of a service are computed by its authority, and not compared. */
export function figuresOf(content: ComputedContent): RehearsalFigures {
  if (content.model === null) {
    const { amounts } = content;
    const { service, iss, pis, cofins } = amounts;
    return { ...none, price: service, total: chargedFor(amounts), iss, pis, cofins };
  }
  const { products, note, icms, st, fcpSt, ipi, pis, cofins, ibsCbs, selectiveTax = null, ...rest } = content.totals;
  return {
    ...none,
    ...{ price: products, total: note, icms, ipi, pis, cofins, selectiveTax },
    approximateTaxes: rest.approximateTaxes ?? null,
    icmsSt: addedMoney([st, fcpSt]),
    totalWithReform: ibsCbs?.noteTotal ?? null,
    ibs: ibsCbs?.ibs ?? null,
    cbs: ibsCbs?.cbs ?? null,
  };
}
