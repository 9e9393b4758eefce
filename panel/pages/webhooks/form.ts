import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import {
  type AnySubscription,
  eventTypes,
  officeEventTypes,
  officeSubscriptions,
  subscriptions,
  typesOfKept,
} from '../../../domain/webhooks/event-types.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { Field, FieldGroup } from '../../forms/fields.ts';
import { filled, type ValueTree, readValues, formTexts } from '../../forms/read.ts';
import { eventWords } from '../../parts/event-words.ts';

/** The events that endpoints of one kind of owner may receive. */
export type EventChoice = {
  all: readonly AnySubscription[];
  /** What an endpoint receives that names no events, and what is ticked in the form of a new one. */
  usual: readonly AnySubscription[];
  /** A sentence that says how an address is checked before it is stored, or how to check it. */
  check: string;
  /** The fields that narrow events by supplier, and time those of due dates. */
  about: readonly Field[];
};

const supplierFields: readonly Field[] = [
  {
    name: 'filters.supplierTaxIds',
    label: 'Só destes fornecedores',
    kind: 'lines',
    hint: 'CNPJ ou CPF, um por linha. Vazio: de todos.',
  },
  {
    name: 'filters.model',
    label: 'Só deste tipo de nota',
    kind: 'choice',
    choices: [
      ['', 'Todos'],
      ['NFE', 'NF-e'],
      ['NFSE', 'NFS-e'],
    ],
  },
  {
    name: 'filters.minValue',
    label: 'Valor mínimo (R$)',
    kind: 'decimal',
    isShort: true,
    hint: 'Da nota; de uma conta a pagar, o dela.',
  },
  { name: 'filters.maxValue', label: 'Valor máximo (R$)', kind: 'decimal', isShort: true },
  {
    name: 'dueDaysBefore',
    label: 'Avisar quantos dias antes do vencimento',
    kind: 'lines',
    hint: '0 é o próprio dia, que vale se nada for dito. Vários, com vírgula: 7, 0.',
  },
];

export const companyEvents: EventChoice = {
  all: subscriptions,
  usual: Object.keys(eventTypes) as AnySubscription[],
  check: 'Antes de guardar, o Lavra envia a ele um aviso de teste.',
  about: supplierFields,
};

/** Registering an office's address sends nothing to it. */
export const officeEvents: EventChoice = {
  all: officeSubscriptions,
  usual: Object.keys({ ...eventTypes, ...officeEventTypes }) as AnySubscription[],
  check: 'Depois de guardar, envie um teste na página dele.',
  about: [],
};

const nameOf = (event: AnySubscription): string => `eventos.${event}`;

/** The form of an endpoint: its address, and the events that it receives. */
export function webhookGroups({ all, check, about }: EventChoice): readonly FieldGroup[] {
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
    ...(about.length === 0
      ? []
      : [
          {
            title: 'De quais fornecedores, e quando',
            help: 'Vale para documentos recebidos, notas que fornecedores cancelam e contas a pagar. Os outros avisos vêm sempre.',
            fields: about,
            isFolded: true,
          },
        ]),
  ];
}

export function webhookFields(choice: EventChoice): Field[] {
  return webhookGroups(choice).flatMap(({ fields }) => fields);
}

/** The text in the form of an endpoint; the usual events are ticked for a new one. */
export function webhookValues(
  { all, usual, about }: EventChoice,
  endpoint?: Pick<WebhookEndpoint, 'url' | 'description' | 'events' | 'filters' | 'dueDaysBefore'>,
): Record<string, string> {
  const filters = endpoint?.filters ?? null;
  const models = filters?.models ?? [];
  const events: readonly string[] = endpoint && endpoint.events.length > 0 ? endpoint.events : usual;
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    ...Object.fromEntries(all.map((event) => [nameOf(event), events.includes(event) ? 'sim' : ''])),
    ...formTexts({ ...endpoint, filters: { ...filters, model: models.length === 1 ? models[0] : null } }, about),
  };
}

/** The events that were ticked in a form. */
export function eventsOf(form: URLSearchParams, { all }: EventChoice): AnySubscription[] {
  return all.filter((event) => Boolean(form.get(nameOf(event))));
}

/** The supplier filters and the days before due dates, in the shape of the contract. */
export function supplierChoiceOf(form: URLSearchParams, { about }: EventChoice): Record<string, unknown> {
  const { filters, dueDaysBefore } = readValues(form, about);
  const { model, supplierTaxIds, ...values } = filled({ ...(filters as ValueTree) });
  const asked = {
    ...values,
    ...(Array.isArray(supplierTaxIds)
      ? { supplierTaxIds: supplierTaxIds.map((taxId) => plainTaxId(String(taxId))) }
      : {}),
    ...(model === undefined ? {} : { models: [model] }),
  };
  return {
    filters: Object.keys(asked).length === 0 ? null : asked,
    dueDaysBefore: Array.isArray(dueDaysBefore) ? dueDaysBefore.map(dayOf) : null,
  };
}

/** Text that is not a number stays as written, so that validation reports it. */
const dayOf = (text: unknown): unknown => (/^\d{1,3}$/.test(String(text)) ? Number(text) : text);
