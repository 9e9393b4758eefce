import { carrierConditions } from '../documents/events/reform/non-reform.ts';
import {
  type CarrierAccess,
  type FailedGoodsDelivery,
  failureReasons,
  type ReconciledPayment,
  type ReformContent,
  type ReformItem,
} from '../documents/events/reform/content.ts';
import type { XmlPlace, ReformAuthor } from '../documents/events/reform/row.ts';
import { reformEvents, reformTypeOf, withdrawalOf } from '../documents/events/reform/table.ts';
import { paymentMethods } from '../documents/payload.ts';
import type { ReformEventType } from '../document-types.ts';
import { fiscalDateTime } from '../fiscal-time.ts';
import { stateCode } from '../states.ts';
import { element, field, group, taxIdField } from '../xml/writer.ts';
import { type AuthorProgram, type EventHeader, type LaidOutEvent, layoutEvent } from './events.ts';

/**
 * cOrgao of SVRS, which takes the events of the reform for all states (NT 2025.002, 8.1; 92 by NT 2024.002, as nfephp-org/sped-nfe@3b44ec9f has it
 * of these events in src/Tools.php, read 2026-11-28).
 */
export const svrsOrgan = '92';

/** An event of the reform or beside it: `author` is the company's part in the note; its state is in `header`. */
export function reformEvent({
  type,
  author,
  content,
  version,
  ...header
}: EventHeader &
  AuthorProgram & { type: ReformEventType; author: ReformAuthor; content: ReformContent }): LaidOutEvent {
  const subject = type === 'EVENT_WITHDRAWAL' ? withdrawnBy(content) : type;
  const named = type === 'EVENT_WITHDRAWAL' ? subject && withdrawalOf(subject) : reformEvents[type];
  if (!subject || !named) throw new TypeError(`nothing takes an event of ${content.withdraws?.code} back`);
  const { head } = reformEvents[subject];
  const hasRole = head === undefined && type !== 'EVENT_WITHDRAWAL';
  return layoutEvent(header, named.code, [
    field('descEvento', named.description), // P19
    ...(head === 'NOTHING' ? [] : [field('cOrgaoAutor', stateCode(header.state))]), // P20
    ...(hasRole ? [field('tpAutor', author === 'ISSUER' ? '1' : '2')] : []), // P21
    field('verAplic', `Lavra ${version}`.slice(0, 20)), // P22
    ...said(type, content, header), // P23 and what follows
  ]);
}

/** The type of the event that a withdrawal takes back. */
function withdrawnBy({ withdraws }: ReformContent): ReformEventType | null {
  return reformTypeOf(withdraws?.code ?? '');
}

function said(type: ReformEventType, content: ReformContent, header: EventHeader): string[] {
  const event = reformEvents[type];
  switch (event.says) {
    case 'NOTHING':
      return [field(event.tag, event.value)];
    case 'ANSWER':
      return [field(event.tag, content.accepted ? '1' : '0')];
    case 'DATE':
      return [field(event.tag, content.expectedDeliveryDate)];
    case 'WITHDRAWAL':
      return withdrawn(content);
    case 'CARRIER':
      return content.carrier ? carrier(content.carrier) : [];
    case 'FAILURE':
      return content.failedDelivery ? failure(content.failedDelivery, header) : [];
    case 'PAYMENTS':
      return (content.payments ?? []).map(payment);
    case 'ITEMS':
      return (content.items ?? []).map((item) =>
        element(event.group, { nItem: String(item.number) }, ...event.places.map((place) => placed(place, item))),
      );
  }
}

/**
 * The content of a withdrawal: protocol of the event that it takes back, and for 110001 also its tpEvento, which other withdrawals have in their own
 * type.
 */
function withdrawn({ withdraws }: ReformContent): string[] {
  const protocol = field('nProtEvento', withdraws?.protocol);
  const type = reformTypeOf(withdraws?.code ?? '');
  return type && reformEvents[type].withdrawal ? [protocol] : [field('tpEventoAut', withdraws?.code), protocol];
}

/** Fields of NT 2020.007, P23 to P27. */
function carrier({ taxId, mayAuthorizeOthers }: CarrierAccess): string[] {
  return [
    group('autXML', taxIdField(taxId)), // P23
    field('tpAutorizacao', mayAuthorizeOthers ? '1' : '0'), // P26
    ...(mayAuthorizeOthers ? [field('xCondUso', carrierConditions)] : []), // P27
  ];
}

/** Fields of NT 2023.005, P30 to P37. */
function failure(delivery: FailedGoodsDelivery, { at, state }: EventHeader): string[] {
  const { attemptedAt, attempt, reason, justification, latitude, longitude, proofHash } = delivery;
  return [
    field('dhTentativaEntrega', fiscalDateTime(new Date(attemptedAt), state)), // P30
    field('nTentativa', attempt === undefined ? undefined : String(attempt)), // P31
    field('tpMotivo', failureReasons[reason]), // P32
    field('xJustMotivo', justification), // P33
    field('latGPS', latitude), // P34
    field('longGPS', longitude), // P35
    field('hashTentativaEntrega', proofHash), // P36
    field('dhHashTentativaEntrega', fiscalDateTime(at, state)), // P37
  ];
}

/** Fields of NT 2024.002, P21 to P35. */
function payment(said: ReconciledPayment): string {
  const { method, value, paidOn, term, description, processedBy, acquirer, brand, authorization, receiver } = said;
  return group(
    'detPag',
    field('indPag', term && (term === 'AT_SIGHT' ? '0' : '1')), // P22
    field('tPag', paymentMethods[method]), // P23
    field('xPag', description), // P24
    field('vPag', value), // P25
    field('dPag', paidOn), // P26
    field('CNPJPag', processedBy?.taxId), // P28
    field('UFPag', processedBy?.state), // P29
    field('CNPJIF', acquirer), // P30
    field('tBand', brand), // P31
    field('cAut', authorization), // P32
    field('CNPJReceb', receiver?.taxId), // P34
    field('UFReceb', receiver?.state), // P35
  );
}

function placed(place: XmlPlace, item: ReformItem): string {
  if ('field' in place) return field(place.tag, item[place.field]);
  if ('places' in place) return group(place.group, ...place.places.map((inner) => placed(inner, item)));
  const share = item[place.share];
  return share ? group(place.group, field('pCredPres', share.rate), field('vCredPres', share.value)) : '';
}
