import { traitsOf } from '../document-types.ts';
import type { Document } from './document.entity.ts';

type Emitted = Pick<Document, 'type' | 'series' | 'number' | 'totalValue'> & { clientSnapshot: { name: string } };

/**
 * How an emission is told from others where people look at a list of them: `NF-e 1/123 · Comercial São João · R$ 1.250,00`. The number is
 * drawn with the signature: before the first attempt there is none.
 */
export function emissionTitle({ type, series, number, totalValue, clientSnapshot }: Emitted): string {
  const numbered = number > 0 ? ` ${seriesAndNumber({ series, number })}` : '';
  return `${traitsOf[type].title}${numbered} · ${clientSnapshot.name} · ${reais.format(Number(totalValue))}`;
}

/** `1/123`, as people write the number of a note. */
export const seriesAndNumber = ({ series, number }: Pick<Document, 'series' | 'number'>): string =>
  `${series}/${number}`;

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
