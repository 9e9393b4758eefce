import table from '../../tables/endpoints.json' with { type: 'json' };
import type { QueueSummary } from '../control/log.ts';
import type { Subject } from '../control/scenarios.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Address } from '../transport/gateway.ts';
import type { Environment, NfseServiceName } from '../transport/endpoints.ts';
import type { PackedDocument } from './document.ts';
import type { NfseRefusal } from './fault.ts';

/** One request for an operation, as it came. */
export type NfseRequest = {
  environment: Environment;
  at: Date;
  /** CNPJ or CPF of the certificate that the request was sent with. */
  transmitter: string;
  /** The variable parts of the path. */
  parameters: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** The document in the body, or why it cannot be read; undefined if the operation takes none. */
  document: PackedDocument | NfseRefusal | undefined;
};

/** A request, with the subject that scenarios are matched by. */
export type NfseCall = NfseRequest & { subject: Subject };

/** The keys and ids in a request, read before anything is checked. */
export type NfseMention = { chNFSe?: string | undefined; id?: string | undefined; taxId?: string | undefined };

/** The body is JSON, or text as it is (a page of the web server). `cStat` and `chNFSe` go into the log of exchanges. */
export type NfseReply = {
  status: number;
  body: unknown;
  cStat?: string | number;
  chNFSe?: string;
  /** What an answer of the distribution says about its queue. */
  queue?: QueueSummary;
};

/** One operation of SEFIN, ADN or the parametrization. */
export type Operation = {
  service: NfseServiceName;
  api: NfseApi;
  method: 'GET' | 'HEAD' | 'POST';
  path: URLPattern;
  /** The field of the body that has the document. */
  field?: string;
  about(request: NfseRequest): NfseMention;
  /** @throws NfseRefusal */
  perform(call: NfseCall, authority: TaxAuthority): Promise<NfseReply>;
  /** The body of a refusal. */
  refusal(call: NfseCall, refused: NfseRefusal): unknown;
  /** Logs a request, with its answer, if it is a question for distribution; called for every request. */
  logQuestion?(call: NfseCall, reply: NfseReply, authority: TaxAuthority): void;
};

/** A path below an API's base. Letters match in any case, as at the real servers. */
export function route(pathname: string): URLPattern {
  return new URLPattern({ pathname }, { ignoreCase: true });
}

/** The services of the national NFS-e, each at a base address of its own. */
type NfseApi = 'sefin' | 'adn' | 'parametrization' | 'danfse';

/** The service, the environment, and the path below the service's base address that a request is for. */
export type NfseAddress = { api: NfseApi; environment: Environment; path: string };

type Base = NfseAddress & { host: string };

const { production, homologation } = table.nfse;
const published: readonly Base[] = [...basesOf(production, 1), ...basesOf(homologation, 2)];

/** SEFIN answers below both of these, whatever the official page says of an environment (tables/endpoints.json, `nfse.note`). */
const sefinPaths = ['/sefinnacional', '/api/sefinnacional'];

export function nfseHosts(): string[] {
  return [...new Set(published.map(({ host }) => host))];
}

/** The service behind an address, or undefined when the address is none of the national NFS-e. */
export function nfseAddress({ host, path }: Pick<Address, 'host' | 'path'>): NfseAddress | undefined {
  const lower = path.toLowerCase();
  for (const base of published) {
    if (base.host !== host) continue;
    const below = (base.api === 'sefin' ? sefinPaths : [base.path]).find((one) => lower.startsWith(`${one}/`));
    if (below !== undefined) return { api: base.api, environment: base.environment, path: path.slice(below.length) };
  }
  return undefined;
}

function basesOf(urls: Readonly<Record<NfseApi, string>>, environment: Environment): Base[] {
  const apis: readonly NfseApi[] = ['sefin', 'adn', 'parametrization', 'danfse'];
  return apis.map((api) => {
    const { host, pathname } = new URL(urls[api]);
    return { api, environment, host, path: pathname.toLowerCase() };
  });
}

/** Addresses of SEFIN that only answer that their service is elsewhere, or that it serves no taxpayers (OpenAPI of 2026-04). */
const paths = [
  '/DANFSe',
  '/DANFSe/*',
  '/ParametrosMunicipais',
  '/ParametrosMunicipais/*',
  '/decisao-judicial/nfse',
].map(route);

/** Whether an address answers 501 to everybody. */
export function isMoved(api: NfseApi, pathname: string): boolean {
  return api === 'sefin' && paths.some((path) => path.test({ pathname }));
}
