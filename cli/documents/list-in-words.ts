import { traitsOf } from '../../domain/document-types.ts';
import { seriesAndNumber } from '../../domain/documents/emission-title.ts';
import { money } from '../../domain/pages/html/numbers.ts';
import type { DocumentPage, DocumentSummary } from '../../operations/documents/summary.ts';
import { ageOf } from '../attention/in-words.ts';
import { table } from '../terminal/table.ts';

const longestName = 30;
const longestReason = 100;

/** A page of documents as a person reads it: a line each, and how many there are. */
export function listInWords(page: DocumentPage, now: Date): string {
  const { documents, total, page: at, pageSize, inOtherEnvironment, environment } = page;
  const rows = table(
    documents.map((document) => rowOf(document, now)),
    'Não há documentos nesta página.',
  );
  const pages = Math.ceil(total / pageSize);
  const lines = [rows, `Página ${at} de ${pages}, ${total} no total (${environment}).`];
  if (inOtherEnvironment > 0 && environment !== 'ALL') {
    const other = environment === 'PRODUCTION' ? 'HOMOLOGATION' : 'PRODUCTION';
    lines.push(`No outro ambiente há ${inOtherEnvironment}: use --environment ${other}.`);
  }
  return lines.join('\n');
}

/** The reason comes last: it is the longest. */
function rowOf(document: DocumentSummary, now: Date): Record<string, string> {
  const { id, externalId, client, totalValue, status, waiting, updatedAt } = document;
  return {
    'id externo': externalId ?? '',
    nota: noteOf(document),
    cliente: (client.name ?? '').slice(0, longestName),
    total: money(totalValue),
    situação: status,
    desde: ageOf({ since: waiting?.since ?? updatedAt }, now),
    id,
    motivo: reasonOf(document).replaceAll(/\s+/g, ' ').slice(0, longestReason).trimEnd(),
  };
}

/** `NF-e 1/123`; `NF-e` of one that has no number yet. */
export function noteOf({ type, series, number }: Pick<DocumentSummary, 'type' | 'series' | 'number'>): string {
  const { title } = traitsOf[type];
  return number > 0 ? `${title} ${seriesAndNumber({ series, number })}` : title;
}

function reasonOf({ status, waiting, rejectionReason }: DocumentSummary): string {
  if (waiting) return `${waiting.kind === 'PERSON' ? '!! DECISÃO: ' : ''}${waiting.reason}`;
  return status === 'REJECTED' ? (rejectionReason ?? '') : '';
}
