import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import {
  eventTypes,
  officeEventTypes,
  officeSubscriptions,
  type OfficeSubscription,
  subscriptions,
  typesOfKept,
} from '../../../domain/webhooks/event-types.ts';
import type { Field, FieldGroup } from '../../forms/fields.ts';
import { eventWords } from '../../parts/event-words.ts';

/** What the endpoints of one kind of owner may be told of. */
export type EventChoice = {
  all: readonly OfficeSubscription[];
  /** What one is told of that names none, and what is ticked in the form of a new one. */
  usual: readonly OfficeSubscription[];
  /** What becomes of an address before it is kept. */
  check: string;
};

export const companyEvents: EventChoice = {
  all: subscriptions,
  usual: Object.keys(eventTypes) as OfficeSubscription[],
  check: 'Antes de guardar, o Lavra envia a ele um aviso de teste.',
};

/** Nothing is sent to an office's address as it is registered (spec 2-extended §4.7, rule 8). */
export const officeEvents: EventChoice = {
  all: officeSubscriptions,
  usual: Object.keys({ ...eventTypes, ...officeEventTypes }) as OfficeSubscription[],
  check: 'Depois de guardar, envie um teste na página dele.',
};

const nameOf = (event: OfficeSubscription): string => `eventos.${event}`;

/** The form of an endpoint: where it is, and what it is told of. */
export function webhookGroups({ all, check }: EventChoice): readonly FieldGroup[] {
  return [
    {
      title: 'Para onde avisar',
      fields: [
        {
          name: 'url',
          label: 'Endereço (URL)',
          isRequired: true,
          most: 2000,
          hint: `Começa por https:// e responde à internet. ${check}`,
        },
        { name: 'description', label: 'Nome, para as pessoas', most: 255 },
      ],
    },
    {
      title: 'O que avisar',
      fields: all.map((event) => ({
        name: nameOf(event),
        label: eventWords[event],
        kind: 'yesNo',
        hint: typesOfKept[event],
      })),
    },
  ];
}

export function webhookFields(choice: EventChoice): Field[] {
  return webhookGroups(choice).flatMap(({ fields }) => fields);
}

/** What stands in the form of an endpoint; a new one is told of what most want. */
export function webhookValues(
  { all, usual }: EventChoice,
  endpoint?: Pick<WebhookEndpoint, 'url' | 'description' | 'events'>,
): Record<string, string> {
  const events: readonly string[] = endpoint && endpoint.events.length > 0 ? endpoint.events : usual;
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    ...Object.fromEntries(all.map((event) => [nameOf(event), events.includes(event) ? 'sim' : ''])),
  };
}

/** What was ticked. */
export function eventsOf(form: URLSearchParams, { all }: EventChoice): OfficeSubscription[] {
  return all.filter((event) => Boolean(form.get(nameOf(event))));
}
