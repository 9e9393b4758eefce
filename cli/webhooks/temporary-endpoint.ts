import { v7 as uuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { Subscription } from '../../domain/webhooks/event-types.ts';
import { reachable } from '../../machine/reachable.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newSealedSecret } from '../../operations/webhooks/new-sealed-secret.ts';
import { removeEndpoint } from '../../operations/webhooks/remove-endpoint.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';

const description = 'lavra webhooks listen (temporário)';

/** An endpoint that lasts as long as `listen` runs. */
export type TemporaryEndpoint = {
  id: string;
  secret: string;
  /** False where it was removed, or the database is another one now. */
  isThere(): Promise<boolean>;
  remove(): Promise<void>;
};

/**
 * Refuses where workers may not call this machine: an endpoint here would only fail.
 *
 * @throws {Refused} `invalid_settings`
 */
export function checkLocalAllowed(session: Session): void {
  if (session.env().webhooks.allowLocal) return;
  const mend = 'Só é assim numa instalação de desenvolvimento (LAVRA_WEBHOOKS_ALLOW_LOCAL=true, como no "npm start")';
  throw new Refused(
    'invalid_settings',
    `Esta instalação não entrega webhooks a este computador. ${mend}; senão use um túnel e --secret-stdin.`,
  );
}

/**
 * Registers this machine's address for a company, in place of those that a kill left behind, where nobody listens any more. No ping: this same
 * process listens there.
 */
export async function registerTemporarily(
  session: Session,
  { company, url, events }: { company: Company; url: string; events: Subscription[] },
): Promise<TemporaryEndpoint> {
  const id = uuid();
  const { secret, sealedSecret } = newSealedSecret(session.masterKey(), { owner: company.id, id });
  const orm = await session.orm();
  const em = acrossCompanies(orm);
  for (const left of await em.find(WebhookEndpoint, { company: company.id, description })) {
    const { hostname, port } = new URL(left.url);
    if (!(await reachable(hostname, Number(port)))) await remove(orm, left.id);
  }
  em.create(WebhookEndpoint, { id, company: company.id, url, description, events, sealedSecret });
  await em.flush();
  return {
    id,
    secret,
    isThere: async () => (await acrossCompanies(orm).count(WebhookEndpoint, { id })) > 0,
    remove: () => remove(orm, id),
  };
}

async function remove(orm: Orm, id: string): Promise<void> {
  try {
    await removeEndpoint((work) => acrossCompanies(orm).transactional(work), id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error; // it was removed meanwhile
  }
}
