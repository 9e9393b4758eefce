import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';

/** Services of the authority by the names of its portal. */
export type Service = keyof typeof table.services;

/** The address of a service of an authorizer, and the names for its envelope: the SOAP action is `<namespace>/<method>`. */
export type Endpoint = { url: string; action: string; namespace: string; method: string };

type Addresses = Record<string, Partial<Record<'production' | 'homologation', Record<string, string | null>>>>;

const addresses: Record<Model, Addresses> = { '55': table.model55, '65': table.model65 };
const authorizers: Record<Model, Record<string, string>> = table.authorizer;

/**
 * Endpoint that serves the issuers of a state (tables/endpoints.json, after the national portal).
 *
 * @throws TypeError where the table has no such state or service
 */
export function endpointOf(wanted: {
  state: string;
  model: Model;
  environment: Environment;
  service: Service;
  /** The national environment instead of the state's authorizer. */
  isNational?: boolean;
  /** The authority that stands in for the state's. */
  isSvc?: boolean;
}): Endpoint {
  const { state, model, environment, service, isNational = false, isSvc = false } = wanted;
  const usual = isSvc ? svcOf(state, environment) : (authorizers[model][state] ?? '');
  const authorizer = isNational ? 'AN' : usual;
  const url = addresses[model][authorizer]?.[environment === 'PRODUCTION' ? 'production' : 'homologation']?.[service];
  if (!url) throw new TypeError(`no ${service} for model ${model} of "${state}" in ${environment}`);
  const namespace = namespaceOf(service);
  const { method } = table.services[service];
  return { url, action: `${namespace}/${method}`, namespace, method };
}

/**
 * The element that a service's WSDL puts around nfeDadosMsg, called as the method; null for all services of layout 4.00, which have none
 * (NT 2014.002 v1.40 for the distribution, read 2026-11-22).
 */
export function wrapperOf(service: Service): string | null {
  return service === 'NFeDistribuicaoDFe' ? table.services[service].method : null;
}

/** XML namespace of a service's envelope, the same at every authorizer. */
export function namespaceOf(service: Service): string {
  return `http://www.portalfiscal.inf.br/nfe/wsdl/${table.services[service].operation}`;
}

const svcs = table.svcContingency;

/**
 * Name of the authority that stands in for a state's (NF-e alone): `SVC-AN` or `SVC-RS`.
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

/** Name of the authorizer that serves a state, as the portal calls it: `SP`, `SVRS`, `SVAN`. */
export function authorizerOf(state: string, model: Model): string {
  const authorizer = authorizers[model][state];
  if (!authorizer) throw new TypeError(`no authorizer of model ${model} for "${state}"`);
  return authorizer;
}

/** The states that an authorizer serves; of an SVC those for which it stands in. */
export function statesOf(authorizer: string, model: Model, environment: Environment): string[] {
  const served: Record<string, string> = isSvc(authorizer)
    ? environment === 'PRODUCTION'
      ? svcs.production
      : svcs.homologation
    : authorizers[model];
  return Object.keys(served).filter((state) => served[state] === authorizer);
}

const isSvc = (authorizer: string): boolean => authorizer in svcs.tpEmis;

/** Name of every authorizer of a model that is not an SVC. */
export const authorizersOf = (model: Model): string[] => [...new Set(Object.values(authorizers[model]))].toSorted();

/**
 * Who answers at an address, and for which environment; null for addresses that the table has not. Who also stands in for others (SVC) is called by his
 * usual name.
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
