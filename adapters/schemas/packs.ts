import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { familyTitle, type SchemaFamily } from '../../domain/document-types.ts';

/** No installed pack has the family; the message is for the operator, who can install one. */
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
 * The packs of a family that are in force on a day (`2026-11-21`, Brasília), newest first; for a while the authority accepts both an old and a new
 * one.
 */
export function packsInForce(packs: Pack[], family: SchemaFamily, day: string): Pack[] {
  return ofFamily(packs, family)
    .filter(({ validFrom, validUntil }) => validFrom <= day && (validUntil === undefined || day <= validUntil))
    .reverse();
}

/**
 * The pack by which a family's documents are checked on a day: the newest in force. Without one, the nearest in time, because an old layout refuses
 * little that a new one takes, and the authority has the last word.
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

/** A folder of official schemas: one folder per family (`nfe`, `nfse`) beside `pack.json`. Its days are in Brasília time, both included. */
export type Pack = z.infer<typeof manifest> & { folder: string };

/** Reads a pack's `pack.json`. */
export function readPack(folder: string): Pack {
  return { ...manifest.parse(JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8'))), folder };
}

/**
 * The packs that a setting names; it separates folders with the system's path delimiter.
 *
 * @param isNot makes the error to throw for a folder that is no pack
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

/** The sentence for a folder that is no pack, for whoever set it. */
export const notAPack = (folder: string): string =>
  `LAVRA_SCHEMAS aponta para ${folder}, que não é um pacote de esquemas.`;
