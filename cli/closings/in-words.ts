import { type Closing, momentsOf } from '../../domain/closings/closing.entity.ts';
import { progressOf, type SkipReason } from '../../domain/closings/progress.ts';
import { commandOf } from '../../domain/conversation/remedy.ts';
import { waitInContract } from '../../domain/conversation/wait-with-remedy.ts';
import { monthInDigits } from '../../domain/month.ts';

export function hasEnded({ status }: Pick<Closing, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'FAILED';
}

/** The result of a closing, in one line. */
export function endInWords(closing: Closing): string {
  const { companyName, status, fileName, fileSize, documentCount, failureReason } = closing;
  if (status === 'FAILED') return `✗ ${companyName}: falhou. ${failureReason ?? ''}`.trimEnd();
  return `✓ ${companyName}: ${documentCount} documentos em ${fileName} (${megabytes(fileSize ?? 0)})`;
}

/** A row of the table on the terminal. */
export function closingRow(closing: Closing): Record<string, string> {
  return {
    mês: monthInDigits(closing),
    empresa: `${closing.companyTaxId} ${closing.companyName}`,
    situação: closing.status,
    documentos: `${closing.doneCount} de ${closing.documentCount}`,
    arquivo: closing.status === 'COMPLETED' ? `${closing.fileName} (${megabytes(closing.fileSize ?? 0)})` : '',
    'pedido em': closing.createdAt.toISOString(),
    id: closing.id,
  };
}

/** A closing for scripts: the fields of the API, and where its ZIP is stored. */
export function closingRecord(closing: Closing, now = new Date()) {
  const { id, company, office, companyTaxId, companyName, year, month, status, includeXml, includePdf } = closing;
  const progress = progressOf(closing, now);
  const { fileName, blobKey, fileSize = null, sha256 = null, failureReason = null } = closing;
  return {
    ...{ id, officeId: office, companyId: company, companyTaxId, companyName, year, month, status },
    ...{ includeXml, includePdf, documentCount: closing.documentCount, fileName, blobKey, fileSize, sha256 },
    ...momentsOf(closing),
    failureReason,
    progress: { ...progress, waiting: progress.waiting && waitInContract(progress.waiting) },
  };
}

/** A closing as a person reads it, line by line. */
export function closingInWords(closing: Closing, now = new Date()): string {
  const { percent, doneCount, documentCount, missingPdfCount, waiting } = progressOf(closing, now);
  const lines: [string, string | null | undefined][] = [
    ['Fechamento', closing.id],
    ['Empresa', `${closing.companyTaxId} ${closing.companyName}`],
    ['Mês', monthInDigits(closing)],
    ['Situação', closing.status],
    ['Documentos', `${doneCount} de ${documentCount} (${percent}%)`],
    ['Sem PDF', missingPdfCount > 0 ? String(missingPdfCount) : null],
    ['Espera por', waiting?.reason],
    ['O que ajuda', waiting && commandOf(waiting.remedy)],
    ['Motivo', closing.failureReason],
    ['Arquivo', closing.fileSize ? `${closing.fileName} (${megabytes(closing.fileSize)})` : null],
    ['No armazenamento', closing.fileSize && !closing.deletedAt ? closing.blobKey : null],
    ['SHA-256', closing.sha256],
    ['Retrato de', closing.asOf?.toISOString()],
    ['Guardado até', closing.deletedAt ? null : closing.expiresAt?.toISOString()],
    ['Apagado em', closing.deletedAt?.toISOString()],
  ];
  return lines.flatMap(([title, value]) => (value ? [`${title}: ${value}`] : [])).join('\n');
}

const skips: Record<SkipReason, string> = {
  already_running: 'este mês já está sendo fechado',
  no_documents: 'não há documentos autorizados ou cancelados em produção no mês',
  dispatch_failed: 'o Temporal não respondeu; peça de novo',
  not_in_portfolio: 'o vínculo foi encerrado agora há pouco',
};

/** Why no closing was started for a company. */
export function skipInWords(reason: SkipReason): string {
  return skips[reason];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}
