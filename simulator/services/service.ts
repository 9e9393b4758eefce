import type { Told } from '../distribution/questions.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import type { Element } from '../xml/element.ts';

/** One message for a service: `message` is the content of nfeDadosMsg, an element of `source`. */
export type Call = {
  endpoint: Endpoint;
  source: string;
  message: Element;
  at: Date;
  /** CNPJ or CPF of the certificate that the message was sent with. */
  transmitter: string;
};

/** The result, and its codes by key (null: about the message as a whole) or by event on the key. */
export type Reply = {
  result: string;
  said: readonly { chNFe: string | null; id?: string; cStat: number }[];
  told?: Told;
};

/** A service of the authority. */
export type Service = {
  /** Root element of its messages, and the schema that they follow. */
  root: string;
  /** Codes for a missing root, a missing version, a version that is not served, a schema fault, and a certificate of nobody, where it is not 282. */
  codes: { root: number; version: number; unserved: number; schema: number; unnamed?: number };
  /** Bytes of a message, at most, where it is less than for all others. */
  largest?: number;
  /** The answer to a message that is refused as a whole. */
  refuse(
    call: Pick<Call, 'endpoint' | 'at'> & { message?: Element | undefined },
    cStat: number,
    xMotivo: string,
  ): string;
  /** @throws Rejection when the message is refused as a whole. */
  perform(call: Call, authority: TaxAuthority): Reply | Promise<Reply>;
  /** Is told of every message and what it was answered, also of one that was refused. */
  heard?(
    call: Pick<Call, 'endpoint' | 'at' | 'transmitter'> & { message?: Element | undefined },
    reply: Reply,
    authority: TaxAuthority,
  ): void;
};
