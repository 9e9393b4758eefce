import { expect, test } from 'vitest';
import { movedSefin, nfseAddresses } from '../../../domain/sefin/authority.ts';

test('the SEFIN of homologation is found elsewhere only where the operator says so', () => {
  expect(movedSefin(undefined)).toBeUndefined();
  expect(movedSefin('https://sefin.producaorestrita.nfse.gov.br/SefinNacional/')).toEqual({
    from: nfseAddresses('HOMOLOGATION').sefin,
    to: 'https://sefin.producaorestrita.nfse.gov.br/SefinNacional',
  });
});
