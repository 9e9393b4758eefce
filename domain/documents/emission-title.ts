import { traitsOf } from '../document-types.ts';
import type { Document } from './document.entity.ts';

type TitleFacts = Pick<Document, 'type' | 'series' | 'number' | 'totalValue'> & {
  clientSnapshot: { name?: string | null };
};

/** Temporal takes summaries of 400 bytes at most. */
const longestName = 100;

/**
 * Title of an emission in lists, such as Temporal's: `NF-e 1/123 · Comercial São João · R$ 1.250,00`. Before the first attempt it has no number,
 * because that is drawn with the signature.
 */
export function emissionTitle({ type, series, number, totalValue, clientSnapshot: { name } }: TitleFacts): string {
  const { title } = traitsOf[type];
  const note = number > 0 ? `${title} ${seriesAndNumber({ series, number })}` : title;
  return [note, name?.slice(0, longestName), reais(totalValue)].filter(Boolean).join(' · ');
}

/** `1/123`, as people write the number of a note. */
export const seriesAndNumber = ({ series, number }: Pick<Document, 'series' | 'number'>): string =>
  `${series}/${number}`;

const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 1.250,00` with a plain space, so that a search finds it. */
const reais = (value: string): string => currency.format(Number(value)).replaceAll('\u00A0', ' ');
