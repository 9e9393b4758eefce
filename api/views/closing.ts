import type { Closing } from '../../domain/closings/closing.entity.ts';
import { progressOf } from '../../domain/closings/progress.ts';
import type { SkipReason } from '../../domain/closings/words.ts';
import type { CreatedClosings } from '../../operations/closings/create-closings.ts';
import type { EligibleCompany } from '../../operations/closings/eligible-companies.ts';
import type { Schema } from '../operations.ts';
import { waitingView } from './waiting.ts';

/** A closing as its office sees it. */
export function closingView(closing: Closing, now = new Date()): Schema<'Closing'> {
  const progress = progressOf(closing, now);
  const { id, companyTaxId, companyName, year, month, status, includeXml, includePdf, documentCount } = closing;
  return {
    ...{ id, companyId: closing.company, companyTaxId, companyName },
    ...{ year, month, status, includeXml, includePdf, documentCount },
    fileName: closing.fileName,
    fileSize: closing.fileSize ?? null,
    sha256: closing.sha256 ?? null,
    asOf: closing.asOf?.toISOString() ?? null,
    createdAt: closing.createdAt.toISOString(),
    startedAt: closing.startedAt?.toISOString() ?? null,
    completedAt: closing.completedAt?.toISOString() ?? null,
    expiresAt: closing.expiresAt?.toISOString() ?? null,
    deletedAt: closing.deletedAt?.toISOString() ?? null,
    failureReason: closing.failureReason ?? null,
    progress: { ...progress, waiting: waitingView(progress.waiting) },
  };
}

export function eligibleCompanyView({ lastClosing, ...company }: EligibleCompany): Schema<'EligibleCompany'> {
  const last = lastClosing && { ...lastClosing, completedAt: lastClosing.completedAt?.toISOString() ?? null };
  return { ...company, lastClosing: last };
}

/** What became of the companies for which closings were asked. */
export function closingsCreatedView({ created, skipped }: CreatedClosings): Schema<'ClosingsCreated'> {
  return { created, skipped: skipped.map((skip) => ({ ...skip, message: skipMessages[skip.reason] })) };
}

/** Why a company was skipped and what to do, in Portuguese. */
export const skipMessages: Record<SkipReason, string> = {
  already_running: 'Este mês da empresa já está sendo fechado. Acompanhe em GET /v1/accounting/closings.',
  no_documents: 'A empresa não tem documentos autorizados ou cancelados em produção neste mês.',
  dispatch_failed: 'O fechamento não pôde ser iniciado agora. Peça de novo em instantes.',
  not_in_portfolio: 'O vínculo com a empresa foi encerrado enquanto o fechamento era pedido.',
};
