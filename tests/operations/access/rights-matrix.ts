const everything = 'select, insert, update, delete';
const waits = 'waiting_kind waiting_since waiting_until';
/** The columns of an event, a range and a sale that change until it is registered. */
const event = `update(attempt c_stat claimed_at content correction delivery justification occurred_at proc_xml protocol reason reason_code registered_at signed_xml status substitute_key updated_at ${waits})`;
const range = `update(attempt c_stat claimed_at inutilization_date justification proc_xml protocol reason signed_xml status updated_at ${waits} year)`;
const sale = `update(attempt claimed_at client_id client_snapshot computed external_id issue_date_time issued_by_office payload request_id run_id status total_value updated_at waiting_for waiting_kind waiting_since waiting_told waiting_until)`;
const record = { tenant: everything, worker: 'select', deletes: 'a note keeps a copy of the record' };

/** The rights of the API's and the worker's login to a table; `deletes` is why one of them may delete from it. */
export type Rights = { tenant: string; worker: string; deletes?: string };

/** The rights to every table. Whoever adds a table adds a row here, with no right that no statement needs. */
export const matrix: Record<string, Rights> = {
  // kept by law: completed once, never deleted
  authority_call: { tenant: 'select', worker: 'select, insert, update(answer c_stat ended_at fault)' },
  delivery_proof: { tenant: 'select, insert, update(content)', worker: '' },
  document: {
    tenant: `select, insert, ${sale}, delete`,
    worker: 'select, update',
    deletes: 'drafts and refused sales without a number, by a policy',
  },
  document_event: { tenant: `select, insert, ${event}`, worker: `select, insert, ${event}` },
  emission: { tenant: 'select', worker: 'select, insert, update(access_key proc_xml protocol_xml receipt)' },
  event: { tenant: 'select, insert', worker: 'select, insert' },
  inutilization: { tenant: `select, insert, ${range}`, worker: `select, insert, ${range}` },
  number_series: {
    tenant: 'select, insert, update(next_number)',
    worker: 'select, insert, update(next_number)',
  },
  received_file: { tenant: 'select', worker: 'select, insert' },
  past_inutilization: { tenant: 'select', worker: 'select' },
  past_note: { tenant: 'select', worker: 'select, insert, update' },
  past_note_event: {
    tenant: 'select',
    worker: everything,
    deletes: 'an event that waited for a note of others is a received document once that note is here',
  },
  // derived from the kept files, and derived again when later entries arrive
  distribution: { tenant: 'select, insert, update(next_visit_at sync_asked_at)', worker: 'select, insert, update' },
  payable: { tenant: 'select, update(paid_on status updated_at)', worker: 'select, insert, update' },
  received_document: { tenant: 'select, update(manifestation updated_at)', worker: 'select, insert, update' },
  // what happened, and who did it
  audit_entry: { tenant: 'select, insert', worker: 'select, insert' },
  authority_change: { tenant: '', worker: 'select, insert' },
  comparison: {
    tenant: 'select, insert',
    worker:
      'select, insert, update(as_of completed_at done_count total_count untold_count untold_reason waiting_for waiting_kind waiting_since waiting_until)',
  },
  compared_series: { tenant: '', worker: 'select, insert, update(done_at next_number unknown)' },
  month_difference: {
    tenant: 'select, update(settled_at settlement)',
    worker:
      'select, insert, update(access_key c_stat comparison_id document_id end_number fetched_at protocol settled_at settlement)',
  },
  contingency_entry: { tenant: 'select', worker: 'select' },
  import_run: { tenant: 'select, insert, update', worker: '' },
  replaced_note: { tenant: 'select', worker: 'select, insert, update' },
  // deliveries and links
  closing: {
    tenant: 'select, insert, delete',
    worker: 'select, insert, update',
    deletes: 'one that Temporal did not take, by a policy',
  },
  closing_document: { tenant: '', worker: everything, deletes: 'facts of a ZIP that is being made, or made anew' },
  closing_link: { tenant: 'select, insert', worker: everything, deletes: 'links a day after their end' },
  closing_member: { tenant: '', worker: everything, deletes: 'members of a ZIP that is being made, or made anew' },
  document_mail: { tenant: 'select, insert', worker: 'select, insert, update' },
  export_link: { tenant: 'select, insert', worker: 'select, delete', deletes: 'links a day after their end' },
  link_invitation: { tenant: 'select, insert, update', worker: 'select, update' },
  mail_suppression: {
    tenant: 'select, delete',
    worker: 'select, insert',
    deletes: 'an address that takes mail again, as the company says; the audit entry stays',
  },
  mail_turn: { tenant: 'select', worker: 'select, insert, update' },
  office_link: {
    tenant: 'select, insert, update(decided_at ended_at issuing_allowed requested_at requested_by status updated_at)',
    worker: 'select',
  },
  webhook_attempt: { tenant: 'select', worker: 'select, insert' },
  webhook_delivery: {
    tenant: 'select, insert, update(delivered_at next_attempt_at round_attempts status), delete',
    worker: everything,
    deletes: 'deliveries of a removed endpoint, and those that ended 90 days ago; the event stays',
  },
  webhook_endpoint: { tenant: everything, worker: 'select, update', deletes: 'a company removes its endpoint' },
  // records
  carrier: record,
  client: record,
  fiscal_template: record,
  product: record,
  tax_rule: record,
  vehicle: record,
  // what an operator stores, and what the database counts
  api_call: { tenant: 'insert', worker: '' },
  api_key: { tenant: '', worker: '' },
  authority_standing: { tenant: '', worker: 'select, insert, update' },
  bulk_answer: { tenant: '', worker: '' },
  bulk_answer_note: { tenant: '', worker: '' },
  certificate: {
    tenant: 'select(company_id is_active not_after not_before)',
    worker: 'select, update(expiry_told_days)',
  },
  company: { tenant: 'select', worker: 'select' },
  company_csc: { tenant: 'select(company_id environment)', worker: 'select' },
  day_tally: { tenant: 'select', worker: '' },
  document_search: { tenant: '', worker: '' },
  document_sync: { tenant: 'select', worker: '' },
  found_note: { tenant: '', worker: 'select, insert, update(decided_at decision document_id)' },
  half_session: { tenant: '', worker: '' },
  installation: { tenant: 'select', worker: 'select, update(epoch place)' },
  mail_choice: { tenant: '', worker: 'select, insert, update(digest_on urgent_at)' },
  membership: { tenant: '', worker: 'select' },
  mikro_orm_migrations: { tenant: '', worker: '' },
  municipality_agreement: { tenant: 'select', worker: 'select, insert, update' },
  past_file: { tenant: '', worker: 'select, insert' },
  number_explanation: { tenant: '', worker: '' },
  office: { tenant: 'select', worker: 'select' },
  operator_key: { tenant: '', worker: '' },
  operator_request: { tenant: '', worker: '' },
  panel_person: { tenant: '', worker: '' },
  panel_session: { tenant: '', worker: '' },
  passkey: { tenant: '', worker: '' },
  passkey_challenge: { tenant: '', worker: '' },
  person_identity: { tenant: '', worker: '' },
  person_invitation: { tenant: '', worker: '' },
  person_mail: { tenant: '', worker: 'select, insert, update' },
  person_token: { tenant: '', worker: '' },
  portal_link: {
    tenant: 'insert',
    worker: 'select, delete',
    deletes: 'links and their sessions a day after their end',
  },
  portfolio_part: { tenant: '', worker: 'select' },
  provider_attempt: { tenant: '', worker: '' },
  quota_usage: { tenant: '', worker: 'select, insert, update' },
  rate_bucket: { tenant: '', worker: '' },
  recovery_code: { tenant: '', worker: '' },
  restoration: { tenant: 'select', worker: 'select, insert, update(asked_at released_at released_by)' },
  restored_series: {
    tenant: '',
    worker: 'select, insert, update(asked_at next_number problem revisited unknown)',
  },
  run_look: { tenant: '', worker: everything, deletes: 'looks at runs that have ended' },
  saved_view: { tenant: '', worker: '' },
  search_total: { tenant: '', worker: '' },
  sign_in_bucket: { tenant: '', worker: '' },
  sync_counter: { tenant: '', worker: '' },
  tally: { tenant: 'select', worker: '' },
  told_news: {
    tenant: '',
    worker: 'select, insert, delete',
    deletes: 'what people were told of more than 400 days ago',
  },
  worker_presence: { tenant: '', worker: everything, deletes: 'workers that have ended' },
};
