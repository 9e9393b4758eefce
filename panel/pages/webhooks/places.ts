import type { Response } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { labelOfOffice } from '../../../domain/webhooks/endpoint-owner.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { endpointChanges } from '../../../http/requests/webhook.ts';
import type { EndpointChanges } from '../../../operations/webhooks/change-endpoint.ts';
import { createEndpoint } from '../../../operations/webhooks/create-endpoint.ts';
import type { EndpointOwner } from '../../../operations/webhooks/endpoints.ts';
import { pingEndpoint, testEndpoint } from '../../../operations/webhooks/ping.ts';
import type { PanelParts } from '../../panel-parts.ts';
import type { PageName } from '../../rights.ts';
import { actingForOffice, actingOn } from '../../session.ts';
import { companyEvents, type EventChoice, eventsOf, officeEvents, supplierChoiceOf } from './form.ts';

type Act = 'change' | 'pause' | 'reactivate' | 'test' | 'rotate' | 'remove';

/** A new endpoint, and its secret, which is shown once. */
type Made = { endpoint: WebhookEndpoint; secret: string };

/** Whose endpoints a page is about, and what depends on the owner. */
export type WebhooksOwner = {
  /** `/e/{cnpj}` or `/c/{cnpj}`. */
  base: string;
  owner: EndpointOwner;
  /** The label of the owner by which its workflows are found: a tax id, or the label of an office. */
  label: string;
  create: (form: URLSearchParams, id: string | undefined) => Promise<Made>;
  /** The changes in the form of an existing endpoint. @throws DomainError `validation_error` */
  changesIn: (form: URLSearchParams) => EndpointChanges;
  /** Tests an endpoint: returns the word for what was done, and the endpoint's id when its workflow has to be woken. */
  test: (id: string) => Promise<{ word: 'testado' | 'respondeu'; toWake: string | null }>;
};

/** The webhook pages of one kind of owner: their paths, their rows in the table of rights, and the words. */
export type WebhooksPlace = {
  path: string;
  pages: Record<'list' | 'new' | 'add' | 'one' | Act, PageName>;
  events: EventChoice;
  /** What endpoints are for, in a sentence. */
  about: string;
  /** The button of a new endpoint's form. */
  add: string;
  ownerOf: (res: Response, parts: PanelParts) => WebhooksOwner;
};

export const webhooksPlaces: readonly WebhooksPlace[] = [
  {
    path: '/e/:taxId/webhooks',
    pages: {
      ...{ list: 'webhooks', new: 'newWebhook', add: 'addWebhook', one: 'webhook', change: 'changeWebhook' },
      ...{ pause: 'pauseWebhook', reactivate: 'reactivateWebhook', test: 'testWebhook' },
      ...{ rotate: 'rotateWebhookSecret', remove: 'removeWebhook' },
    },
    events: companyEvents,
    about: 'Cada webhook é um endereço do seu sistema, que o Lavra avisa do que acontece às notas.',
    add: 'Testar o endereço e adicionar',
    ownerOf: (res, parts) => {
      const { company } = actingOn(res);
      const typed = (form: URLSearchParams) => ({
        ...typedOf(form),
        events: chosenOf(form, companyEvents),
        ...supplierChoiceOf(form, companyEvents),
      });
      return {
        ...{ base: `/e/${company.taxId}`, owner: { company }, label: company.taxId },
        create: (form, id) => {
          const body = checkedBody('WebhookCreation', typed(form));
          return createEndpoint(parts, { ...body, company, ...(id === undefined ? {} : { id }) });
        },
        changesIn: (form) => endpointChanges(parts, checkedBody('WebhookChanges', typed(form))),
        test: async (id) => ({ word: 'testado', toWake: (await testEndpoint(parts.orm, company, id)).endpoint }),
      };
    },
  },
  {
    path: '/c/:taxId/webhooks',
    pages: {
      ...{ list: 'officeWebhooks', new: 'newOfficeWebhook', add: 'addOfficeWebhook', one: 'officeWebhook' },
      ...{ change: 'changeOfficeWebhook', pause: 'pauseOfficeWebhook', reactivate: 'reactivateOfficeWebhook' },
      ...{ test: 'testOfficeWebhook', rotate: 'rotateOfficeWebhookSecret', remove: 'removeOfficeWebhook' },
    },
    events: officeEvents,
    about:
      'Cada webhook é um endereço do sistema do escritório, que o Lavra avisa do que acontece em toda a carteira. São no máximo cinco.',
    add: 'Adicionar',
    ownerOf: (res, parts) => {
      const { office } = actingForOffice(res);
      const typed = (form: URLSearchParams) => ({ ...typedOf(form), events: chosenOf(form, officeEvents) });
      const checked = (form: URLSearchParams) => checkedBody('OfficeWebhookCreation', typed(form));
      return {
        ...{ base: `/c/${office.taxId}`, owner: { office }, label: labelOfOffice(office) },
        create: (form, id) => createEndpoint(parts, { ...checked(form), office, ...(id === undefined ? {} : { id }) }),
        changesIn: (form) => changesOf(checked(form)),
        // Events belong to companies: the test of an office's address is sent at once, and stored nowhere.
        test: async (id) => {
          await pingEndpoint(parts, { office }, id);
          return { word: 'respondeu', toWake: null };
        },
      };
    },
  },
];

/** The typed fields in the shape of the contract. */
function typedOf(form: URLSearchParams): { url: string; description: string | null } {
  return { url: (form.get('url') ?? '').trim(), description: form.get('description')?.trim() || null };
}

/** @throws DomainError `validation_error` for no event: the contract would read that as the usual ones */
function chosenOf(form: URLSearchParams, choice: EventChoice) {
  const events = eventsOf(form, choice);
  if (events.length > 0) return events;
  throw new DomainError('validation_error', 'Escolha pelo menos uma coisa de que avisar.');
}

type Typed = Omit<EndpointChanges, 'events'> & { events?: EndpointChanges['events'] | null };

function changesOf({ url, description, events }: Typed): EndpointChanges {
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events ? { events } : {}),
  };
}
