import type { ComputedContent } from '../documents/document.entity.ts';
import { chargedFor } from '../documents/computed-service.ts';
import { addedMoney } from '../money.ts';

/** What a sale is compared by, in the order in which people read it. */
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

/** How people call each kind of amount. */
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

/** Two decimals each; null where the document has no such amount, or where it is not known. */
export type RehearsalFigures = Record<FigureKind, string | null>;

/** The figures that a rate of CBS decides, also by the base that it shares with the IBS (decision 73): without one they are not known. */
const ofCbs: readonly FigureKind[] = ['ibs', 'cbs'];

export function isOfCbs(kind: FigureKind): boolean {
  return ofCbs.includes(kind);
}

export function withoutCbs(figures: RehearsalFigures): RehearsalFigures {
  return { ...figures, ...Object.fromEntries(ofCbs.map((kind) => [kind, null])) };
}

const none = Object.fromEntries(figureKinds.map((kind) => [kind, null])) as RehearsalFigures;

/** The figures of a computed document. IBS and CBS of a service are computed by its authority, and not compared. */
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
