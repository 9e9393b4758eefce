import type { DocumentType } from '../document-types.ts';
import type { Issue } from '../errors.ts';
import type { RehearsalFigures } from './figures.ts';
import { authorityFinding, type Breach, type RehearsalFinding, ownFindings, type RehearsedItem } from './findings.ts';

/** What is rehearsed: a document that was authorized, or one unit of a product, sold inside the state. */
export type RehearsalSubject = {
  kind: 'DOCUMENT' | 'PRODUCT';
  id: string;
  type: DocumentType;
  /** Null for a product, as number and day. */
  series: number | null;
  number: number | null;
  /** The day of its issue. */
  issuedOn: string | null;
  externalId: string | null;
  /** The recipient, or the product. */
  name: string;
};

/** How a sale would fare: issued, refused by Lavra before it is sent, or refused by the authority; or it was computed, and the authority's rules were not asked. */
export const fates = ['FIT', 'REFUSED_HERE', 'REFUSED_BY_AUTHORITY', 'NOT_JUDGED'] as const;
export type Fate = (typeof fates)[number];

/** A sale as it was and as it would be on the day of the rehearsal. `now` is null where it could not be computed, or depends on an unknown rate of CBS as a whole. */
export type RehearsedSale = {
  of: RehearsalSubject;
  fate: Fate;
  findings: RehearsalFinding[];
  then: RehearsalFigures | null;
  now: RehearsalFigures | null;
};

/** What its computation left to be checked: the document as it would be sent, and the lines that findings are about. */
export type ComputedSale = RehearsedSale & { xml: string | null; items: RehearsedItem[] };

/**
 * A sale with what others say of it.
 *
 * @param schema what the official schema has against it
 * @param breaches the authority's answer; null where nobody asked it
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
