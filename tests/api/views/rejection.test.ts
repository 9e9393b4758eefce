import { expect, test } from 'vitest';
import { ownRejection, rejectionByCode } from '../../../api/views/rejection.ts';

test('each authority is explained by its own catalogue, found by the form of the code', () => {
  expect(rejectionByCode('778', 'Rejeicao: NCM inexistente [nItem:3]')).toMatchObject({
    code: '778',
    field: 'items[2].ncm',
    help: '/docs/rejeicoes/778',
  });
  expect(rejectionByCode('998', 'Algo novo')).not.toHaveProperty('help');
  expect(rejectionByCode('E0310', 'Código inexistente')).toMatchObject({ code: 'E0310', field: 'items[].serviceCode' });
  expect(rejectionByCode('E7777', 'Algo novo').cause).toMatch(/^A SEFIN Nacional/);
  expect(rejectionByCode('998', 'Algo novo').cause).toMatch(/^A SEFAZ/);
});

test('a refusal of our own names the authority that was not asked', () => {
  expect(ownRejection('NFSE', 'client.name: Falta informar xNome.')).toMatchObject({
    code: null,
    cause: expect.stringContaining('SEFIN Nacional'),
    field: 'client.name',
  });
  expect(ownRejection('NFCE', 'Falta.').cause).toContain('SEFAZ');
});
