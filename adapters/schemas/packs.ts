import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { familyTitle, type SchemaFamily } from '../../domain/document-types.ts';

/** Thrown when no installed pack has the family; its message is for the person who can install one. */
export class SchemaFamilyMissing extends Error {
  readonly family: SchemaFamily;

  constructor(family: SchemaFamily) {
    super(
      `Não há esquemas da ${familyTitle[family]} instalados. Instale o pacote oficial com "lavra schemas add <zip> --id <nome> ` +
        `--valid-from <data> --family ${family}", ponha a pasta em LAVRA_SCHEMAS e reinicie os workers.`,
    );
    this.name = new.target.name;
    this.family = family;
  }
}

/**
 * The packs of a family that are in force on a day (`2026-11-21`, Brasília), newest first: for a while the authority takes both
 * the old and the new.
 */
export function packsInForce(packs: Pack[], family: SchemaFamily, day: string): Pack[] {
  return ofFamily(packs, family)
    .filter(({ validFrom, validUntil }) => validFrom <= day && (validUntil === undefined || day <= validUntil))
    .reverse();
}

/**
 * The pack to check a family's documents by on a day: the newest in force. Without one, the nearest that was or will be, because
 * an old layout refuses little that a new one takes, and the authority has the last word.
 *
 * @throws SchemaFamilyMissing
 */
export function packFor(packs: Pack[], family: SchemaFamily, day: string): Pack {
  const candidates = ofFamily(packs, family);
  const begun = candidates.filter(({ validFrom }) => validFrom <= day);
  const pack = packsInForce(packs, family, day)[0] ?? begun.at(-1) ?? candidates[0];
  if (!pack) throw new SchemaFamilyMissing(family);
  return pack;
}

function ofFamily(packs: Pack[], family: SchemaFamily): Pack[] {
  return packs.filter((pack) => pack.families.includes(family)).sort((a, b) => a.validFrom.localeCompare(b.validFrom));
}

const manifest = z.object({
  id: z.string(),
  source: z.string(),
  validFrom: z.iso.date(),
  validUntil: z.iso.date().optional(),
  families: z.array(z.string()),
});

/** A folder of official schemas: one folder per family (`nfe`, `nfse`) beside `pack.json`. Days are in Brasília time, both included. */
export type Pack = z.infer<typeof manifest> & { folder: string };

/** Reads what a pack says of itself in its `pack.json`. */
export function readPack(folder: string): Pack {
  return { ...manifest.parse(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8'))), folder };
}

/**
 * The packs that a setting names, with the system's path delimiter between their folders.
 *
 * @param isNot what is thrown where a folder is none
 */
export function readPacks(setting: string | undefined, isNot: (folder: string, cause: unknown) => Error): Pack[] {
  return (setting ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => {
      try {
        return readPack(folder);
      } catch (cause) {
        throw isNot(folder, cause);
      }
    });
}

/** That a folder is no pack, as whoever set it reads it. */
export const notAPack = (folder: string): string =>
  `LAVRA_SCHEMAS aponta para ${folder}, que não é um pacote de esquemas.`;
