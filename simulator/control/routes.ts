import { certificateOrder, issueA1 } from '../certificates/a1.ts';
import type { CertificateAuthority } from '../certificates/authority.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { distributionRoutes } from './distribution-routes.ts';
import { exchangeFields } from './log.ts';
import { nfseRoutes } from './nfse-routes.ts';
import { documentRoutes, epecRoutes, securityCodeRoutes } from './register-routes.ts';
import { type ControlRoute, pattern } from './route.ts';
import { scenario } from './scenarios.ts';
import { clockRoutes, lineRoutes, serviceRoutes, stateOptionRoutes } from './settings-routes.ts';
import { taxpayerRoutes } from './taxpayer-routes.ts';

/** The operations of the control API over one simulator. */
export function controlRoutes(
  authority: TaxAuthority,
  certificates: CertificateAuthority,
  changed: { scenario: () => Promise<void>; lines: () => void },
): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: pattern('/health'),
      handle: () => ({ status: 'ok', now: authority.clock.now().toISOString() }),
    },
    { method: 'GET', path: pattern('/ca.pem'), handle: () => certificates.bundle },
    { method: 'POST', path: pattern('/certificates'), handle: ({ body }) => certificate(certificates, body) },
    ...scenarioRoutes(authority, changed.scenario),
    ...clockRoutes(authority.clock),
    ...serviceRoutes(authority),
    ...lineRoutes(authority, changed.lines),
    ...documentRoutes(authority),
    ...epecRoutes(authority),
    ...securityCodeRoutes(authority.register),
    ...taxpayerRoutes(authority),
    ...stateOptionRoutes(authority),
    ...nfseRoutes(authority),
    ...distributionRoutes(authority),
    ...exchangeRoutes(authority),
  ];
}

async function certificate(certificates: CertificateAuthority, body: unknown): Promise<object> {
  const { pfx, taxId, notAfter } = await issueA1(certificates, certificateOrder.parse(body));
  return { pfx: pfx.toString('base64'), taxId, notAfter };
}

function scenarioRoutes({ scenarios }: TaxAuthority, changed: () => Promise<void>): ControlRoute[] {
  const path = pattern('/scenario');
  const change = async (step: () => void): Promise<object> => {
    step();
    await changed();
    return scenarios.current();
  };
  return [
    { method: 'GET', path, handle: () => scenarios.current() },
    { method: 'PUT', path, handle: ({ body }) => change(() => scenarios.set(scenario.parse(body))) },
    { method: 'DELETE', path, handle: () => change(() => scenarios.clear()) },
  ];
}

function exchangeRoutes({ exchanges, insistence }: TaxAuthority): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: pattern('/exchanges'),
      handle: ({ query }) => exchanges.about(Object.fromEntries(exchangeFields.map((name) => [name, query.get(name)]))),
    },
    {
      method: 'DELETE',
      path: pattern('/exchanges'),
      handle() {
        exchanges.clear();
        return [];
      },
    },
    {
      method: 'DELETE',
      path: pattern('/insistence'),
      handle() {
        insistence.clear();
        return {};
      },
    },
  ];
}
