import { setTimeout } from 'node:timers/promises';
import { type Subscription, subscriptions } from '../../domain/webhooks/event-types.ts';
import { untilAskedToEnd } from '../../machine/signals.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { readSecret } from '../terminal/secret.ts';
import { type Listener, startListener } from './listener.ts';
import { deliveryInWords } from './received-delivery.ts';
import { checkLocalAllowed, registerTemporarily, type TemporaryEndpoint } from './temporary-endpoint.ts';

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
 * Prints deliveries until Ctrl-C, or until `count` are answered. With a company it registers its own endpoint there, keeps it registered over
 * restarts of the stack, and removes it at the end.
 *
 * @throws {Refused} `invalid_input`, `invalid_settings`, `company_not_found` or `port_in_use`
 */
export async function listen(session: Session, shell: Shell, options: ListenOptions): Promise<void> {
  checkOptions(options);
  if (options.company !== undefined) checkLocalAllowed(session);
  const company = options.company === undefined ? null : await findCompany(await session.orm(), options.company);
  const plan = { status: options.respond, delayMs: options.delay * 1000 };
  const listener = await startListener({ port: options.port, plan }, (delivery) => {
    shell.stdout.write(options.json ? `${JSON.stringify(delivery)}\n` : `${deliveryInWords(delivery)}\n`);
  });
  const registration = { endpoint: null as TemporaryEndpoint | null, ending: new AbortController() };
  try {
    const asked = untilAskedToEnd(false);
    if (company) {
      const register = async (): Promise<TemporaryEndpoint> => {
        const owner = await findCompany(await session.orm(), company.taxId);
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

/** Registers anew where the registration is gone: a stack that was started again over another database does not have it. */
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
      // Asked to end meanwhile: nobody else knows of this one.
      if (signal.aborted) await registration.endpoint.remove();
    } catch {
      // The stack is away: it is looked at again.
    }
  }
}

function checkOptions({ company, events, secret, secretStdin }: ListenOptions): void {
  const hasSecret = secret !== undefined || secretStdin !== undefined;
  if (company !== undefined && hasSecret) {
    throw new Refused('invalid_input', 'Com --company o segredo é do próprio registro: não informe outro.');
  }
  if (company === undefined && events !== undefined) {
    throw new Refused('invalid_input', '--events escolhe o que registrar, e só vale com --company.');
  }
}

/** @throws {Refused} `invalid_input` */
function eventsOf({ events = '' }: ListenOptions): Subscription[] {
  const names = events.split(',').filter((name) => name !== '');
  return names.map((name) => {
    const known = subscriptions.find((subscription) => subscription === name.trim());
    if (known) return known;
    throw new Refused('invalid_input', `--events aceita ${subscriptions.join(', ')}; veio "${name}".`);
  });
}

async function trustTypedSecret(
  listener: Listener,
  { secret, secretStdin }: ListenOptions,
  shell: Shell,
): Promise<void> {
  if (secret === undefined && secretStdin === undefined) {
    return shell.warn('sem --company nem --secret-stdin as assinaturas não são conferidas.');
  }
  if (secret !== undefined) shell.warn('um segredo na linha de comando fica à vista; prefira --secret-stdin.');
  const missing = new Refused('invalid_input', 'Falta o segredo (whsec_…).');
  listener.trust(
    await readSecret({ inline: secret, fromStdin: secretStdin }, { question: 'Segredo: ', missing }, shell),
  );
}
