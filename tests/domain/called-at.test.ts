import { expect, test } from 'vitest';
import { environments } from '../../domain/companies/settings.ts';
import { authorizerAt, authorizerOf, endpointOf } from '../../domain/sefaz/endpoints.ts';
import { nfseAddresses, nfseServiceAt } from '../../domain/sefin/authority.ts';
import { stateCodes } from '../../domain/states.ts';

test('every address that notes go to tells who answers there, and for which environment', () => {
  for (const environment of environments) {
    for (const model of ['55', '65'] as const) {
      for (const state of stateCodes.keys()) {
        for (const service of ['NfeAutorizacao', 'NfeConsultaProtocolo', 'RecepcaoEvento'] as const) {
          const { url } = endpointOf({ state, model, environment, service });
          const authorizer = authorizerOf(state, model);
          expect({ url, called: authorizerAt(url) }).toEqual({ url, called: { authorizer, environment } });
        }
      }
    }
  }
  expect(authorizerAt('https://example.com/')).toBeNull();
});

test('every address of the national NFS-e tells the same', () => {
  for (const environment of environments) {
    const { sefin, adn, parametrization } = nfseAddresses(environment);
    expect(nfseServiceAt(`${sefin}/nfse`)).toEqual({ authorizer: 'SEFIN', environment });
    for (const base of [adn, parametrization])
      expect(nfseServiceAt(`${base}/x`)).toEqual({ authorizer: 'ADN', environment });
  }
  expect(nfseServiceAt('https://example.com/')).toBeNull();
});
