import type { NfseReadiness } from '../../operations/offices/nfse-readiness.ts';
import type { Schema } from '../operations.ts';

/** Whether a company is ready for NFS-e, as the API shows it. */
export function nfseReadinessView(readiness: NfseReadiness): Schema<'NfseReadiness'> {
  const { issues, certificateEnds, templates, defaultTemplateId, officeIssuingAllowed } = readiness;
  return {
    ready: issues.length === 0,
    issues,
    certificate: { present: certificateEnds !== null, expiresAt: certificateEnds?.toISOString() ?? null },
    templates,
    defaultTemplateId,
    officeIssuingAllowed,
  };
}
