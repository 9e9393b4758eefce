import { expect, test } from '@jest/globals';
import { dpsQuestion } from '../../../domain/sefin/dps-question.ts';

test('a DPS is asked for by its Id, at the environment’s own address', () => {
  const id = 'DPS355030821122233300018100003000000000000000';
  expect(dpsQuestion('PRODUCTION', id)).toEqual({
    method: 'GET',
    url: `https://sefin.nfse.gov.br/SefinNacional/dps/${id}`,
    content: null,
    answers: [200, 400, 404],
  });
  expect(dpsQuestion('HOMOLOGATION', id).url).toContain('https://sefin.producaorestrita.nfse.gov.br/');
});
