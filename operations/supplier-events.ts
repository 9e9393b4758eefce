import { fiscalDay } from '../domain/fiscal-time.ts';
import { cancellationCodes } from '../domain/received/arrival.ts';
import { type SupplierEventName, supplierEventTypes } from '../domain/webhooks/event-types.ts';
import { insertDeliveries, endpointsOfOffice, type Transaction } from './outbox.ts';

/** The events that a received document came, or has changed. */
type Received = Extract<SupplierEventName, `RECEIVED_DOCUMENT_${string}`>;

/**
 * Writes the events about received documents, and one pending delivery for each endpoint that listens, in the transaction that makes them happen.
 * It is one statement, and writes only where somebody listens, because a month of received notes would fill the table with events that nobody
 * reads. Endpoints of an office that is linked at that moment are told unless they name other events; endpoints of the company only where they name
 * this one.
 *
 * @param ids of the received documents, as this transaction has written them
 */
export function recordReceived(tx: Transaction, type: Received, ids: string[]): Promise<void> {
  const id = type === 'RECEIVED_DOCUMENT_CREATED' ? eventIdOf(type, 'd.id') : anotherId;
  return recordOf(tx, type, { source: receivedSource(id), ids });
}

/**
 * As `recordReceived`, for notes to the company that their suppliers have cancelled, with what the company still owes for them; each is told once.
 */
export function recordSupplierCancelled(tx: Transaction, ids: string[]): Promise<void> {
  return recordOf(tx, 'SUPPLIER_CANCELLED', { source: cancelledSource, ids });
}

/** As `recordReceived`, for new payables, by their ids. */
export function recordPayables(tx: Transaction, ids: string[]): Promise<void> {
  return recordOf(tx, 'PAYABLE_CREATED', { source: payableSource, ids });
}

async function recordOf(
  { em, endpoints }: Transaction,
  type: SupplierEventName,
  { source, ids }: { source: string; ids: string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const sql = `
    with source as (${source}), heard as (${listeners(type)})
    ${eventsAndDeliveries(type)}`;
  const subscribed = await em.execute<{ id: string }[]>(sql, [ids]);
  for (const { id } of subscribed) endpoints.add(id);
}

/** How many payables one statement tells of. */
export const dueAtOnce = 500;

/** For how many days after its due day a payable is still told of, such as after days without a worker, or where its note came late. */
const daysLate = 7;

/**
 * Tells endpoints of payables that are due, or will be in as many days as the endpoint names: by the days of the company's state, for each of those
 * days once. A payable that becomes known later is told of at once, for the nearest of those days, until a week after it was due. Other processes
 * may do the same at the same time.
 *
 * @returns how many events it wrote; as many as `dueAtOnce` where more may follow
 */
export async function tellDue({ em, endpoints }: Transaction, now: Date): Promise<number> {
  const listening = await em.execute<{ company: string; environment: string; state: string | null }[]>(dueListeners);
  if (listening.length === 0) return 0;
  const looks = listening.map(({ state, ...of }) => ({ ...of, today: fiscalDay(now, state ?? 'DF') }));
  const told = await em.execute<{ id: string; event: string }[]>(dueAndDeliveries, [JSON.stringify(looks), dueAtOnce]);
  for (const { id } of told) endpoints.add(id);
  return new Set(told.map(({ event }) => event)).size;
}

/** SQL of the id of an event that happens once to a thing: a repetition gets the same id, so that nothing is told twice. */
const eventIdOf = (type: SupplierEventName, thing: string): string =>
  `'evt_' || left(encode(sha256(convert_to('${supplierEventTypes[type]}/' || ${thing}, 'UTF8')), 'hex'), 32)`;

/** SQL of the id of an event that may happen again. */
const anotherId = `'evt_' || replace(gen_random_uuid()::text, '-', '')`;

const instant = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of `data` about a received document `d`. */
const receivedData = `jsonb_build_object(
      'id', d.id, 'model', d.model, 'schemaType', d.schema_type, 'accessKey', d.access_key,
      'issuer', jsonb_build_object('taxId', d.issuer_tax_id, 'name', d.issuer_name), 'number', d.number, 'series', d.series,
      'totalValue', d.total_value::text, 'emissionDate', ${instant('d.emission_date')}, 'role', d.role,
      'manifestation', d.manifestation, 'status', d.status, 'hasFullXml', d.has_full_xml, 'updatedAt', ${instant('d.updated_at')})`;

/** SQL of `data` about a payable `p` of the received document `d`: what `GET /v1/payables/{id}` answers. */
const payableData = `jsonb_build_object(
      'id', p.id, 'status', p.status, 'number', p.number, 'dueDate', p.due_date, 'amount', p.amount::text, 'paidOn', p.paid_on,
      'supplier', jsonb_build_object('taxId', p.supplier_tax_id, 'name', p.supplier_name),
      'receivedDocument', jsonb_build_object(
        'id', d.id, 'accessKey', d.access_key, 'model', d.model, 'number', d.number, 'series', d.series),
      'createdAt', ${instant('p.created_at')}, 'updatedAt', ${instant('p.updated_at')})`;

const receivedSource = (id: string): string => `
    select ${id} as id, d.company_id, d.issuer_tax_id as supplier, d.model, d.total_value as value, ${receivedData} as data
    from received_document d where d.id in (?)`;

const cancelledSource = `
    select ${eventIdOf('SUPPLIER_CANCELLED', 'd.id')} as id, d.company_id, d.issuer_tax_id as supplier, d.model,
      d.total_value as value, ${receivedData} || jsonb_build_object(
        'cancelledAt', ${instant('said.emission_date')}, 'cancellationReason', said.event_text, 'payables', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', p.id, 'status', p.status, 'number', p.number, 'dueDate', p.due_date, 'amount', p.amount::text, 'paidOn', p.paid_on
          ) order by p.position), '[]') from payable p where p.received_document_id = d.id)) as data
    from received_document d left join lateral (
      select e.emission_date, e.event_text from received_document e
      where (e.company_id, e.environment, e.access_key) = (d.company_id, d.environment, d.access_key)
        and e.event_code in (${cancellationCodes.map((code) => `'${code}'`).join()})
      order by e.emission_date, e.id limit 1
    ) said on true
    where d.id in (?)`;

const payableSource = `
    select ${eventIdOf('PAYABLE_CREATED', 'p.id')} as id, p.company_id, p.supplier_tax_id as supplier, d.model, p.amount as value,
      ${payableData} as data
    from payable p join received_document d on d.id = p.received_document_id where p.id in (?)`;

/** SQL: whether the filters of an endpoint `e` let a row through. */
const passes = ({
  supplier,
  model,
  value,
}: Record<'supplier' | 'model' | 'value', string>): string => `(e.filters is null or (
      (e.filters -> 'supplierTaxIds' = '[]' or e.filters -> 'supplierTaxIds' @> to_jsonb(${supplier}::text))
      and (e.filters -> 'models' = '[]' or e.filters -> 'models' @> to_jsonb(${model}::text))
      and coalesce(${value} >= (e.filters ->> 'minValue')::numeric, true)
      and coalesce(${value} <= (e.filters ->> 'maxValue')::numeric, true)))`;

/** SQL of the endpoints that are told of each row of `source`. */
function listeners(type: SupplierEventName): string {
  const { supplier, model, value } = { supplier: 'source.supplier', model: 'source.model', value: 'source.value' };
  const ofCompany = `
    select source.id as event_id, e.id, e.office_id from source join webhook_endpoint e on e.company_id = source.company_id
    where e.is_active and '${type}' = any(e.events) and ${passes({ supplier, model, value })}`;
  if (type !== 'RECEIVED_DOCUMENT_CREATED' && type !== 'RECEIVED_DOCUMENT_UPDATED') return ofCompany;
  return `${ofCompany}
    union all
    select source.id, e.id, e.office_id from source cross join lateral (${endpointsOfOffice('source.company_id')}) e
    where e.events = '{}' or '${type}' = any(e.events)`;
}

/** SQL that writes the events of those rows of `source` that are `heard`, unless they exist, and creates their deliveries. */
const eventsAndDeliveries = (type: SupplierEventName): string => `, happened as (
      insert into event (id, company_id, type, data, created_at)
      select source.id, source.company_id, '${type}', source.data, clock_timestamp() from source
      where exists (select from heard where heard.event_id = source.id)
      on conflict do nothing
      returning id, company_id
    )
    ${insertDeliveries}
    from happened join heard endpoint on endpoint.event_id = happened.id
    returning endpoint_id as id, event_id as event`;

/** Companies with an endpoint that names the event, and the state that decides which day it is there. */
const dueListeners = `
  select c.id as company, c.environment, c.settings -> 'address' ->> 'state' as state from company c
  where c.is_active and exists (
    select from webhook_endpoint e where e.company_id = c.id and e.is_active and 'PAYABLE_DUE' = any(e.events))`;

/** Each endpoint is told of a payable for the nearest of its days that has come; there is one event for each such day. */
const dueAndDeliveries = `
    with look as (select * from jsonb_to_recordset(?::jsonb) as look (company uuid, environment text, today date)),
    near as (
      select e.id, p.id as payable_id, look.today, min(day.before::int) as before
      from look join webhook_endpoint e on e.company_id = look.company and e.is_active and 'PAYABLE_DUE' = any(e.events)
        cross join lateral jsonb_array_elements_text(coalesce(e.due_days_before, '[0]')) as day (before)
        join payable p on p.company_id = look.company and p.environment = look.environment and p.status = 'OPEN'
          and p.due_date between look.today + day.before::int - ${daysLate} and look.today + day.before::int
        join received_document d on d.id = p.received_document_id
      where ${passes({ supplier: 'p.supplier_tax_id', model: 'd.model', value: 'p.amount' })}
      group by e.id, p.id, look.today
    ),
    heard as (
      select ${eventIdOf('PAYABLE_DUE', `near.payable_id || '/' || near.before`)} as event_id, near.id, null::uuid as office_id,
        near.payable_id, near.today, near.before
      from near
    ),
    source as (
      select distinct on (heard.event_id) heard.event_id as id, p.company_id, ${payableData} || jsonb_build_object(
        'daysBefore', heard.before, 'daysLeft', p.due_date - heard.today) as data
      from heard join payable p on p.id = heard.payable_id join received_document d on d.id = p.received_document_id
      where not exists (select from event where event.id = heard.event_id)
      order by heard.event_id limit ?
    )
    ${eventsAndDeliveries('PAYABLE_DUE')}`;
