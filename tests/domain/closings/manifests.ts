import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { DocumentFacts } from '../../../domain/closings/facts.ts';
import { gapsOf } from '../../../domain/closings/gaps.ts';
import { manifestJson } from '../../../domain/closings/manifest-json.ts';
import type { ManifestDocument, ManifestFile, ManifestInutilization } from '../../../domain/closings/manifest.ts';
import type { SeriesNumbers } from '../../../domain/closings/summary.ts';
import { closingTotals } from '../../../domain/closings/totals.ts';
import { randomFacts } from './documents.ts';

export const head = {
  generator: 'Lavra 0.1.0',
  closingId: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b5d',
  year: 2026,
  month: 10,
  includeXml: true,
  includePdf: true,
  asOf: '2026-11-02T09:00:00-03:00',
  company: { id: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b5e', taxId: '11222333000181', name: 'Padaria São José Ltda' },
  office: { taxId: '11444777000161', name: 'Contábil Boa Vista' },
};

/** A document with its files, for any recipient name. */
export function inZip(facts: DocumentFacts): ManifestDocument {
  return { ...facts, files: [`nfe/${facts.accessKey}-procNFe.xml`, `nfe/${facts.accessKey}.pdf`] };
}

export const inutilization: ManifestInutilization = {
  inutilizationId: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b5f',
  ...{ model: '55', series: 1, startNumber: 20, endNumber: 29 },
  protocol: '135260000000099',
  inutilizedAt: '2026-10-31T10:00:00-03:00',
  justification: 'Números pulados por engano do sistema',
  files: ['inutilizacoes/nfe-2026-1-20-29-procInutNFe.xml'],
};

export const file: ManifestFile = {
  name: 'fechamento.pdf',
  kind: 'MANIFEST',
  size: 81_234,
  sha256: '0'.repeat(64),
  accessKey: null,
};

/** A series with some numbers of every fate. */
export const series: SeriesNumbers = {
  ...{ type: 'NFE', series: 1, previous: 4, first: 5, last: 4_000, authorized: 31 },
  cancelled: [9, 11],
  denied: [12],
  inutilized: [{ startNumber: 20, endNumber: 29 }],
  inutilizing: [{ startNumber: 30, endNumber: 30 }],
  later: [31],
  gaps: gapsOf([{ startNumber: 40, endNumber: 1_500 }], { type: 'NFE', series: 1, taxId: head.company.taxId }),
  open: [{ number: 32, documentId: head.closingId, status: 'REJECTED' }],
};

/** Documents of one month. */
export const randomMonth: fc.Arbitrary<ManifestDocument[]> = fc.array(randomFacts.map(inZip), { maxLength: 8 });

/** The text of a manifest of these documents. */
export async function textOf(documents: ManifestDocument[], numbering: SeriesNumbers[] = [series]): Promise<string> {
  const { add, totals } = closingTotals(head);
  documents.forEach(add);
  const parts = {
    totals: totals(),
    numbering,
    inutilizations: [inutilization],
    documents,
    files: [{ ...file, offset: 7 }],
  };
  return text(manifestJson(head, parts));
}
