import { expect, test } from 'vitest';
import {
  agreementQuestion,
  rateQuestion,
  readAgreement,
  readRates,
  takesDps,
} from '../../../domain/sefin/parametrization.ts';

test('a municipality is asked for at the environment’s own address', () => {
  expect(agreementQuestion({ environment: 'HOMOLOGATION', municipality: '3550308' })).toEqual({
    method: 'GET',
    url: 'https://adn.producaorestrita.nfse.gov.br/parametrizacao/3550308/convenio',
    content: null,
    answers: [200, 404],
  });
  const production = rateQuestion({ environment: 'PRODUCTION', municipality: '3550308' }, '010701', '2026-11-22');
  expect(production.url).toBe('https://adn.nfse.gov.br/parametrizacao/3550308/01.07.01.000/2026-11-22/aliquota');
});

const parameters = { aderenteAmbienteNacional: 1, aderenteEmissorNacional: 1, aderenteMAN: 0 };
const active = (parametrosConvenio: object) => ({ status: 200, body: JSON.stringify({ parametrosConvenio }) });

test.each([
  ['takes part with the national issuer', { ...parameters }, true],
  ['takes part with an issuer of its own', { ...parameters, aderenteEmissorNacional: 0 }, false],
  ['has not said which issuer', { ...parameters, aderenteEmissorNacional: -1 }, null],
  ['is written in other letter case', { AderenteEmissorNacional: '1' }, true],
])('an agreement that %s', (_what, parametrosConvenio, national) => {
  expect(readAgreement(active(parametrosConvenio))).toEqual({
    isActive: true,
    hasNationalIssuer: national,
    message: null,
  });
});

test('a municipality without an active agreement is answered with 404 and a sentence', () => {
  const message = 'O convênio do o município Teresina/PI ainda não está ativo no Sistema Nacional da NFS-e';
  const body = JSON.stringify({ mensagem: message, parametrosConvenio: null });
  expect(readAgreement({ status: 404, body })).toEqual({ isActive: false, hasNationalIssuer: false, message });
});

test.each([
  [404, '<!DOCTYPE html><html><title>404</title></html>'],
  [404, '{}'],
  [404, '{"mensagem":" "}'],
  [200, '{"mensagem":"ok","parametrosConvenio":null}'],
  [200, '[]'],
  [200, 'null'],
  [200, ''],
])('nothing follows from %i %s', (status, body) => {
  expect(readAgreement({ status, body })).toBeNull();
  expect(readRates({ status, body }, '010701')).toBeNull();
});

test('the rates of a service come with the days that they hold for, or there are none', () => {
  const aliquotas = {
    '01.07.01.000': [
      { Incidencia: 'SIM', Aliq: 2.9, DtIni: '2023-01-02T00:00:00', DtFim: null },
      { Incidencia: 'SIM', Aliq: null, DtIni: '2022-01-01T00:00:00', DtFim: '2023-01-01T00:00:00' },
    ],
  };
  const rates = [
    { rate: '2.9', from: '2023-01-02', until: null },
    { rate: null, from: '2022-01-01', until: '2023-01-01' },
  ];
  expect(readRates({ status: 200, body: JSON.stringify({ aliquotas }) }, '010701')).toEqual(rates);
  expect(readRates({ status: 200, body: JSON.stringify({ Aliquotas: aliquotas }) }, '010101')).toEqual([]);
  const none = JSON.stringify({ mensagem: 'Alíquotas não encontradas', aliquotas: null });
  expect(readRates({ status: 404, body: none }, '010701')).toEqual([]);
});

test.each([
  [true, '1', true],
  [false, '1', false],
  [null, '1', null],
  [true, '3', true],
  [false, '2', null],
  [false, '3', null],
] as const)('hasNationalIssuer %j and opSimpNac %s: SEFIN takes DPS: %j', (hasNationalIssuer, opSimpNac, taken) => {
  expect(takesDps({ isActive: true, hasNationalIssuer, message: null }, opSimpNac)).toBe(taken);
});
