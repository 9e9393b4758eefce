import { Migration } from '@mikro-orm/migrations';

type Role = 'tenant' | 'worker';
/** What a role had of a table, and what it has now; columns name what an update may change. */
type Change = { table: string; role: Role; had: string; has: string };

const waits = '"waiting_kind", "waiting_since", "waiting_until"';
const eventContent = '"justification", "reason_code", "substitute_key", "correction", "delivery"';
const eventState = `"status", "attempt", "claimed_at", ${eventContent}, "protocol", "c_stat", "reason", ${waits}, "signed_xml", "proc_xml", "occurred_at", "registered_at", "updated_at"`;
const rangeState = `"status", "attempt", "claimed_at", "justification", "year", "protocol", "c_stat", "reason", ${waits}, "signed_xml", "proc_xml", "inutilization_date", "updated_at"`;
const saleState = `"status", "total_value", "issue_date_time", "client_id", "client_snapshot", "payload", "computed", "attempt", "claimed_at", "run_id", "request_id", "waiting_for", "waiting_told", ${waits}, "issued_by_office", "updated_at"`;

const all = 'select, insert, update, delete';
const changes: Change[] = [
  { table: 'emission', role: 'tenant', had: all, has: 'select' },
  {
    table: 'emission',
    role: 'worker',
    had: 'select, insert, update',
    has: 'select, insert, update ("proc_xml", "access_key", "receipt")',
  },
  { table: 'authority_call', role: 'tenant', had: all, has: 'select' },
  {
    table: 'authority_call',
    role: 'worker',
    had: 'select, insert, update',
    has: 'select, insert, update ("ended_at", "c_stat", "answer", "fault")',
  },
  { table: 'event', role: 'tenant', had: all, has: 'select, insert' },
  { table: 'document_event', role: 'tenant', had: all, has: `select, insert, update (${eventState})` },
  {
    table: 'document_event',
    role: 'worker',
    had: 'select, insert, update',
    has: `select, insert, update (${eventState})`,
  },
  { table: 'delivery_proof', role: 'tenant', had: all, has: 'select, insert, update ("content")' },
  { table: 'inutilization', role: 'tenant', had: all, has: `select, insert, update (${rangeState})` },
  {
    table: 'inutilization',
    role: 'worker',
    had: 'select, insert, update',
    has: `select, insert, update (${rangeState})`,
  },
  { table: 'document', role: 'tenant', had: all, has: `select, insert, update (${saleState}, "external_id"), delete` },
  { table: 'number_series', role: 'tenant', had: all, has: 'select, insert, update ("next_number")' },
  {
    table: 'number_series',
    role: 'worker',
    had: 'select, insert, update',
    has: 'select, insert, update ("next_number")',
  },
  { table: 'received_file', role: 'tenant', had: all, has: 'select' },
  { table: 'received_file', role: 'worker', had: 'select, insert, update', has: 'select, insert' },
  { table: 'received_document', role: 'tenant', had: all, has: 'select, update ("manifestation", "updated_at")' },
  { table: 'payable', role: 'tenant', had: all, has: 'select, update ("status", "paid_on", "updated_at")' },
  { table: 'distribution', role: 'tenant', had: all, has: 'select, insert, update ("next_visit_at", "sync_asked_at")' },
  { table: 'replaced_note', role: 'tenant', had: 'select, insert, update', has: 'select' },
  { table: 'contingency_entry', role: 'tenant', had: 'select, insert, update', has: 'select' },
  { table: 'authority_change', role: 'worker', had: 'select, insert, update', has: 'select, insert' },
  { table: 'webhook_attempt', role: 'tenant', had: all, has: 'select' },
  {
    table: 'webhook_delivery',
    role: 'tenant',
    had: all,
    has: 'select, insert, update ("status", "round_attempts", "delivered_at", "next_attempt_at"), delete',
  },
  { table: 'export_link', role: 'tenant', had: all, has: 'select, insert' },
  { table: 'import_run', role: 'tenant', had: all, has: 'select, insert, update' },
  { table: 'closing', role: 'worker', had: all, has: 'select, insert, update' },
];

/** Statements about the authority's word that no company makes for itself. */
const authorityEvents = `'DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED', 'DOCUMENT_INUTILIZED'`;

const open = `"status" in ('DRAFT', 'PROCESSING', 'REJECTED')`;
const numberless = `"number" = 0 and "access_key" is null and "protocol_number" is null and "authorization_date" is null`;
const unsigned = `"signed_xml" is null and "proc_xml" is null and "protocol" is null`;
/** A manifestation that another system registered came by the distribution; nothing else is registered without the worker. */
const registeredElsewhere = `"type" = 'MANIFESTATION' and registered_elsewhere("received_document_id", "code", "sequence")`;

/** What a company may write at most of its rows, whatever the statement says. A locking read is no write: none has "using" for updates. */
const limits: { table: string; act: string; condition: string }[] = [
  { table: 'document', act: 'insert', condition: `with check (${open} and ${numberless})` },
  { table: 'document', act: 'update', condition: `with check (${open})` },
  { table: 'document', act: 'delete', condition: `using ("status" in ('DRAFT', 'REJECTED') and "number" = 0)` },
  ...['insert', 'update'].map((act) => ({
    ...{ table: 'document_event', act },
    condition: `with check (("status" <> 'REGISTERED' and ${unsigned}) or (${registeredElsewhere}))`,
  })),
  ...['insert', 'update'].map((act) => ({
    ...{ table: 'inutilization', act },
    condition: `with check ("status" <> 'AUTHORIZED' and ${unsigned})`,
  })),
  { table: 'event', act: 'insert', condition: `with check ("type" not in (${authorityEvents}))` },
  { table: 'closing', act: 'delete', condition: `using ("status" = 'PENDING')` },
];

/** Where a new attempt follows a refusal, the XML of the refused one makes room: nothing of it is valid. */
const makesRoom = `old."status" = 'REJECTED' and new."attempt" > old."attempt" and new."signed_xml" is null`;
const differs = (columns: string[]): string =>
  columns.map((column) => `old."${column}" is distinct from new."${column}"`).join(' or ');
const filled = (columns: string[]): string =>
  columns
    .map((column) => `(old."${column}" is not null and old."${column}" is distinct from new."${column}")`)
    .join(' or ');

const sent = ['document_id', 'attempt', 'company_id', 'series', 'number', 'subject', 'signed_xml', 'digest_value'];
const eventFacts = ['status', 'c_stat', 'signed_xml', 'occurred_at', 'registered_at', 'attempt', 'justification'];
const rangeFacts = [
  'status',
  'protocol',
  'c_stat',
  'signed_xml',
  'inutilization_date',
  'attempt',
  'justification',
  'year',
];

/**
 * What is kept as it was written, by whoever it was written. A trigger looks at a row only where the statement names one of its columns, so
 * that other updates neither call it nor read the XML. Facts of a registered event and the like are kept by the logins of processes.
 */
const kept: { table: string; what: string; columns: string[]; when: string }[] = [
  { table: 'emission', what: 'sent', columns: sent, when: differs(sent) },
  ...['proc_xml', 'access_key'].map((column) => ({
    ...{ table: 'emission', what: column, columns: [column] },
    when: filled([column]),
  })),
  { table: 'authority_call', what: 'answer', columns: ['answer', 'c_stat'], when: filled(['answer', 'c_stat']) },
  ...['document_event', 'inutilization'].flatMap((table) => [
    { table, what: 'signed_xml', columns: ['signed_xml'], when: `${filled(['signed_xml'])} and not (${makesRoom})` },
    { table, what: 'proc_xml', columns: ['proc_xml'], when: filled(['proc_xml']) },
  ]),
  {
    ...{
      table: 'document_event',
      what: 'registration',
      columns: [...eventFacts, 'protocol', 'correction', 'delivery', 'substitute_key'],
    },
    when: `old."status" = 'REGISTERED' and (${differs([...eventFacts, 'correction', 'delivery', 'substitute_key'])} or ${filled(['protocol'])})
      and row_security_active('document_event')`,
  },
  {
    ...{ table: 'inutilization', what: 'registration', columns: rangeFacts },
    when: `old."status" = 'AUTHORIZED' and (${differs(rangeFacts)}) and row_security_active('inutilization')`,
  },
  {
    ...{ table: 'document', what: 'authorization', columns: ['status'] },
    when: `old."status" in ('AUTHORIZED', 'CANCELLED') and new."status" not in (old."status", 'CANCELLED') and row_security_active('document')`,
  },
  { table: 'received_file', what: 'content', columns: ['content'], when: differs(['content']) },
];

/** What the law keeps is inserted, completed once, and never rewritten or deleted by a login of a process. */
export class Migration20261124185501_kept_by_law extends Migration {
  override up(): void {
    for (const { table, role, has } of changes) this.grant(table, role, has);
    this.addSql(`create function "registered_elsewhere"(note_id uuid, code text, sequence int) returns boolean language sql stable
      set search_path = public, pg_temp
      return exists (
        select from received_document note join received_document came
          on (came.company_id, came.environment, came.access_key) = (note.company_id, note.environment, note.access_key)
        where note.id = note_id and (came.event_code, came.event_sequence) = (code, sequence));`);
    for (const { table, act, condition } of limits) {
      this.addSql(
        `create policy "at_most_${act}" on "${table}" as restrictive for ${act} to "lavra_tenant" ${condition};`,
      );
    }
    this.addSql(`create function "refuse_rewriting"() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        raise exception '% of % is kept as it was written', tg_argv[0], tg_table_name using errcode = 'insufficient_privilege';
      end
      $$;`);
    for (const { table, what, columns, when } of kept) {
      const names = columns.map((column) => `"${column}"`).join(', ');
      this.addSql(`create trigger "kept_${what}" before update of ${names} on "${table}"
        for each row when (${when}) execute function "refuse_rewriting"('${what}');`);
    }
    this.keepProofs();
  }

  /** The proof of a delivery may be sent anew until the event that names its hash is signed. */
  private keepProofs(): void {
    this.addSql(`create function "keep_proof"() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if exists (select from document_event e where e.id = old.event_id and (e.status <> 'PENDING' or e.signed_xml is not null)) then
          raise exception 'content of delivery_proof is kept as it was written' using errcode = 'insufficient_privilege';
        end if;
        return new;
      end
      $$;`);
    this.addSql(`create trigger "kept_content" before update of "event_id", "company_id", "content" on "delivery_proof"
      for each row when (${differs(['event_id', 'company_id', 'content'])}) execute function "keep_proof"();`);
  }

  override down(): void {
    this.addSql(`drop trigger "kept_content" on "delivery_proof";`);
    this.addSql(`drop function "keep_proof"();`);
    for (const { table, what } of kept) this.addSql(`drop trigger "kept_${what}" on "${table}";`);
    this.addSql(`drop function "refuse_rewriting"();`);
    for (const { table, act } of limits) this.addSql(`drop policy "at_most_${act}" on "${table}";`);
    this.addSql(`drop function "registered_elsewhere"(uuid, text, int);`);
    for (const { table, role, had } of changes) this.grant(table, role, had);
  }

  private grant(table: string, role: Role, rights: string): void {
    this.addSql(`revoke all on "${table}" from "lavra_${role}";`);
    this.addSql(`grant ${rights} on "${table}" to "lavra_${role}";`);
  }
}
