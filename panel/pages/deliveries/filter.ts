import { validate as isUuid } from 'uuid';
import { endOfBrasiliaDay, startOfBrasiliaDay } from '../../../domain/fiscal-time.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import {
  companyEventNames,
  type KeptEventName,
  keptEventNames,
  officeSubscriptions,
  typesOfKept,
} from '../../../domain/webhooks/event-types.ts';
import type { DeliveryOutcomeClass, OwnedDeliveries } from '../../../operations/webhooks/deliveries-of-owner.ts';
import { dayIn } from '../../parts/day.ts';

/** The filter in the address of the list, with its days as typed. */
export type DeliveriesFilter = Omit<OwnedDeliveries, 'since' | 'until' | 'event'> & {
  event?: KeptEventName;
  from?: string;
  to?: string;
  /** Tax id of the owner, in a list of everybody's deliveries. */
  owner?: string;
};

/** Each outcome in words, and its word in addresses. */
export const outcomeWords: Record<DeliveryOutcomeClass, { word: string; inAddress: string }> = {
  PENDING: { word: 'Na fila', inAddress: 'na-fila' },
  SUCCEEDED: { word: 'Entregues', inAddress: 'entregue' },
  FAILED: { word: 'Todas as que falharam', inAddress: 'falhou' },
  REFUSED: { word: 'Falharam: seu sistema recusou (3xx, 4xx)', inAddress: 'recusou' },
  BROKEN: { word: 'Falharam: erro do seu sistema (5xx)', inAddress: 'erro' },
  UNANSWERED: { word: 'Falharam: sem resposta', inAddress: 'sem-resposta' },
};

/** The events that an endpoint may receive, by the kind of its owner. */
export const deliverable: Record<'COMPANY' | 'OFFICE', readonly KeptEventName[]> = {
  COMPANY: companyEventNames,
  OFFICE: officeSubscriptions,
};

/** The filter in an address or a form; values that make no sense are ignored. */
export function filterIn(said: (name: string) => unknown): DeliveriesFilter {
  const text = (name: string): string | undefined => {
    const value = said(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const known = Object.entries(outcomeWords) as [DeliveryOutcomeClass, { inAddress: string }][];
  const outcome = known.find(([, { inAddress }]) => inAddress === text('situacao'))?.[0];
  const event = keptEventNames.find((each) => typesOfKept[each] === text('evento'));
  const endpoint = text('webhook');
  const [from, to] = [dayIn(text('de')), dayIn(text('ate'))];
  const owner = plainTaxId(text('de-quem') ?? '').slice(0, 14);
  return {
    ...(outcome ? { outcome } : {}),
    ...(event ? { event } : {}),
    ...(endpoint && isUuid(endpoint) ? { endpoint } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(owner ? { owner } : {}),
  };
}

/** The filter as names and values, for an address or for hidden fields. */
export function filterFields({ outcome, event, endpoint, from, to, owner }: DeliveriesFilter): [string, string][] {
  const said = {
    situacao: outcome && outcomeWords[outcome].inAddress,
    evento: event && typesOfKept[event],
    webhook: endpoint,
    de: from,
    ate: to,
    'de-quem': owner,
  };
  return Object.entries(said).filter((pair): pair is [string, string] => pair[1] !== undefined);
}

/** The filter as operations take it. Days are those of Brasília, the last one included. */
export function queryOf({ from, to, owner: _owner, ...rest }: DeliveriesFilter): OwnedDeliveries {
  return {
    ...rest,
    ...(from ? { since: startOfBrasiliaDay(from) } : {}),
    ...(to ? { until: endOfBrasiliaDay(to) } : {}),
  };
}

const failures: readonly (DeliveryOutcomeClass | undefined)[] = ['FAILED', 'REFUSED', 'BROKEN', 'UNANSWERED'];

/** The filter narrowed to failures: what is on its way or has arrived is not delivered again. */
export function failuresOf(filter: DeliveriesFilter): DeliveriesFilter {
  return failures.includes(filter.outcome) ? filter : { ...filter, outcome: 'FAILED' };
}
