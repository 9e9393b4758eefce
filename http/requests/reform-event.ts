import type { CreditShare, ReformContent, ReformItem } from '../../domain/documents/events/reform/content.ts';
import type { ItemField } from '../../domain/documents/events/reform/row.ts';
import { fieldsOfItems, reformEvents, contentFieldOf, saysShares } from '../../domain/documents/events/reform/table.ts';
import { DomainError, faultsInWords, isAnyFault, type Issue } from '../../domain/errors.ts';
import { decimal } from '../../domain/money.ts';
import type { ReformEventType } from '../../domain/document-types.ts';
import type { EventRequest } from '../../operations/documents/reform-events.ts';
import type { Schema } from '../schema.ts';
import { authorityText } from './authority-text.ts';
import { carrierRequest, failedDeliveryRequest, paymentsRequest } from './non-reform-event.ts';
import { decimalText } from './decimal-text.ts';

type Body = Omit<Schema<'ReformEventRequest'>, 'type' | 'reason' | 'justification'> & { type: ReformEventType };
type BodyItem = Schema<'ReformEventItem'>;

const contents = [
  'items',
  'accepted',
  'expectedDeliveryDate',
  'carrier',
  'failedDelivery',
  'payments',
  'eventId',
] as const;
const itemFields = [
  'ibsValue',
  'cbsValue',
  'quantity',
  'unit',
  'reversedIbsCredit',
  'reversedCbsCredit',
  'base',
  'creditCode',
] as const satisfies readonly ItemField[];
const shares = ['ibs', 'cbs'] as const;

/**
 * The event that a body asks for, with numbers in the form of the layout. Each type has its own fields.
 *
 * @throws DomainError `validation_error` where a field is missing, or where the type does not have a field that was sent
 */
export function reformEventRequest(body: Body): EventRequest {
  refuseAny(faultsOf(body));
  const { type, items, accepted, expectedDeliveryDate, carrier, failedDelivery, payments, eventId } = body;
  const failed = failedDelivery && failedDeliveryRequest(failedDelivery);
  const content: ReformContent = {
    ...(items && { items: items.map((item, at) => itemOf(item, `items[${at}]`)) }),
    ...(typeof accepted === 'boolean' && { accepted }),
    ...(expectedDeliveryDate && { expectedDeliveryDate }),
    ...(carrier && { carrier: carrierRequest(carrier) }),
    ...(failed && { failedDelivery: failed.failedDelivery }),
    ...(payments && { payments: paymentsRequest(payments) }),
    ...(eventId && { eventId }),
  };
  return { type, content, ...(failed && { proof: failed.proof }) };
}

function faultsOf(body: Body): Issue[] {
  const { type, items } = body;
  const event = reformEvents[type];
  const own = contentFieldOf(event);
  const outer = contents.flatMap((name) => presence(name, { type, isSaid: isSaid(body[name]), isOwn: name === own }));
  const fields = fieldsOfItems(event);
  const inner = (own === 'items' ? (items ?? []) : []).flatMap((item, at) => {
    const path = (name: string): string => `items[${at}].${name}`;
    const of = itemFields.flatMap((name) =>
      presence(path(name), { type, isSaid: isSaid(item[name]), isOwn: fields.includes(name) }),
    );
    return [...of, ...shareFaults(item, path, { type, isOwn: saysShares(event) })];
  });
  return [...outer, ...inner];
}

function shareFaults(item: BodyItem, path: (name: string) => string, of: { type: string; isOwn: boolean }): Issue[] {
  const said = shares.filter((name) => isSaid(item[name]));
  if (!of.isOwn) return said.flatMap((name) => presence(path(name), { ...of, isSaid: true }));
  if (said.length > 0) return [];
  return [
    { path: path('ibs'), message: `ou cbs é obrigatório em ${of.type}: o crédito é de um dos dois, ou de ambos` },
  ];
}

function presence(path: string, { type, isSaid, isOwn }: { type: string; isSaid: boolean; isOwn: boolean }): Issue[] {
  if (isSaid === isOwn) return [];
  return [{ path, message: isOwn ? `é obrigatório em ${type}` : `não existe em ${type}: não o envie` }];
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function itemOf(item: BodyItem, path: string): ReformItem {
  const { number, ibsValue, cbsValue, quantity, unit, reversedIbsCredit, reversedCbsCredit, base, creditCode } = item;
  return {
    number,
    ...written('ibsValue', ibsValue, 2),
    ...written('cbsValue', cbsValue, 2),
    ...written('quantity', quantity, 4),
    ...(isSaid(unit) && { unit: unitOf(unit ?? '', `${path}.unit`) }),
    ...written('reversedIbsCredit', reversedIbsCredit, 2),
    ...written('reversedCbsCredit', reversedCbsCredit, 2),
    ...written('base', base, 2),
    ...(creditCode && { creditCode }),
    ...(item.ibs && { ibs: shareOf(item.ibs) }),
    ...(item.cbs && { cbs: shareOf(item.cbs) }),
  };
}

/** A unit in the form in which the note writes it, because the authority compares the two. */
function unitOf(unit: string, path: string): string {
  return authorityText(path, unit, { least: 1, most: 6, lengths: 'deve ter de 1 a 6 caracteres' });
}

function shareOf({ rate, value }: { rate: number | string; value: number | string }): CreditShare {
  return { rate: fixed(rate, 4), value: fixed(value, 2) };
}

function written(name: ItemField, value: number | string | null | undefined, places: number): Partial<ReformItem> {
  return value === null || value === undefined ? {} : { [name]: fixed(value, places) };
}

const fixed = (value: number | string, places: number): string => decimal(decimalText(value)).toFixed(places);

function refuseAny(issues: Issue[]): void {
  if (isAnyFault(issues)) throw new DomainError('validation_error', `${faultsInWords(issues)}.`, { issues });
}
