import { type AuthorityKind, startingName } from './authority-names.ts';

/**
 * Every stable code that a response of the API can have, with its HTTP status. This is the only
 * list: OpenAPI's enum, the error handler and the activities use it.
 */
export const errorCodes = {
  validation_error: 400,
  invalid_duplicates: 400,
  invalid_idempotency_key: 400,
  portfolio_too_large: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_link: 401,
  office_key_required: 401,
  accounting_mode_inactive: 403,
  company_not_in_portfolio: 403,
  insufficient_scope: 403,
  link_revoked: 403,
  office_issuing_not_allowed: 403,
  company_not_found: 404,
  no_documents: 404,
  not_found: 404,
  method_not_allowed: 405,
  client_in_use: 409,
  closing_not_ready: 409,
  company_already_linked: 409,
  duplicate_external_id: 409,
  pdf_unavailable: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  authority_rejected: 422,
  certificate_missing: 422,
  delivery_receipt_registered: 422,
  doubtful_document: 422,
  duplicate_code: 422,
  duplicate_document: 422,
  duplicate_plate: 422,
  endpoint_inactive: 422,
  idempotency_key_mismatch: 422,
  invalid_carrier: 422,
  invalid_cest: 422,
  invalid_cfop: 422,
  invalid_client: 422,
  invalid_event: 422,
  invalid_payments: 422,
  invalid_plate: 422,
  invalid_product: 422,
  invalid_state: 422,
  invalid_substitute: 422,
  invalid_tax_rule: 422,
  invalid_taxation: 422,
  invalid_template: 422,
  limit_reached: 422,
  manifestation_failed: 422,
  quota_exhausted: 422,
  template_type_mismatch: 422,
  unsupported_document_type: 422,
  webhook_unreachable: 422,
  rate_limited: 429,
  sefaz_wait: 429,
  internal_error: 500,
  authority_unavailable: 503,
  service_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** Stable codes of what may be a mistake in a document (`domain/documents/compute/doubts.ts`). OpenAPI's enum has the same. */
export const doubtCodes = [
  'taxed_as_sale',
  'purchase_from_person',
  'contribution_of_entries',
  'ipi_of_entries',
  'cfop_of_non_contributor',
  'rate_of_imported_goods',
  'full_taxation_at_zero',
  'without_price',
  'unclear_withholding',
] as const;
export type DoubtCode = (typeof doubtCodes)[number];

/**
 * One fault of a body, a query or a note: the path as the caller wrote it (`items[0].quantity`), and its own code, which may differ from that of the
 * error that lists it. `doubtCode` is the kind of doubt, where the fault is one.
 */
export type Issue = { code?: ErrorCode; path: string; message: string; doubtCode?: DoubtCode };

/** The first fault with its path, and how many more there are, without the full stop. */
export function faultsInWords([first, ...others]: readonly [Issue, ...Issue[]]): string {
  return `${first.path} ${first.message}${others.length > 0 ? ` (e mais ${others.length} em issues)` : ''}`;
}

/** Whether there is at least one issue. */
export const isAnyFault = (issues: readonly Issue[]): issues is readonly [Issue, ...Issue[]] => issues.length > 0;

/** What the caller asked for breaks a rule of the domain. The message says, in Portuguese, how to mend it. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[];

  constructor(code: ErrorCode, message: string, { issues = [], ...options }: ErrorOptions & { issues?: Issue[] } = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.issues = issues;
  }
}

/** Things that a request can name, and the sentence where one does not exist. */
const absences = {
  bulkAnswer: 'Ciência em lote não encontrada',
  carrier: 'Transportador não encontrado',
  client: 'Cliente não encontrado',
  closing: 'Fechamento não encontrado',
  delivery: 'Entrega não encontrada',
  comparison: 'Conferência não encontrada',
  deliveryProof: 'Comprovante de entrega não encontrado neste evento',
  deliveryReceipt: 'Comprovante de entrega registrado não encontrado',
  document: 'Documento não encontrado',
  explanation: 'A explicação não existe, ou já foi retirada',
  fiscalTemplate: 'Modelo fiscal não encontrado',
  importRun: 'Importação não encontrada',
  inutilization: 'Inutilização não encontrada',
  officeLink: 'Vínculo não encontrado',
  payable: 'Conta a pagar não encontrada',
  person: 'Pessoa não encontrada',
  product: 'Produto não encontrado',
  receivedDocument: 'Documento recebido não encontrado',
  registeredEvent: 'Evento registrado não encontrado neste documento',
  savedView: 'Filtro salvo não encontrado',
  taxRule: 'Regra de tributação não encontrada',
  vehicle: 'Veículo não encontrado',
  webhook: 'Webhook não encontrado',
  mailSuppression: 'Este endereço não está na lista dos que não recebem e-mail',
} as const;
export type Findable = keyof typeof absences;

/** A request names something that does not exist, or belongs to another company. */
export class NotFound extends DomainError {
  constructor(what: Findable) {
    super('not_found', `${absences[what]}. Confira o identificador e a chave de API usada.`);
  }
}

/** Codes of the API for a refusal by the authority. */
export type RefusalCode = Extract<ErrorCode, 'authority_rejected' | 'manifestation_failed'>;

/** The authority refused what a synchronous request asked of it. */
export class AuthorityRejected extends DomainError {
  readonly cStat: string;
  /** The authority's own words. */
  readonly xMotivo: string;
  /** tpEvento of the refused event; undefined where it was no event. */
  readonly tpEvento: string | undefined;

  /** @param since a further sentence that the caller must know */
  constructor(
    authority: AuthorityKind,
    cStat: string,
    xMotivo: string,
    { code = 'authority_rejected', since, tpEvento }: { code?: RefusalCode; since?: string; tpEvento?: string } = {},
  ) {
    const message = `${startingName(authority)} recusou: ${cStat} - ${xMotivo}`;
    super(code, since ? `${message}. ${since}` : message);
    this.cStat = cStat;
    this.xMotivo = xMotivo;
    this.tpEvento = tpEvento;
  }
}
