import { expect, test } from 'vitest';
import { buildAccessKey } from '../../../domain/access-key.ts';
import { issuerOfKey } from '../../../domain/received/arrival.ts';

const cpf = '12345678909';
const cnpj = '00012345000195';
const keyOf = (taxId: string, series: number, number = 42, emissionType = '1') =>
  buildAccessKey({
    ...{ stateCode: '52', yearMonth: '2611', model: '55', cNF: '83450921' },
    ...{ taxId, series, number, emissionType },
  });

test.each([
  ['a company', keyOf(cnpj, 1), cnpj],
  ['a company whose provider signs', keyOf(cnpj, 980), cnpj],
  ['a person on the tax office’s page', keyOf(cpf, 910), cpf],
  ['a person', keyOf(cpf, 920), cpf],
  ['a person, in the last series', keyOf(cpf, 969), cpf],
  ['a person whose provider signs', keyOf(cpf, 970), cpf],
  ['a company on the tax office’s telephone', keyOf(cnpj, 950, 10_042, '3'), cnpj],
  ['a person on the tax office’s telephone', keyOf(cpf, 1, 20_042, '3'), cpf],
])('the issuer of a note is known by its key: %s', (_who, accessKey, issuer) => {
  expect(issuerOfKey('NFE', accessKey)).toBe(issuer);
});
