import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestDocument } from '../../../domain/closings/manifest.ts';
import { closingTotals } from '../../../domain/closings/totals.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { monthInDigits } from '../../../domain/month.ts';
import { checkNumbers } from './check-numbers.ts';
import type { Report } from './faults.ts';
import { manifestName } from './read-manifest.ts';

/** Checks that a manifest agrees with itself: documents with files, totals and numbering. */
export function checkManifest(manifest: Manifest, report: Report): void {
  checkDocuments(manifest, report);
  checkFiles(manifest, report);
  checkTotals(manifest, report);
  checkNumbers(manifest, report);
}

function checkDocuments({ documents, year, month, includeXml, includePdf }: Manifest, report: Report): void {
  const wrong = (key: string, message: string): void => report('wrong_document', manifestName, `${key}: ${message}`);
  const keys = new Set<string>();
  for (const document of documents) {
    const { accessKey, issuedAt, pdfMissing, files } = document;
    if (keys.has(accessKey)) wrong(accessKey, 'a nota está no manifesto mais de uma vez');
    keys.add(accessKey);
    if (!issuedAt.startsWith(monthInDigits({ year, month }))) wrong(accessKey, 'a nota não é do mês do fechamento');
    const has = (end: string): boolean => files.some((name) => name.endsWith(end));
    if (includeXml && !has(`${accessKey}-${traitsOf[document.type].files.authorized}`)) wrong(accessKey, 'falta o XML');
    if (includePdf && pdfMissing === null && !has(`${accessKey}.pdf`)) wrong(accessKey, 'falta o PDF');
  }
}

/** Every file of a document is listed as its own, and no listed file says that it is of a document which does not know it. */
function checkFiles({ documents, files }: Manifest, report: Report): void {
  const keys = new Map<string, string | null>();
  for (const { name, accessKey } of files) {
    if (keys.has(name)) report('repeated_name', name, 'O manifesto lista o arquivo mais de uma vez');
    keys.set(name, accessKey);
  }
  const claimed = new Set<string>();
  for (const { accessKey, files: names } of documents) {
    for (const name of names) {
      claimed.add(name);
      if (keys.get(name) === accessKey) continue;
      report('wrong_document', name, `O manifesto não lista o arquivo como sendo da nota ${accessKey}`);
    }
  }
  for (const [name, accessKey] of keys) {
    if (accessKey !== null && !claimed.has(name)) {
      report('wrong_document', name, `O arquivo seria da nota ${accessKey}, que não o tem no manifesto`);
    }
  }
}

function checkTotals({ year, month, totals: said, documents }: Manifest, report: Report): void {
  const sums = closingTotals({ year, month });
  documents.forEach((document: ManifestDocument) => sums.add(document));
  const added = sums.totals();
  for (const [field, value] of Object.entries(added)) {
    if (isDeepStrictEqual(value, Object.entries(said).find(([name]) => name === field)?.[1])) continue;
    report('wrong_totals', manifestName, `Os totais "${field}" não são a soma das notas do manifesto`);
  }
}
