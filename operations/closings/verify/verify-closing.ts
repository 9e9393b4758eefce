import { createHash, type X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type ArchivedFile, type OpenedZip, openZip } from '../../../adapters/archives/open-zip.ts';
import type { Manifest } from '../../../domain/closings/manifest.ts';
import { checkContent, checkTable } from './check-content.ts';
import { checkManifest } from './check-manifest.ts';
import { signatureChecker } from './check-signatures.ts';
import { xmlChecker } from './check-xml.ts';
import { type ClosingFault, type ClosingFaultCode, faultList, type Report } from './closing-faults.ts';

export type { ClosingFault };
import { manifestName, readManifest } from './read-manifest.ts';

/** The result of checking a ZIP. */
export type ClosingCheck = {
  /** The month and company that the manifest names; null where it cannot be read. */
  closing: Pick<Manifest, 'closingId' | 'year' | 'month' | 'asOf' | 'generator' | 'company' | 'office'> | null;
  documentCount: number;
  fileCount: number;
  /** SHA-256 of the file as it is. */
  sha256: string;
  /**
   * Whether that was compared with a known one: then every byte is checked, and otherwise only names, contents and sizes of the files in the ZIP.
   */
  sha256Checked: boolean;
  /** Whether the chains of the certificates were checked. */
  chainsChecked: boolean;
  faultCount: number;
  faultCounts: Partial<Record<ClosingFaultCode, number>>;
  /** The first faults, at most `atMost`. */
  faults: ClosingFault[];
};

export type VerifyOptions = {
  /** Root and intermediate certificates in which chains must end; without them chains are not checked. */
  trusted?: X509Certificate[] | null;
  /** The SHA-256 of the closing as the API gave it, in hex. */
  sha256?: string | null;
  /** How many faults are kept; 1,000 when absent. */
  atMost?: number;
  /** Called before the first file, and after each. */
  onFile?: (done: number, total: number) => void;
};

const tableName = 'manifesto.csv';
const pageName = 'fechamento.pdf';

/**
 * Checks the ZIP of a closing against its manifest, and its XMLs against their signatures, with nothing but the file. Everything that the manifest
 * names is there, nothing else is, and it is unchanged; the XMLs say what the manifest says and were signed by the company; sums and gaps are those
 * of the notes. What nobody signed (PDFs, and words of the manifest that no note has) is only compared with the manifest. Bytes of the ZIP outside
 * names and contents are checked only where its SHA-256 is known. Files are read one after the other, and only the manifest is kept in memory.
 */
export async function verifyClosing(path: string, options: VerifyOptions = {}): Promise<ClosingCheck> {
  const { trusted = null, sha256: known = null, atMost = 1_000, onFile = () => {} } = options;
  const faults = faultList(atMost);
  const { report } = faults;
  const sha256 = await sha256Of(path);
  if (known !== null && known.toLowerCase() !== sha256) {
    report('other_sha256', null, `O SHA-256 do arquivo é ${sha256}, e não ${known.toLowerCase()}`);
  }
  const zip = await opened(path, report);
  let manifest: Manifest | null = null;
  let files: ArchivedFile[] = [];
  try {
    files = zip ? await listed(zip, report) : [];
    if (zip)
      manifest = await readManifest(
        files.find(({ name }) => name === manifestName),
        report,
      );
    if (manifest) {
      checkManifest(manifest, report);
      checkNames(files, manifest, report);
      await checkFiles(files, manifest, { trusted, report, onFile });
    }
  } finally {
    zip?.close();
  }
  return {
    closing: manifest && headOf(manifest),
    documentCount: manifest?.documents.length ?? 0,
    fileCount: files.length,
    sha256,
    sha256Checked: known !== null,
    chainsChecked: trusted !== null,
    faultCount: faults.count(),
    faultCounts: faults.counts(),
    faults: faults.faults(),
  };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function opened(path: string, report: Report): Promise<OpenedZip | null> {
  try {
    return await openZip(path);
  } catch (error) {
    report('unreadable_zip', null, `O arquivo não pode ser lido como ZIP, ou está incompleto (${words(error)})`);
    return null;
  }
}

/** The files of the archive. A name that is there twice is a fault, because two programs could then show different files. */
async function listed(zip: OpenedZip, report: Report): Promise<ArchivedFile[]> {
  const files = new Map<string, ArchivedFile>();
  try {
    for await (const file of zip.files()) {
      if (files.has(file.name)) report('repeated_name', file.name, 'O ZIP tem mais de um arquivo com este nome');
      if (!isSafe(file.name)) report('unsafe_name', file.name, 'O nome não é o de um arquivo de um fechamento');
      files.set(file.name, file);
    }
  } catch (error) {
    report('unreadable_zip', null, `O diretório do ZIP está danificado (${words(error)})`);
  }
  return [...files.values()];
}

/** Whether a name is at most one folder deep, in letters and signs that every system takes. */
function isSafe(name: string): boolean {
  return /^(?:[a-z]+\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/.test(name);
}

function checkNames(files: readonly ArchivedFile[], manifest: Manifest, report: Report): void {
  const names = new Set(files.map(({ name }) => name));
  const expected = new Set([...manifest.files.map(({ name }) => name), tableName, pageName]);
  for (const name of expected) {
    if (!names.has(name)) report('missing_file', name, 'O arquivo está no manifesto, e não no ZIP');
  }
  const listedNames = new Set(manifest.files.map(({ name }) => name));
  for (const name of names) {
    if (name !== manifestName && !listedNames.has(name)) {
      report('unlisted_file', name, 'O arquivo está no ZIP, e não no manifesto');
    }
  }
}

async function checkFiles(
  files: readonly ArchivedFile[],
  manifest: Manifest,
  {
    trusted,
    report,
    onFile,
  }: { trusted: X509Certificate[] | null; report: Report } & Required<Pick<VerifyOptions, 'onFile'>>,
): Promise<void> {
  const listedFiles = new Map(manifest.files.map((file) => [file.name, file]));
  const xmls = xmlChecker({ manifest, signatures: signatureChecker({ trusted, report }), report });
  onFile(0, files.length);
  for (const [index, file] of files.entries()) {
    const said = listedFiles.get(file.name) ?? null;
    const { isWhole, xml } = await checkContent(file, said, report);
    if (said && xml) xmls.check({ file: said, content: xml });
    if (isWhole && file.name === tableName) await checkTable(file, manifest, report);
    onFile(index + 1, files.length);
  }
  xmls.finish();
}

function headOf({ closingId, year, month, asOf, generator, company, office }: Manifest): ClosingCheck['closing'] {
  return { closingId, year, month, asOf, generator, company, office };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
