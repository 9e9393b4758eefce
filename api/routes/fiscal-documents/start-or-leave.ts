import type { Client } from '@temporalio/client';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { TemporalUnavailable } from '../../../temporal/run.ts';
import { startEmission } from '../../../temporal/start.ts';

/** Starts the emission of a committed document, or leaves it to reconciliation while Temporal is away. Gives the run's id, or null. */
export async function startOrLeave(temporal: Client, document: Document, companyTaxId: string): Promise<string | null> {
  const { id: documentId, attempt, type: documentType } = document;
  try {
    return await startEmission(temporal, { documentId, attempt, companyTaxId, documentType });
  } catch (error) {
    if (error instanceof TemporalUnavailable) return null;
    throw error;
  }
}
