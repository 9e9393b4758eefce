import { yearOf } from '../clock.ts';
import type { QueueSummary } from '../control/log.ts';
import { Rejection } from '../reasons.ts';
import type { Register } from '../register/register.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Authorizer, Endpoint } from '../transport/endpoints.ts';
import { type Content, type Element, standalone } from '../xml/element.ts';

/** One message for a service: `message` is the content of nfeDadosMsg, an element of `source`. */
export type Call = {
  endpoint: Endpoint;
  source: string;
  message: Element;
  at: Date;
  /** CNPJ or CPF of the certificate that the message was sent with. */
  transmitter: string;
};

/** A message that is refused as a whole; it may be unreadable. */
export type RefusedCall = Pick<Call, 'endpoint' | 'at'> & { message?: Element | undefined };

/** The result, and its code for each access key (null: about the message as a whole) and, for an event, its Id. */
export type Reply = {
  result: string;
  outcomes: readonly { chNFe: string | null; id?: string; cStat: number }[];
  /** What an answer of the distribution says about its queue. */
  queue?: QueueSummary;
};

/** A service of the authority. */
export type Service = {
  /** Root element and version of its messages; together they name the schema. */
  root: string;
  version: string;
  /**
   * Codes for a missing root, a missing version, a version that is not served, and a schema fault; `unnamed`: for a certificate that names
   * nobody, if not 282.
   */
  codes: { root: number; version: number; unserved: number; schema: number; unnamed?: number };
  /** The most bytes of a message, if less than the usual limit. */
  largest?: number;
  /** The answer to a message that is refused as a whole. */
  refuse(call: RefusedCall, cStat: number, xMotivo: string): string;
  /** @throws Rejection when the message is refused as a whole. */
  perform(call: Call, authority: TaxAuthority): Reply | Promise<Reply>;
  /** Logs a message, with its answer, if it is a question for distribution; called for every message, refused ones included. */
  logQuestion?(call: RefusedCall & Pick<Call, 'transmitter'>, reply: Reply, authority: TaxAuthority): void;
};

/** Name and version of the program that answers (verAplic). */
export const verAplic = 'LAVRA-SIMULADOR-1.0';

/** cUF that an address answers for if the message names none: the first state that it serves, 91 for the national environment. */
export function homeState(endpoint: Endpoint): string {
  if (endpoint.authorizers.some(({ national }) => national)) return '91';
  const [first] = endpoint.authorizers.flatMap((authorizer) => [...authorizer.states]);
  return String(first ?? 91);
}

/** The fields that all results begin with. */
export function opening(environment: number, cStat: number, xMotivo: string): Content {
  return { tpAmb: environment, verAplic, cStat, xMotivo };
}

/**
 * Checks root element, version and schema of a message.
 *
 * @throws Rejection with the service's own codes.
 */
export function checkSchema(
  { message, source }: Call,
  { schemas }: TaxAuthority,
  { root, version: served, codes }: Service,
): void {
  if (message.name !== root) throw new Rejection(codes.root);
  const version = message.attributes['versao'];
  if (version === undefined) throw new Rejection(codes.version);
  if (version !== served) throw new Rejection(codes.unserved);
  const fault = schemas.faultOf(`${root}_v${served}.xsd`, standalone(source, message));
  if (fault !== undefined) throw new Rejection(codes.schema, { detail: fault });
}

const types: Readonly<Record<string, number | undefined>> = { SVRS: 3, SVAN: 4, 'SVC-AN': 6, 'SVC-RS': 7, AN: 8 };

/** Type digit of an authorizer in protocols and receipts: 1 for a state's own (MOC 7.0 tab. 4-8). */
function authorizerType(authorizer: Authorizer | undefined): number {
  return types[authorizer?.name ?? ''] ?? 1;
}

/** The next protocol: type, state, year, sequence of 10 digits. */
export function nextProtocol(register: Register, authorizer: Authorizer | undefined, cUF: string, at: Date): string {
  const year = String(yearOf(at)).slice(-2);
  return `${authorizerType(authorizer)}${cUF.padStart(2, '0')}${year}${digits(register.nextSequence(), 10)}`;
}

/** The next receipt: state, type, sequence of 12 digits. */
export function nextReceipt(register: Register, authorizer: Authorizer | undefined, cUF: string): string {
  return `${cUF.padStart(2, '0')}${authorizerType(authorizer)}${digits(register.nextSequence(), 12)}`;
}

function digits(value: number, size: number): string {
  return String(value).padStart(size, '0');
}
