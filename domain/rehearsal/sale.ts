import type { DocumentType } from '../document-types.ts';
import type { Issue } from '../errors.ts';
import type { RehearsalFigures } from './figures.ts';
import { authorityFinding, type Breach, type RehearsalFinding, ownFindings, type RehearsedItem } from './findings.ts';

/** What is rehearsed: an authorized document, or one unit of a product, sold inside the state. */
export type RehearsalSubject = {
  kind: 'DOCUMENT' | 'PRODUCT';
  id: string;
  type: DocumentType;
  /** Null for a product, as are number and day. */
  series: number | null;
  number: number | null;
  /** The day of issue. */
  issuedOn: string | null;
  externalId: string | null;
  /** Name of the recipient, or of the product. */
  name: string;
};

/**
 * How a sale would end: authorized, refused by Lavra, or refused by the authority; NOT_JUDGED where it was computed and the authority's rules were
 * not available.
 */
export const fates = ['FIT', 'REFUSED_HERE', 'REFUSED_BY_AUTHORITY', 'NOT_JUDGED'] as const;
export type Fate = (typeof fates)[number];

/**
 * A sale as it was, and as it would be on the day of the rehearsal. `now` is null where the sale could not be computed, or depends as a whole on an
 * unknown rate of CBS.
 */
export type RehearsedSale = {
  of: RehearsalSubject;
  fate: Fate;
  findings: RehearsalFinding[];
  then: RehearsalFigures | null;
  now: RehearsalFigures | null;
};

/** A computed sale that is still to be checked: with its document as it would be sent, and the lines to which findings refer. */
export type ComputedSale = RehearsedSale & { xml: string | null; items: RehearsedItem[] };

/**
 * A sale with the findings of schema and authority.
 *
 * @param schema faults that the official schema finds
 * @param breaches the authority's rules that it breaks; null where they were not checked
 */
export function checkedSale(
  { xml, items, ...sale }: ComputedSale,
  { schema, breaches }: { schema: readonly Issue[]; breaches: readonly Breach[] | null },
): RehearsedSale {
  if (xml === null) return sale;
  if (schema.length > 0) {
    return {
      ...sale,
      fate: 'REFUSED_HERE',
      findings: [...ownFindings('SCHEMA', schema, items), ...sale.findings],
    };
  }
  if (breaches === null) return { ...sale, fate: 'NOT_JUDGED' };
  const answers = breaches.map((breach) => authorityFinding(breach, items));
  return {
    ...sale,
    fate: answers.length > 0 ? 'REFUSED_BY_AUTHORITY' : 'FIT',
    findings: [...answers, ...sale.findings],
  };
}
