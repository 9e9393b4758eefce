import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { NotFound } from '../../domain/errors.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { type Subscription, subscriptions } from '../../domain/webhooks/event-types.ts';
import { reachable } from '../../machine/reachable.ts';
import { untilAskedToEnd } from '../../machine/signals.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { newSealedSecret, recordEndpoint, removeEndpoint } from '../../operations/webhooks/endpoints.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { readSecret } from '../terminal/input.ts';
import { deliveryInWords, type WebhookListener, startListener } from './listener.ts';

export type ListenOptions = {
  company?: string;
  events?: string;
  secret?: string;
  secretStdin?: true;
  port: number;
  respond: number;
  delay: number;
  count?: number;
  json?: true;
};

/**
 * Prints deliveries until Ctrl-C, or until `count` are answered. With a company it registers an endpoint of its own there, registers it again after
 * restarts of the stack, and removes it at the end.
 *
 * @throws {CommandRefused} `invalid_input`, `invalid_settings`, `company_not_found` or `port_in_use`
 */
export async function listenToWebhooks(session: Session, shell: Shell, options: ListenOptions): Promise<void> {
  checkOptions(options);
  if (options.company !== undefined) checkLocalAllowed(session);
  const company =
    options.company === undefined ? null : await findCompany(acrossCompanies(await session.orm()), options.company);
  const plan = { status: options.respond, delayMs: options.delay * 1000 };
  const listener = await startListener({ port: options.port, plan }, (delivery) => {
    shell.stdout.write(options.json ? `${JSON.stringify(delivery)}\n` : `${deliveryInWords(delivery)}\n`);
  });
  const registration = { endpoint: null as TemporaryEndpoint | null, ending: new AbortController() };
  try {
    const asked = untilAskedToEnd(false);
    if (company) {
      const register = async (): Promise<TemporaryEndpoint> => {
        const owner = await findCompany(acrossCompanies(await session.orm()), company.taxId);
        const events = eventsOf(options);
        const endpoint = await registerTemporarily(session, { company: owner, url: listener.url, events });
        listener.trust(endpoint.secret);
        return endpoint;
      };
      registration.endpoint = await register();
      void stayRegistered(registration, register);
    } else {
      await trustTypedSecret(listener, options, shell);
    }
    shell.stderr.write(
      `Ouvindo em ${listener.url}${company ? `, pela empresa ${company.name}` : ''}. Ctrl-C encerra.\n`,
    );
    await Promise.race([asked, ...(options.count === undefined ? [] : [listener.answered(options.count)])]);
  } finally {
    registration.ending.abort();
    try {
      await registration.endpoint?.remove();
    } catch (error) {
      shell.warn('o registro ficou, porque o banco de dados não responde; o próximo "lavra webhooks listen" o tira.');
      throw error;
    } finally {
      await listener.close();
    }
  }
}

const lookEveryMs = 5000;

/** Registers the endpoint again where it is gone, as after the stack was started with another database. */
async function stayRegistered(
  registration: { endpoint: TemporaryEndpoint | null; ending: AbortController },
  register: () => Promise<TemporaryEndpoint>,
): Promise<void> {
  const { signal } = registration.ending;
  while (!signal.aborted) {
    await setTimeout(lookEveryMs, undefined, { signal }).catch(() => {});
    try {
      if (signal.aborted || (await registration.endpoint?.isThere())) continue;
      registration.endpoint = await register();
      // the command was ended meanwhile, and nobody else knows of this endpoint
      if (signal.aborted) await registration.endpoint.remove();
    } catch {
      // the stack is away, and is checked again later
    }
  }
}

function checkOptions({ company, events, secret, secretStdin }: ListenOptions): void {
  const hasSecret = secret !== undefined || secretStdin !== undefined;
  if (company !== undefined && hasSecret) {
    throw new CommandRefused('invalid_input', 'Com --company o segredo é do próprio registro: não informe outro.');
  }
  if (company === undefined && events !== undefined) {
    throw new CommandRefused('invalid_input', '--events escolhe o que registrar, e só vale com --company.');
  }
}

/** The events that were typed. @throws {CommandRefused} `invalid_input` */
function eventsOf({ events = '' }: ListenOptions): Subscription[] {
  const names = events.split(',').filter((name) => name !== '');
  return names.map((name) => {
    const known = subscriptions.find((subscription) => subscription === name.trim());
    if (known) return known;
    throw new CommandRefused('invalid_input', `--events aceita ${subscriptions.join(', ')}; veio "${name}".`);
  });
}

async function trustTypedSecret(
  listener: WebhookListener,
  { secret, secretStdin }: ListenOptions,
  shell: Shell,
): Promise<void> {
  if (secret === undefined && secretStdin === undefined) {
    return shell.warn('sem --company nem --secret-stdin as assinaturas não são conferidas.');
  }
  if (secret !== undefined) shell.warn('um segredo na linha de comando fica à vista; prefira --secret-stdin.');
  const missing = new CommandRefused('invalid_input', 'Falta o segredo (whsec_…).');
  listener.trust(
    await readSecret({ inline: secret, fromStdin: secretStdin }, { question: 'Segredo: ', missing }, shell),
  );
}

const description = 'lavra webhooks listen (temporário)';

/** An endpoint that exists while `listen` runs. */
export type TemporaryEndpoint = {
  id: string;
  secret: string;
  /** False where the endpoint was removed, or the database is another one. */
  isThere(): Promise<boolean>;
  remove(): Promise<void>;
};

/**
 * Throws where workers may not call this machine, because an endpoint here would only fail.
 *
 * @throws {CommandRefused} `invalid_settings`
 */
function checkLocalAllowed(session: Session): void {
  if (session.env().webhooks.allowLocal) return;
  const mend = 'Só é assim numa instalação de desenvolvimento (LAVRA_WEBHOOKS_ALLOW_LOCAL=true, como no "npm start")';
  throw new CommandRefused(
    'invalid_settings',
    `Esta instalação não entrega webhooks a este computador. ${mend}; senão use um túnel e --secret-stdin.`,
  );
}

/**
 * Registers this machine's address as an endpoint of a company, in place of earlier ones that a kill left behind. It sends no ping, because this same
 * process listens there.
 */
async function registerTemporarily(
  session: Session,
  { company, url, events }: { company: Company; url: string; events: Subscription[] },
): Promise<TemporaryEndpoint> {
  const id = uuid();
  const { secret, sealedSecret } = newSealedSecret(session.masterKey(), { owner: company.id, id });
  const orm = await session.orm();
  const { actor } = session;
  const em = acrossCompanies(orm);
  for (const left of await em.find(WebhookEndpoint, { company: company.id, description })) {
    const { hostname, port } = new URL(left.url);
    if (!(await reachable(hostname, Number(port)))) await remove(orm, left.id, actor);
  }
  const made = em.create(WebhookEndpoint, { id, company: company.id, url, description, events, sealedSecret });
  recordEndpoint(em, actor, 'WEBHOOK_CREATED', made, { events, isTemporary: true });
  await em.flush();
  return {
    id,
    secret,
    isThere: async () => (await acrossCompanies(orm).count(WebhookEndpoint, { id })) > 0,
    remove: () => remove(orm, id, actor),
  };
}

async function remove(orm: Orm, id: string, actor: Actor): Promise<void> {
  try {
    await removeEndpoint((work) => acrossCompanies(orm).transactional(work), { id, actor });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error; // it was removed meanwhile
  }
}
