import type { Client } from '@temporalio/client';
import type { Response } from 'express';
import { labelOfOffice } from '../domain/webhooks/endpoint-owner.ts';
import type { ChangedLink } from '../operations/offices/change-link.ts';
import type { RequestedLink } from '../operations/offices/request-link.ts';
import type { Transact } from '../operations/transactions.ts';
import { labelOfOwner } from '../operations/webhooks/endpoints.ts';
import { TemporalUnavailable } from '../temporal/run.ts';
import {
  type MailingStart,
  startInvitation,
  startPersonMail,
  wakeClosings,
  wakeEndpoint,
  wakeMails,
} from '../temporal/start.ts';

// These functions are called after the request's work was committed. While Temporal is away it is only delayed: reconciliation finds what is due.

type Parts = { temporal: Client };
type Answering = Pick<Response, 'locals'>;

/** Wakes the actors of one owner's endpoints, to look for deliveries. */
export async function wakeEndpoints(
  { temporal }: Parts,
  res: Answering,
  { ownerLabel, endpoints }: { ownerLabel: string; endpoints: string[] },
): Promise<void> {
  const wake = () => Promise.all(endpoints.map((endpointId) => wakeEndpoint(temporal, { endpointId, ownerLabel })));
  await isReached(wake, res, 'the actors of webhooks could not be woken', { endpoints });
}

/** Wakes the actors of endpoints of several owners. */
export async function wakeOwners(
  parts: Parts,
  res: Answering,
  read: Transact,
  endpoints: readonly string[],
): Promise<void> {
  const labelled = await read(async (em) => {
    const labels: [string, string][] = [];
    for (const endpoint of endpoints) labels.push([endpoint, await labelOfOwner(em, endpoint)]);
    return labels;
  });
  for (const [label, of] of Map.groupBy(labelled, ([, ownerLabel]) => ownerLabel)) {
    await wakeEndpoints(parts, res, { ownerLabel: label, endpoints: of.map(([endpoint]) => endpoint) });
  }
}

/** Wakes the actor of a company's mails, to look for mails to send. */
export async function wakeMailing({ temporal }: Parts, res: Answering, start: MailingStart): Promise<void> {
  const wake = () => wakeMails(temporal, start);
  await isReached(wake, res, 'the actor of mails could not be woken', { companyId: start.companyId });
}

/** Wakes the office's actor, which runs the PENDING closings. @returns false where Temporal cannot be reached */
export function dispatchClosings(
  { temporal }: Parts,
  res: Answering,
  { id: officeId, taxId: officeTaxId }: { id: string; taxId: string },
): Promise<boolean> {
  const wake = () => wakeClosings(temporal, { officeId, officeTaxId });
  return isReached(wake, res, 'the closings of an office could not be handed over', { officeId });
}

/** Starts the mail of an invitation. */
async function startMail(
  { temporal }: Parts,
  res: Answering,
  invitation: Parameters<typeof startInvitation>[1],
): Promise<void> {
  const { invitationId } = invitation;
  const start = () => startInvitation(temporal, invitation);
  await isReached(start, res, 'the mail of an invitation could not be started', { invitationId });
}

/** Starts the mail of a new link's invitation, where there is one, and wakes the office's endpoints. */
export async function wakeLink(
  parts: Parts,
  res: Answering,
  { link, endpoints, invitation = null }: ChangedLink & Partial<Pick<RequestedLink, 'invitation'>>,
): Promise<void> {
  const { office, company } = link;
  await Promise.all([
    invitation &&
      startMail(parts, res, {
        invitationId: invitation.id,
        officeTaxId: office.taxId,
        companyTaxId: company.taxId,
      }),
    wakeEndpoints(parts, res, { ownerLabel: labelOfOffice(office), endpoints }),
  ]);
}

/** Starts a mail to a person. */
export async function startMailToPerson({ temporal }: Parts, res: Answering, mailId: string): Promise<void> {
  const start = () => startPersonMail(temporal, { mailId });
  await isReached(start, res, 'a mail to a person could not be started', { mailId });
}

async function isReached(
  start: () => Promise<unknown>,
  { locals: { log } }: Answering,
  message: string,
  fields: Record<string, unknown>,
): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    log.warn(message, { ...fields, error });
    return false;
  }
}
