import type { EntityManager } from '../../../config/orm.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { chargedFor } from '../../../domain/documents/compute/charged-for.ts';
import { computeService } from '../../../domain/documents/compute/service.ts';
import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import type { ComputedServiceContent, Document } from '../../../domain/documents/document.entity.ts';
import type { ServicePayload } from '../../../domain/documents/payload.ts';
import { buildDps } from '../../../domain/nfse/build-dps.ts';
import { serviceRecordsOf } from '../../../operations/records/tax-records.ts';
import { orLocalRejection } from '../../conversation/local-rejection.ts';
import type { Parts } from '../../parts.ts';
import type { Draft } from '../drafted.ts';

type Service = { document: Document; payload: ServicePayload; issuer: Issuer };

/** A service, computed. */
export async function serviceDraft(
  em: EntityManager,
  { document, payload, issuer }: Service,
  { version, rates }: Parts,
): Promise<Draft> {
  const { company, clientSnapshot: client, issueDateTime: on } = document;
  const service = await orLocalRejection(async () => {
    const templateId = payload.templateId ?? issuer.settings.nfse?.defaultTemplateId ?? null;
    const records = await serviceRecordsOf(em, { company, payload: { ...payload, templateId } });
    return computeService({ issuer, client, payload, records, rates, on });
  });
  return {
    settings: issuer.settings,
    content: contentOf(service),
    totalValue: chargedFor(service.amounts),
    build(drawn, signer) {
      const { dpsId, xml, digestValue } = buildDps(service, { ...drawn, version }, signer);
      return { subject: dpsId, accessKey: null, xml, digestValue };
    },
  };
}

/** The issuer's settings stay with the company; the document keeps what was computed with them. */
function contentOf({ issuer: _issuer, ...content }: ComputedService): ComputedServiceContent {
  return content;
}
