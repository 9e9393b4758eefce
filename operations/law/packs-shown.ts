import { type Pack, packsInForce } from '../../adapters/schemas/packs.ts';
import { familyTitle, schemaFamilies } from '../../domain/document-types.ts';

/** A schema pack as people see it. */
export type PackShown = {
  id: string;
  validFrom: string;
  validUntil: string | null;
  /** The families of documents that it checks: `NF-e`. */
  families: string[];
  /** The families for which it is in force today. */
  inForce: string[];
};

/** The packs, and the families of documents that none of them checks. */
export function packsShown(packs: readonly Pack[], today: string): { packs: PackShown[]; missing: string[] } {
  const known = schemaFamilies.filter((family) => packs.some((pack) => pack.families.includes(family)));
  return {
    packs: packs
      .toSorted((one, other) => other.validFrom.localeCompare(one.validFrom))
      .map((pack) => ({
        ...{ id: pack.id, validFrom: pack.validFrom, validUntil: pack.validUntil ?? null },
        families: schemaFamilies
          .filter((family) => pack.families.includes(family))
          .map((family) => familyTitle[family]),
        inForce: schemaFamilies
          .filter((family) => packsInForce([pack], family, today).length > 0)
          .map((family) => familyTitle[family]),
      })),
    missing: schemaFamilies.filter((family) => !known.includes(family)).map((family) => familyTitle[family]),
  };
}
