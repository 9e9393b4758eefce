import type { Subject } from '../control/scenarios.ts';
import type { Told } from '../distribution/questions.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import type { NfseApi } from './addresses.ts';
import type { Packed } from './packed.ts';
import type { Refused } from './refused.ts';
import type { NfseServiceName } from './service-names.ts';

/** One request for an operation, as it came. */
export type NfseRequest = {
  environment: Environment;
  at: Date;
  /** CNPJ or CPF of the certificate that the request was sent with. */
  transmitter: string;
  /** The variable parts of the path. */
  parameters: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** The document in the body, or why it cannot be read; undefined where an operation takes none. */
  document: Packed | Refused | undefined;
};

/** The same with what scenarios know it by. */
export type NfseCall = NfseRequest & { subject: Subject };

/** What a request is about, read before anything is checked. */
export type NfseMention = { chNFSe?: string | undefined; id?: string | undefined; taxId?: string | undefined };

/** JSON, or text as it is: a page of the web server. `cStat` and `chNFSe` are what the exchange keeps. */
export type NfseReply = {
  status: number;
  body: unknown;
  cStat?: string | number;
  chNFSe?: string;
  /** What an answer of the distribution told. */
  told?: Told;
};

/** One operation of SEFIN, ADN or the parametrization. */
export type Operation = {
  service: NfseServiceName;
  api: NfseApi;
  method: 'GET' | 'HEAD' | 'POST';
  path: URLPattern;
  /** The field of the body that carries a document. */
  field?: string;
  about(request: NfseRequest): NfseMention;
  /** @throws Refused */
  perform(call: NfseCall, authority: TaxAuthority): Promise<NfseReply>;
  /** The body of a refusal. */
  refusal(call: NfseCall, refused: Refused): unknown;
  /** Is told of every request and what it was answered. */
  heard?(call: NfseCall, reply: NfseReply, authority: TaxAuthority): void;
};

/** A path below an API's base. Letters match in any case, as at the real servers. */
export function route(pathname: string): URLPattern {
  return new URLPattern({ pathname }, { ignoreCase: true });
}
