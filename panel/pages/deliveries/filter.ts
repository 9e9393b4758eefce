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

/** What the address of the list asks for: the days as they were typed. */
export type DeliveriesFilter = Omit<OwnedDeliveries, 'since' | 'until' | 'event'> & {
  event?: KeptEventName;
  from?: string;
  to?: string;
  /** Tax id of the company or the office, where those of everybody are listed. */
  owner?: string;
};

/** Each outcome as people say it, and as the address does. */
export const outcomeWords: Record<DeliveryOutcomeClass, { word: string; inAddress: string }> = {
  PENDING: { word: 'Na fila', inAddress: 'na-fila' },
  SUCCEEDED: { word: 'Entregues', inAddress: 'entregue' },
  FAILED: { word: 'Todas as que falharam', inAddress: 'falhou' },
  REFUSED: { word: 'Falharam: seu sistema recusou (3xx, 4xx)', inAddress: 'recusou' },
  BROKEN: { word: 'Falharam: erro do seu sistema (5xx)', inAddress: 'erro' },
  UNANSWERED: { word: 'Falharam: sem resposta', inAddress: 'sem-resposta' },
};

/** What an endpoint may have been told of, by whose it is. */
export const deliverable: Record<'COMPANY' | 'OFFICE', readonly KeptEventName[]> = {
  COMPANY: companyEventNames,
  OFFICE: officeSubscriptions,
};

/** The filter in what was sent, whether by address or by form; what makes no sense in it counts as not said. */
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

/** The filter as names and values of an address or of hidden fields. */
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

/** The filter as operations take it: days are those of Brasília, the last one to its end. */
export function queryOf({ from, to, owner: _owner, ...rest }: DeliveriesFilter): OwnedDeliveries {
  return {
    ...rest,
    ...(from ? { since: startOfBrasiliaDay(from) } : {}),
    ...(to ? { until: endOfBrasiliaDay(to) } : {}),
  };
}

const failures: readonly (DeliveryOutcomeClass | undefined)[] = ['FAILED', 'REFUSED', 'BROKEN', 'UNANSWERED'];

/** The failures among what a filter asks for: what is on its way or has arrived is not delivered again. */
export function failuresOf(filter: DeliveriesFilter): DeliveriesFilter {
  return failures.includes(filter.outcome) ? filter : { ...filter, outcome: 'FAILED' };
}
