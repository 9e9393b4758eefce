import { createHash } from 'node:crypto';
import { writeStreamed } from '../../adapters/archives/zip-members.ts';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import { manifestCsv } from '../../domain/closings/manifest-csv.ts';
import { manifestJson } from '../../domain/closings/manifest-json.ts';
import type { ManifestDocument, ManifestFile } from '../../domain/closings/manifest.ts';
import type { ClosingHead, ClosingTotals } from '../../domain/closings/summary.ts';
import { closingTotals } from '../../domain/closings/totals.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import { closingHtml } from '../../domain/pages/closing/closing-html.ts';
import type { WholeMonth } from './month-at-once.ts';
import { packedCounts, packedDocuments, packedMembers } from './packed-rows.ts';
import { recordPacked, type MemberRow, type ZipPart } from './part.ts';
import type { ZipParts, ClosingTurn } from './turn.ts';

type Into = {
  part: ZipPart;
  /** Writes the next bytes of the ZIP. */
  flow: (bytes: Uint8Array) => Promise<void>;
  /** The current turn: after a further part was begun it has another number. */
  turn: () => ClosingTurn;
  month: WholeMonth;
};

/** How many files in a ZIP list the others. */
const manifestCount = 3;

/**
 * Writes `manifesto.csv`, `fechamento.pdf` and `manifesto.json`, the last with the SHA-256 of all others. They are written as the rows are read,
 * and say what the rows say.
 *
 * @returns how many documents there are
 */
export async function manifestFiles(
  parts: ZipParts & { renderer: Renderer },
  { part, flow, turn, month }: Into,
): Promise<number> {
  const { orm, renderer, version } = parts;
  const { closing } = turn();
  const named = (name: string) => ({ name, modifiedAt: month.asOf });

  async function streamed(name: string, content: AsyncIterable<string>): Promise<void> {
    const hash = createHash('sha256');
    const writing = writeStreamed(named(name), encoded(content, hash), part.offset());
    let step = await writing.next();
    while (!step.done) {
      await flow(step.value);
      step = await writing.next();
    }
    await kept({ ...step.value, ...ofMonth, sha256: hash.digest('hex') });
  }
  async function kept(member: MemberRow): Promise<void> {
    await recordPacked(parts, turn(), { documents: [], members: [member] });
  }

  const sums = closingTotals(closing);
  await streamed('manifesto.csv', manifestCsv(passing(packedDocuments(orm, closing.id), sums.add), month.numbering));
  const totals = sums.totals();
  const head = headOf(turn(), month);
  const { fileCount, ...withoutPdf } = await packedCounts(orm, closing.id);
  const inutilizationCount = month.inutilizations.length;
  const summary = { ...head, totals, numbering: month.numbering, inutilizationCount, ...withoutPdf };
  // `fileCount` already counts the first of the three.
  const html = closingHtml({ ...summary, fileCount: fileCount - 1 + manifestCount });
  const page = await renderer.pdf(html, closing.id);
  const [sheet] = await part.write([{ ...named('fechamento.pdf'), content: page, ...ofMonth }]);
  if (sheet) await kept(sheet);
  await streamed(
    'manifesto.json',
    manifestJson(
      { ...head, generator: `Lavra ${version}` },
      {
        documents: packedDocuments(orm, closing.id),
        numbering: month.numbering,
        inutilizations: month.inutilizations,
        totals,
        files: listed(packedMembers(orm, closing.id)),
      },
    ),
  );
  return documentsIn(totals);
}

const ofMonth = { kind: 'MANIFEST', documentId: null, subjectId: null } as const;

const documentsIn = ({ authorized, cancelled }: ClosingTotals): number => authorized.count + cancelled.count;

function headOf({ closing, office }: ClosingTurn, { asOf, comparison }: WholeMonth): ClosingHead {
  const { id, year, month, includeXml, includePdf, company, companyTaxId, companyName } = closing;
  return {
    closingId: id,
    year,
    month,
    includeXml,
    includePdf,
    asOf: fiscalDateTime(asOf, 'DF'),
    reconciledOn: comparison && fiscalDateTime(comparison.completedAt, 'DF'),
    openDifferences: comparison && comparison.differences,
    company: { id: company, taxId: companyTaxId, name: companyName },
    office: { taxId: office.taxId, name: office.name },
  };
}

async function* passing(
  documents: AsyncIterable<ManifestDocument>,
  look: (document: ManifestDocument) => void,
): AsyncGenerator<ManifestDocument, void, undefined> {
  for await (const document of documents) {
    look(document);
    yield document;
  }
}

async function* listed(members: AsyncIterable<ManifestFile>): AsyncGenerator<ManifestFile, void, undefined> {
  for await (const { name, kind, size, sha256, accessKey } of members) yield { name, kind, size, sha256, accessKey };
}

async function* encoded(
  texts: AsyncIterable<string>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    yield bytes;
  }
}
