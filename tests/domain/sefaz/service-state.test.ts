import { expect, test } from 'vitest';
import { serviceState, type ServiceStatus } from '../../../domain/sefaz/answers.ts';

const status: ServiceStatus = {
  cStat: '107',
  xMotivo: 'Servico em Operacao',
  dhRecbto: '2026-11-21T10:00:00-03:00',
  tMed: 1,
  dhRetorno: null,
  xObs: null,
};

test('a service in operation says how long it takes', () => {
  expect(serviceState(status)).toEqual({
    isOperating: true,
    sentence: '107 - Servico em Operacao; tempo médio de resposta 1 s',
  });
});

test('a paused service says when it is expected back', () => {
  const paused = {
    ...status,
    cStat: '108',
    xMotivo: 'Paralisado',
    dhRetorno: '2026-11-21T12:00:00-03:00',
    xObs: 'Aviso',
  };
  expect(serviceState(paused)).toEqual({
    isOperating: false,
    sentence: '108 - Paralisado; retorno previsto para 2026-11-21T12:00:00-03:00; Aviso',
  });
});

test.each(['109', '114', '280', '656', '999'])('%s is not in operation', (cStat) => {
  expect(serviceState({ ...status, cStat }).isOperating).toBe(false);
});
