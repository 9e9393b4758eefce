import { expect, test } from 'vitest';
import { authorizerOfKey, sefaz, sefazMessage } from '../../../domain/sefaz/authority.ts';

const key = (state: string, model: string) => `${state}261112345678000195${model}0010000000011000000010`;

test('a note is spoken of to the authorizer of the state that its key begins with, whatever state its company is in now', () => {
  const at = authorizerOfKey(key('35', '55'), 'HOMOLOGATION');
  expect(at).toMatchObject({ state: 'SP', model: '55', environment: 'HOMOLOGATION' });
  expect(authorizerOfKey(key('43', '65'), 'PRODUCTION')).toMatchObject({ state: 'RS', model: '65' });
  const { request } = sefazMessage(at, { service: 'NfeConsultaProtocolo', message: '<a/>', read: String });
  expect(new URL(request.url).host).toBe('homologacao.nfe.fazenda.sp.gov.br');
});

test('an event of the national environment goes there, in the envelope and under the action of its service', () => {
  const at = { ...authorizerOfKey(key('35', '55'), 'HOMOLOGATION'), isNational: true };
  const { request } = sefazMessage(at, { service: 'RecepcaoEvento', message: '<a/>', read: String });
  expect(new URL(request.url).host).toMatch(/svrs|fazenda\.gov\.br/);
  expect(request.content?.type).toMatch(/^application\/soap\+xml; charset=utf-8; action=".*RecepcaoEvento4\/.*"$/);
  expect(request.answers).toEqual([200]);
});

test('the engine knows its codes: silence, service and what is read in vain', () => {
  expect(sefaz.outcomeOf(sefaz.silence.code)).toEqual({ kind: 'throttled', waitMinutes: sefaz.silence.minutes });
  expect(sefaz.isServing('107')).toBe(true);
  expect(sefaz.isServing('108')).toBe(false);
  expect(sefaz.isUnreadable(new TypeError('ours'))).toBe(false);
});
