import type { Client } from '@temporalio/client';
import type { Response } from 'express';
import { TemporalUnavailable } from '../temporal/run.ts';
import { startInvitation, startPersonMail, wakeClosings, wakeEndpoint } from '../temporal/start.ts';

// What a request has done is committed before anybody is woken. While Temporal is away the rest is only a delay: reconciliation finds what is
// due.

type Parts = { temporal: Client };
type Answering = Pick<Response, 'locals'>;

/** Has the actors of an owner's endpoints look for what they are to deliver. */
export async function wakeEndpoints(
  { temporal }: Parts,
  res: Answering,
  { ownerLabel, endpoints }: { ownerLabel: string; endpoints: string[] },
): Promise<void> {
  const wake = () => Promise.all(endpoints.map((endpointId) => wakeEndpoint(temporal, { endpointId, ownerLabel })));
  await isReached(wake, res, 'the actors of webhooks could not be woken', { endpoints });
}

/** Has the office's actor take the closings that are PENDING. @returns false where Temporal cannot be reached */
export function dispatchClosings(
  { temporal }: Parts,
  res: Answering,
  { id: officeId, taxId: officeTaxId }: { id: string; taxId: string },
): Promise<boolean> {
  const wake = () => wakeClosings(temporal, { officeId, officeTaxId });
  return isReached(wake, res, 'the closings of an office could not be handed over', { officeId });
}

/** Starts the mail of an invitation. */
export async function startMail(
  { temporal }: Parts,
  res: Answering,
  invitation: Parameters<typeof startInvitation>[1],
): Promise<void> {
  const { invitationId } = invitation;
  const start = () => startInvitation(temporal, invitation);
  await isReached(start, res, 'the mail of an invitation could not be started', { invitationId });
}

/** Starts a mail to a person. */
export async function startLetter({ temporal }: Parts, res: Answering, mailId: string): Promise<void> {
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
