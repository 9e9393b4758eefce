import type { Company } from '../domain/companies/company.entity.ts';
import { labelOfOffice } from '../domain/webhooks/endpoint-owner.ts';
import type { WebhookEndpoint } from '../domain/webhooks/endpoint.entity.ts';
import { type DistributionOf, distributionsOf } from '../operations/distribution/distribution-rows.ts';
import { startSync, withdrawSync, type StartedSync, tooEarly } from '../operations/distribution/sync.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import type { ChangedLink } from '../operations/offices/change-link.ts';
import type { RequestedLink } from '../operations/offices/request-link.ts';
import { labelOfOwner } from '../operations/webhooks/endpoints.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import { startInvitation, wakeDistribution, wakeEndpoint, wakeMails } from '../temporal/start.ts';
import { CommandRefused } from './command-refused.ts';
import type { Session } from './session.ts';

/** Starts or wakes the actors that ask for a company's received documents, as after a certificate was added or the environment changed. */
export async function wakeActorsOf(session: Session, { id }: Pick<Company, 'id'>): Promise<boolean> {
  return wakeDistributions(session, await distributionsOf(acrossCompanies(await session.orm()), id));
}

/** Wakes actors to check whether they may ask. @returns false without Temporal: reconciliation does it within the minute */
async function wakeDistributions(session: Session, distributions: DistributionOf[]): Promise<boolean> {
  if (distributions.length === 0) return true;
  try {
    const client = await session.temporal();
    await Promise.all(distributions.map((distribution) => wakeDistribution(client, distribution)));
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}

/**
 * Has the sources of a company asked that may be asked now.
 *
 * @throws {DomainError} `sefaz_wait`, `certificate_missing` or `invalid_state`
 * @throws {CommandRefused} `temporal_unavailable`
 */
export async function sync(session: Session, company: Company): Promise<StartedSync> {
  const now = new Date();
  const { id, taxId, environment } = company;
  const acting = { id, taxId, environment, actor: session.actor };
  const { distributionWaitSeconds: waitSeconds } = session.env();
  const em = acrossCompanies(await session.orm());
  const asking = await em.transactional((tx) => startSync(tx, { company: acting, now, waitSeconds }));
  if (asking.sources.length === 0) throw tooEarly(asking, now);
  if (await wakeDistributions(session, asking.sources)) return asking;
  await em.transactional((tx) => withdrawSync(tx, acting, asking));
  throw new CommandRefused('temporal_unavailable', 'O Temporal não responde: a consulta sai quando ele voltar.');
}

type Waiting = ChangedLink & Partial<Pick<RequestedLink, 'invitation'>>;

/**
 * Starts the mail of an invitation, and wakes the office's endpoints.
 *
 * @returns false without Temporal: reconciliation finds what waits within two minutes
 */
export async function wakeLink(session: Session, { link, endpoints, invitation = null }: Waiting): Promise<boolean> {
  if (endpoints.length === 0 && !invitation) return true;
  const { office, company } = link;
  const ownerLabel = labelOfOffice(office);
  try {
    const client = await session.temporal();
    await Promise.all([
      ...endpoints.map((endpointId) => wakeEndpoint(client, { endpointId, ownerLabel })),
      ...(invitation
        ? [
            startInvitation(client, {
              invitationId: invitation.id,
              officeTaxId: office.taxId,
              companyTaxId: company.taxId,
            }),
          ]
        : []),
    ]);
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}

/** Wakes an endpoint's actor. @returns false without Temporal: reconciliation finds what is due within two minutes */
export async function wakeWebhook(session: Session, { id: endpointId }: Pick<WebhookEndpoint, 'id'>): Promise<boolean> {
  const ownerLabel = await labelOfOwner(acrossCompanies(await session.orm()), endpointId);
  try {
    await wakeEndpoint(await session.temporal(), { endpointId, ownerLabel });
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}

/** Wakes the actor of a company's mails. @returns false without Temporal: reconciliation finds what is due within two minutes */
export async function wakeMailing(session: Session, { id, taxId }: Pick<Company, 'id' | 'taxId'>): Promise<boolean> {
  try {
    await wakeMails(await session.temporal(), { companyId: id, companyTaxId: taxId });
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}
