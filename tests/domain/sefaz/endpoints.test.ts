import { expect, test } from 'vitest';
import { environments } from '../../../domain/companies/settings.ts';
import {
  authorizerOf,
  endpointOf,
  namespaceOf,
  type SefazService,
  statusStateOf,
} from '../../../domain/sefaz/endpoints.ts';
import { stateCode, stateOfCode } from '../../../domain/states.ts';
import table from '../../../tables/endpoints.json' with { type: 'json' };

const states = Object.keys(table.cUF);
const issuing: SefazService[] = [
  'NfeStatusServico',
  'NfeAutorizacao',
  'NfeRetAutorizacao',
  'NfeConsultaProtocolo',
  'NfeInutilizacao',
  'RecepcaoEvento',
];

test.each(issuing)('%s exists for every state, model and environment, over https', (service) => {
  for (const state of states) {
    for (const model of ['55', '65'] as const) {
      for (const environment of environments) {
        expect(endpointOf({ state, model, environment, service }).url).toMatch(/^https:\/\/[a-z0-9.-]+\.gov\.br\//);
      }
    }
  }
});

test('an endpoint says where to send and by which action', () => {
  expect(endpointOf({ state: 'SP', model: '55', environment: 'HOMOLOGATION', service: 'NfeAutorizacao' })).toEqual({
    url: 'https://homologacao.nfe.fazenda.sp.gov.br/ws/nfeautorizacao4.asmx',
    action: 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeAutorizacao4/nfeAutorizacaoLote',
    namespace: 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeAutorizacao4',
    method: 'nfeAutorizacaoLote',
  });
});

test('production and homologation never share an address', () => {
  for (const service of issuing) {
    for (const state of states) {
      const [production, homologation] = environments.map(
        (environment) => endpointOf({ state, model: '55', environment, service }).url,
      );
      expect(production).not.toBe(homologation);
    }
  }
});

test('a state without servers of its own is served by a virtual one, which may differ by model', () => {
  expect(authorizerOf('SC', '55')).toBe('SVRS');
  expect(authorizerOf('MA', '55')).toBe('SVAN');
  expect(authorizerOf('MA', '65')).toBe('SVRS');
});

test('issuers without a state registration are served by SVRS in every state, and ask it by a state of its own', () => {
  for (const state of states) expect(authorizerOf(state, '55', true)).toBe('SVRS');
  expect(authorizerOf('SP', '65', true)).toBe('SP');
  const of = { state: 'SP', model: '55', environment: 'PRODUCTION', service: 'NfeAutorizacao' } as const;
  expect(endpointOf({ ...of, isUnregistered: true })).toEqual(endpointOf({ ...of, state: 'SC' }));
  expect(statusStateOf('SVRS', '55', 'PRODUCTION', 'SC')).toBe('SC');
  expect(authorizerOf(statusStateOf('SVRS', '55', 'PRODUCTION', 'SP'), '55')).toBe('SVRS');
  expect(statusStateOf('SP', '55', 'PRODUCTION', 'SP')).toBe('SP');
});

test('what the table lacks is an error of ours', () => {
  const wanted = { model: '55', environment: 'PRODUCTION', service: 'NfeConsultaCadastro' } as const;
  expect(() => endpointOf({ ...wanted, state: 'MA' })).toThrow(TypeError);
  expect(() => endpointOf({ ...wanted, state: 'XX' })).toThrow(TypeError);
  expect(() => authorizerOf('XX', '55')).toThrow(TypeError);
});

test('state and code lead to each other', () => {
  for (const state of states) expect(stateOfCode(stateCode(state))).toBe(state);
  expect(stateCode('SP')).toBe('35');
  expect(() => stateOfCode('99')).toThrow(TypeError);
  expect(() => stateCode('XX')).toThrow(TypeError);
});

test('the namespace of a service is the same at every authorizer', () => {
  expect(namespaceOf('RecepcaoEvento')).toBe('http://www.portalfiscal.inf.br/nfe/wsdl/NFeRecepcaoEvento4');
});
