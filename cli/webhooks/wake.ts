import { Company } from '../../domain/companies/company.entity.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeEndpoint } from '../../temporal/start.ts';
import type { Session } from '../session.ts';

/** Tells an endpoint's actor to look for work. @returns false without Temporal: reconciliation finds what is due within two minutes */
export async function wake(session: Session, endpoint: WebhookEndpoint): Promise<boolean> {
  const { taxId: companyTaxId } = await acrossCompanies(await session.orm()).findOneOrFail(
    Company,
    ownerIdOf(endpoint),
  );
  try {
    await wakeEndpoint(await session.temporal(), { endpointId: endpoint.id, companyTaxId });
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}
