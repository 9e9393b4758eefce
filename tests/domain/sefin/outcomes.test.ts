import { expect, test } from 'vitest';
import { decidingRefusal } from '../../../domain/sefin/outcomes.ts';

const wrong = { code: 'E0310', description: 'O código não existe', complement: '999999' };
const there = { code: 'E0014', description: 'A DPS já gerou uma NFS-e', complement: null };
const paused = { code: 'E1217', description: 'Serviço paralisado', complement: null };

test('of several errors what hinders decides, then what is there already, and all are reported', () => {
  expect(decidingRefusal([wrong, there, paused])).toEqual({
    cStat: 'E1217',
    xMotivo: 'Serviço paralisado\nE0310 - O código não existe (999999)\nE0014 - A DPS já gerou uma NFS-e',
  });
  expect(decidingRefusal([wrong, there]).cStat).toBe('E0014');
  expect(decidingRefusal([wrong])).toEqual({ cStat: 'E0310', xMotivo: 'O código não existe (999999)' });
});
