import { type ManifestDocument, type ManifestFile, type ManifestInutilization, manifestVersion } from './manifest.ts';
import type { ClosingHead, ClosingTotals, SeriesNumbers } from './summary.ts';

type Many<Item> = AsyncIterable<Item> | Iterable<Item>;

/** The lists of a manifest, which follow after its head. */
export type ManifestParts = {
  totals: ClosingTotals;
  numbering: readonly SeriesNumbers[];
  inutilizations: Many<ManifestInutilization>;
  documents: Many<ManifestDocument>;
  /** Every file of the ZIP but `manifesto.json`. */
  files: Many<ManifestFile>;
};

/** `manifesto.json` (`manifestSchema`), piece by piece: a line for each document and file, so that no list is kept in memory. */
export async function* manifestJson(
  head: ClosingHead & { generator: string },
  { totals, numbering, inutilizations, documents, files }: ManifestParts,
): AsyncGenerator<string, void, undefined> {
  const { generator, closingId, year, month, includeXml, includePdf, asOf, company, office } = head;
  const { reconciledOn = null, openDifferences = null } = head;
  const { id, taxId, name } = company;
  const fields = {
    ...{ version: manifestVersion, generator, closingId, year, month, includeXml, includePdf, asOf },
    ...{ reconciledOn, openDifferences },
    company: { id, taxId, name },
    office: { taxId: office.taxId, name: office.name },
    totals,
  };
  yield '{\n';
  for (const [field, value] of Object.entries(fields)) yield `"${field}": ${JSON.stringify(value)},\n`;
  yield* listed('numbering', numbering);
  yield ',\n';
  yield* listed('inutilizations', inutilizations);
  yield ',\n';
  yield* listed('documents', documents);
  yield ',\n';
  yield* listed('files', files, namedIn);
  yield '\n}\n';
}

async function* listed<Item extends object>(
  field: string,
  items: Many<Item>,
  said: (item: Item) => object = (item) => item,
): AsyncGenerator<string, void, undefined> {
  yield `"${field}": [`;
  let before = '\n';
  for await (const item of items) {
    yield before + JSON.stringify(said(item));
    before = ',\n';
  }
  yield '\n]';
}

/** Leaves out where the file lies in the ZIP, which the rows of files have, too, and only the ZIP's directory needs. */
function namedIn({ name, kind, size, sha256, accessKey }: ManifestFile): ManifestFile {
  return { name, kind, size, sha256, accessKey };
}
