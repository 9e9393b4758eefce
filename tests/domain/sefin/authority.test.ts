import { expect, test } from 'vitest';
import { dispatch, question } from '../../../domain/sefin/authority.ts';

const read = () => null;

test('a question is what is at a path, at the environment’s own address', () => {
  const id = 'DPS355030821122233300018100003000000000000000';
  const asked = { service: 'DpsConsulta', path: `/dps/${id}`, read } as const;
  expect(question('PRODUCTION', asked).request).toEqual({
    method: 'GET',
    url: `https://sefin.nfse.gov.br/SefinNacional/dps/${id}`,
    content: null,
    answers: [200, 400, 404, 429],
  });
  expect(question('HOMOLOGATION', asked).request.url).toContain('https://sefin.producaorestrita.nfse.gov.br/');
});

test('what is sent goes as JSON, and only what SEFIN answers to it counts as an answer', () => {
  const sent = { service: 'NfseEmissao', path: '/nfse', body: { dpsXmlGZipB64: 'H4sI' }, read } as const;
  expect(dispatch('PRODUCTION', sent).request).toEqual({
    method: 'POST',
    url: 'https://sefin.nfse.gov.br/SefinNacional/nfse',
    content: { type: 'application/json; charset=utf-8', body: '{"dpsXmlGZipB64":"H4sI"}' },
    answers: [201, 400, 422, 429],
  });
});
