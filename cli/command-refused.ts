type Refusal =
  | 'document_not_found'
  | 'link_not_found'
  | 'endpoint_not_found'
  | 'endpoint_inactive'
  | 'endpoint_of_office'
  | 'delivery_not_found'
  | 'port_in_use'
  | 'unknown_scope'
  | 'invalid_expiry'
  | 'invalid_input'
  | 'invalid_state'
  | 'invalid_settings'
  | 'unreadable_file'
  | 'unwritable_file'
  | 'password_missing'
  | 'token_missing'
  | 'database_unavailable'
  | 'migrations_pending'
  | 'temporal_unavailable'
  | 'invalid_schema_pack'
  | 'invalid_file'
  | 'unknown_columns'
  | 'missing_columns'
  | 'import_running'
  | 'distribution_not_found'
  | 'not_confirmed';

/** The command line cannot do what was asked; the message is one sentence that says how to mend it, and `code` is stable. */
export class CommandRefused extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandRefused';
    this.code = code;
  }
}
