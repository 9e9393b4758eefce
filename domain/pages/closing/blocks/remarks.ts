import type { ClosingSummary } from '../../../closings/summary.ts';
import type { Markup } from '../../html/markup.ts';
import { contentPt, form } from '../form.ts';
import { type Row, table, tableCm } from '../table.ts';
import { count, counted } from '../words.ts';

const mostWithoutPdf = 4;

/** What else a reader should know of the ZIP. */
export function remarks(summary: ClosingSummary): Markup {
  return table('Neste ZIP', [{ title: '', widthCm: form.widthCm, leastPt: contentPt }], rowsOf(summary), {
    headers: false,
  });
}

export function remarksCm(summary: ClosingSummary): number {
  return tableCm(rowsOf(summary).length, { headers: false });
}

function rowsOf(summary: ClosingSummary): Row[] {
  return [
    { cells: [filesInWords(summary)] },
    ...(summary.inutilizationCount > 0 ? [{ cells: [inutilizationsInWords(summary)] }] : []),
    ...withoutPdf(summary),
  ];
}

function filesInWords({ fileCount, includeXml, includePdf }: ClosingSummary): string {
  const kinds = [includeXml ? 'o XML autorizado' : '', includePdf ? 'o PDF' : ''].filter(Boolean).join(' e ');
  return `${counted(fileCount, 'arquivo', 'arquivos')}: ${kinds} de cada nota, eventos (cancelamentos, cartas de correção) e a lista de tudo com SHA-256.`;
}

function inutilizationsInWords({ inutilizationCount }: ClosingSummary): string {
  const words = counted(inutilizationCount, 'inutilização de números', 'inutilizações de números');
  return `${words}, com os protocolos na pasta inutilizacoes/.`;
}

function withoutPdf({ withoutPdf: listed, withoutPdfCount }: ClosingSummary): Row[] {
  if (withoutPdfCount === 0) return [];
  const shown = listed.slice(0, mostWithoutPdf);
  const left = withoutPdfCount - shown.length;
  return [
    { cells: [{ warning: `${counted(withoutPdfCount, 'nota sem PDF', 'notas sem PDF')} (o XML está no ZIP):` }] },
    ...shown.map(({ accessKey, reason }) => ({ cells: [`${accessKey}: ${reason}`] })),
    ...(left > 0 ? [{ cells: [`mais ${count(left)} no manifesto`], kind: 'rest' as const }] : []),
  ];
}
