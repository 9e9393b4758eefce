import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';

/** Services of the authority by the names of its portal. */
export type SefazService = keyof typeof table.services;

/** Address of a service of an authorizer, with the names for its envelope; the SOAP action is `<namespace>/<method>`. */
export type Endpoint = { url: string; action: string; namespace: string; method: string };

type Addresses = Record<string, Partial<Record<'production' | 'homologation', Record<string, string | null>>>>;

const addresses: Record<Model, Addresses> = { '55': table.model55, '65': table.model65 };
const authorizers: Record<Model, Record<string, string>> = table.authorizer;

/**
 * The endpoint that serves the issuers of a state (tables/endpoints.json, after the national portal).
 *
 * @throws TypeError where the table has no such state or service
 */
export function endpointOf(wanted: {
  state: string;
  model: Model;
  environment: Environment;
  service: SefazService;
  /** The national environment instead of the state's authorizer. */
  isNational?: boolean;
  /** The SVC, which stands in for the state's authorizer. */
  isSvc?: boolean;
  /** The issuer has no state registration. */
  isUnregistered?: boolean;
}): Endpoint {
  const { state, model, environment, service, isNational = false, isSvc = false, isUnregistered = false } = wanted;
  const home = ofUnregistered(model, isUnregistered) ?? authorizers[model][state] ?? '';
  const usual = isSvc ? svcOf(state, environment) : home;
  const authorizer = isNational ? 'AN' : usual;
  const url = addresses[model][authorizer]?.[environment === 'PRODUCTION' ? 'production' : 'homologation']?.[service];
  if (!url) throw new TypeError(`no ${service} for model ${model} of "${state}" in ${environment}`);
  const namespace = namespaceOf(service);
  const { method } = table.services[service];
  return { url, action: `${namespace}/${method}`, namespace, method };
}

/**
 * The element that a service's WSDL puts around nfeDadosMsg; it has the method's name. Null for all services of layout 4.00, which have none (NT
 * 2014.002 v1.40 for the distribution, read 2026-11-22).
 */
export function wrapperOf(service: SefazService): string | null {
  return service === 'NFeDistribuicaoDFe' ? table.services[service].method : null;
}

/** XML namespace of a service's envelope, the same at every authorizer. */
export function namespaceOf(service: SefazService): string {
  return `http://www.portalfiscal.inf.br/nfe/wsdl/${table.services[service].operation}`;
}

const svcs = table.svcContingency;

/**
 * Name of the SVC that stands in for a state's authorizer (NF-e only).
 *
 * @throws TypeError where the table has no such state
 */
export function svcOf(state: string, environment: Environment): 'SVC-AN' | 'SVC-RS' {
  const named: Record<string, string> = environment === 'PRODUCTION' ? svcs.production : svcs.homologation;
  const svc = named[state];
  if (svc === 'SVC-AN' || svc === 'SVC-RS') return svc;
  throw new TypeError(`no SVC for "${state}"`);
}

/** tpEmis of the notes that an SVC takes. */
export const svcEmissionType = (svc: 'SVC-AN' | 'SVC-RS'): '6' | '7' => (svcs.tpEmis[svc] === 6 ? '6' : '7');

/** The authorizer of NF-e whose issuer has no state registration, whatever its state (rules C17-11 and 1P10-40, NT 2026.007 v1.10). */
const authorizerOfUnregistered = 'SVRS';

function ofUnregistered(model: Model, isUnregistered: boolean): string | undefined {
  return isUnregistered && model === '55' ? authorizerOfUnregistered : undefined;
}

/** Whether an authorizer takes notes of issuers without a state registration. */
export function takesUnregistered(authorizer: string, model: Model): boolean {
  return ofUnregistered(model, true) === authorizer;
}

/**
 * Name of the authorizer that serves a state, as the portal spells it: `SP`, `SVRS`, `SVAN`; for an issuer without a state registration, the one that
 * serves all of those.
 */
export function authorizerOf(state: string, model: Model, isUnregistered = false): string {
  const authorizer = ofUnregistered(model, isUnregistered) ?? authorizers[model][state];
  if (!authorizer) throw new TypeError(`no authorizer of model ${model} for "${state}"`);
  return authorizer;
}

/** The states that an authorizer serves; for an SVC, those for which it stands in. */
export function statesOf(authorizer: string, model: Model, environment: Environment): string[] {
  const served: Record<string, string> = isSvc(authorizer)
    ? environment === 'PRODUCTION'
      ? svcs.production
      : svcs.homologation
    : authorizers[model];
  return Object.keys(served).filter((state) => served[state] === authorizer);
}

/**
 * The state in whose name an authorizer is asked for its status: the issuer's, where the authorizer serves that state; else any state that it serves
 * (410 refuses others, and no exception is published for issuers without a state registration).
 */
export function statusStateOf(authorizer: string, model: Model, environment: Environment, state: string): string {
  const served = statesOf(authorizer, model, environment);
  return served.includes(state) ? state : (served[0] ?? state);
}

const isSvc = (authorizer: string): boolean => authorizer in svcs.tpEmis;

/**
 * The authorizer and environment of an address; null for an address that is not in the table. An authorizer that is also an SVC has its usual name.
 */
export function authorizerAt(url: string): { authorizer: string; environment: Environment } | null {
  return authorizersByUrl.get(url) ?? null;
}

const authorizersByUrl = new Map<string, { authorizer: string; environment: Environment }>(
  Object.values(addresses)
    .flatMap((authorizersOfModel) => Object.entries(authorizersOfModel))
    .toSorted(([one], [other]) => Number(one.startsWith('SVC')) - Number(other.startsWith('SVC')))
    .toReversed()
    .flatMap(([authorizer, { production, homologation }]) => [
      ...urlsOf(production).map((url) => [url, { authorizer, environment: 'PRODUCTION' }] as const),
      ...urlsOf(homologation).map((url) => [url, { authorizer, environment: 'HOMOLOGATION' }] as const),
    ]),
);

function urlsOf(services: Record<string, string | null> | undefined): string[] {
  return Object.values(services ?? {}).filter((url) => url !== null);
}
