import table from '../../tables/endpoints.json' with { type: 'json' };

/** Services of layout 4.00 that the simulator answers, by the names of the published table. */
export const serviceNames = [
  'NfeStatusServico',
  'NfeAutorizacao',
  'NfeRetAutorizacao',
  'NfeConsultaProtocolo',
  'NfeInutilizacao',
  'RecepcaoEvento',
  'NFeDistribuicaoDFe',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Services of the national NFS-e, as exchanges and scenarios name them. */
export const nfseServiceNames = [
  'NfseEmissao',
  'NfseConsulta',
  'DpsConsulta',
  'NfseEvento',
  'NfseEventoConsulta',
  'NfseDistribuicao',
  'NfseParametrizacao',
] as const;
export type NfseServiceName = (typeof nfseServiceNames)[number];

/** Environment as messages write it (tpAmb): 1 production, 2 homologation. */
export type Environment = 1 | 2;

/** One authorizer behind an address: its model, the states that it serves, and its tpEmis if it is a contingency. */
export type Authorizer = {
  name: string;
  model: 55 | 65;
  states: ReadonlySet<number>;
  /** Whether it is the national environment, which accepts events on the notes of all states. */
  national: boolean;
  contingency?: number;
};

/** The service at one published address. Some addresses serve two models, or a state and a contingency at once. */
export type Endpoint = {
  service: ServiceName;
  environment: Environment;
  /** Namespace of `nfeDadosMsg` and `nfeResultMsg`. */
  namespace: string;
  /** SOAP action that the caller may name. */
  action: string;
  authorizers: readonly Authorizer[];
  /** Elements between the SOAP body and a request or answer, outermost first. */
  wrapping: { request: readonly string[]; answer: readonly string[] };
};

const usualWrapping = { request: ['nfeDadosMsg'], answer: ['nfeResultMsg'] } as const;
/** The distribution still has the envelope of an older generation of services (its WSDL). */
const wrappings: { [Name in ServiceName]?: Endpoint['wrapping'] } = {
  NFeDistribuicaoDFe: {
    request: ['nfeDistDFeInteresse', 'nfeDadosMsg'],
    answer: ['nfeDistDFeInteresseResponse', 'nfeDistDFeInteresseResult'],
  },
};

const environments = [
  ['production', 1],
  ['homologation', 2],
] as const;
type Addresses = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
const addresses: readonly (readonly [55 | 65, Addresses])[] = [
  [55, table.model55],
  [65, table.model65],
];
const stateCodes: Readonly<Record<string, number>> = table.cUF;

/** Every published address, keyed by `host/path` in lower case. */
export function publishedEndpoints(): ReadonlyMap<string, Endpoint> {
  const found = new Map<string, Endpoint>();
  for (const [model, ofModel] of addresses) {
    for (const [name, byEnvironment] of Object.entries(ofModel)) {
      for (const [environmentName, environment] of environments) {
        for (const service of serviceNames) {
          const url = byEnvironment[environmentName]?.[service];
          if (typeof url === 'string')
            add(found, url, service, environment, authorizerCalled(name, model, environmentName));
        }
      }
    }
  }
  return found;
}

/** Host names of all published addresses. */
export function publishedHosts(endpoints: ReadonlyMap<string, Endpoint>): string[] {
  return [...new Set([...endpoints.keys()].map((key) => key.slice(0, key.indexOf('/'))))].sort();
}

function add(
  found: Map<string, Endpoint>,
  url: string,
  service: ServiceName,
  environment: Environment,
  answeredBy: Authorizer,
): void {
  const { host, pathname } = new URL(url);
  const key = `${host}${pathname}`.toLowerCase();
  const { operation, method } = table.services[service];
  const namespace = `http://www.portalfiscal.inf.br/nfe/wsdl/${operation}`;
  const authorizers = [...(found.get(key)?.authorizers ?? []), answeredBy];
  const wrapping = wrappings[service] ?? usualWrapping;
  found.set(key, { service, environment, namespace, action: `${namespace}/${method}`, authorizers, wrapping });
}

function authorizerCalled(name: string, model: 55 | 65, environment: 'production' | 'homologation'): Authorizer {
  const national = name === 'AN';
  const contingency = Object.entries(table.svcContingency.tpEmis).find(([svc]) => svc === name)?.[1];
  const map = contingency ? table.svcContingency[environment] : table.authorizer[model];
  const states = Object.entries(map)
    .filter(([, serving]) => national || serving === name)
    .map(([state]) => stateCodes[state] ?? 0);
  return { name, model, states: new Set(states), national, ...(contingency && { contingency }) };
}
