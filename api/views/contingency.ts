import type { Document } from '../../domain/documents/document.entity.ts';
import type { Contingency } from '../../operations/documents/contingencies.ts';
import type { Schema } from '../operations.ts';

/** How a document was issued while its authority did not answer; null for any other. */
export function contingencyView(
  { contingencyMode: mode, contingencySince: since, contingencyReason, contingencyTransmitBy }: Document,
  contingency: Contingency | null,
): Schema<'FiscalDocumentContingency'> | null {
  if (!mode || !since) return null;
  return {
    mode,
    since: since.toISOString(),
    reason: contingencyReason ?? '',
    transmitBy: contingencyTransmitBy?.toISOString() ?? null,
    replaces: contingency?.replaced ? replacedView(contingency.replaced) : null,
  };
}

function replacedView({
  accessKey,
  series,
  number,
  status,
  protocol,
}: NonNullable<Contingency['replaced']>): Schema<'ReplacedFiscalDocument'> {
  return { accessKey, series, number, status, protocol: protocol ?? null };
}
