import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { eventTypes, type Subscription, subscriptions, typesOfKept } from '../../../domain/webhooks/event-types.ts';
import type { FieldGroup } from '../../forms/fields.ts';
import { eventWords } from '../../parts/event-words.ts';

const nameOf = (event: Subscription): string => `eventos.${event}`;

/** The form of an endpoint: where it is, and what it is told of. */
export const webhookGroups: readonly FieldGroup[] = [
  {
    title: 'Para onde avisar',
    fields: [
      {
        name: 'url',
        label: 'Endereço (URL)',
        isRequired: true,
        most: 2000,
        hint: 'Começa por https:// e responde à internet. Antes de guardar, o Lavra envia a ele um aviso de teste.',
      },
      { name: 'description', label: 'Nome, para as pessoas', most: 255 },
    ],
  },
  {
    title: 'O que avisar',
    fields: subscriptions.map((event) => ({
      name: nameOf(event),
      label: eventWords[event],
      kind: 'yesNo',
      hint: typesOfKept[event],
    })),
  },
];

export const webhookFields = webhookGroups.flatMap(({ fields }) => fields);

/** What stands in the form of an endpoint; a new one is told of what most want. */
export function webhookValues(
  endpoint?: Pick<WebhookEndpoint, 'url' | 'description' | 'events'>,
): Record<string, string> {
  const events: readonly string[] = endpoint && endpoint.events.length > 0 ? endpoint.events : Object.keys(eventTypes);
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    ...Object.fromEntries(subscriptions.map((event) => [nameOf(event), events.includes(event) ? 'sim' : ''])),
  };
}

/** What was ticked. */
export function eventsOf(form: URLSearchParams): Subscription[] {
  return subscriptions.filter((event) => Boolean(form.get(nameOf(event))));
}
