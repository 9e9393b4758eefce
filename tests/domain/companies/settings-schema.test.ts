import { expect, test } from '@jest/globals';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { DomainError } from '../../../domain/errors.ts';
import { companyForm } from '../../cli/company-form.ts';

test('a form as people write it becomes the texts that a note carries', () => {
  expect(readCompanyForm(companyForm)).toMatchObject({
    taxId: '11222333000181',
    environment: 'HOMOLOGATION',
    stateRegistration: '110042490114',
    address: { zipCode: '01310100', complement: null },
    series: { '55': { series: 1, nextNumber: null } },
    pisCofinsExcludesIcms: true,
  });
});

test('a company may have letters in its CNPJ', () => {
  expect(readCompanyForm({ ...companyForm, taxId: '12.abc.345/01de-35' }).taxId).toBe('12ABC34501DE35');
});

test('every fault is told at once, each with its field', () => {
  const faulty = {
    ...companyForm,
    taxId: '11222333000182',
    name: 'X',
    address: { ...companyForm.address, state: 'XX' },
    shoeSize: 44,
  };
  const paths = issuesOf(faulty).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['taxId', 'name', 'address.state']));
});

test.each([
  ['taxId', { taxId: '123.456.789-09' }, 'deve ser um CNPJ'],
  ['name', { name: undefined }, 'é obrigatório'],
  ['name', { name: 'Açaí & Cia\u0000' }, 'caracteres'],
  ['taxRegime', { taxRegime: 'LUCRO' }, 'SIMPLES, SIMPLES_EXCESS, NORMAL, MEI'],
  ['environment', { environment: 'TEST' }, 'PRODUCTION, HOMOLOGATION'],
  ['series.55.series', { series: { '55': 890 } }, 'de 0 a 889'],
  ['series.55.nextNumber', { series: { '55': { series: 1, nextNumber: 0 } } }, 'no mínimo o valor 1'],
  [
    'address.municipalityCode',
    { address: { ...companyForm.address, municipalityCode: '3550309' } },
    'dígito verificador',
  ],
  [
    'address.municipalityCode',
    { address: { ...companyForm.address, municipalityCode: '3304557' } },
    'é um município de RJ',
  ],
  ['autXml[1]', { autXml: ['12345678909', '12345678900'] }, 'deve ser um CNPJ ou CPF'],
  ['taxDefaults.icmsSituation', { taxDefaults: { icmsSituation: '00' } }, 'CSOSN (3 dígitos)'],
  ['taxDefaults.icmsSituation', { taxRegime: 'NORMAL' }, 'CST (2 dígitos)'],
  ['taxDefaults.icmsRate', { taxDefaults: { icmsRate: '18,00' } }, 'percentual'],
  [
    'technicalResponsible.email',
    { technicalResponsible: { cnpj: '11222333000181', contact: 'Ana', email: 'x', phone: '1133334444' } },
    'e-mail',
  ],
  ['danfe.logo', { danfe: { logo: 'http://example.com/logo.png' } }, 'PNG ou JPEG'],
  ['', { cor: 'azul' }, 'campos desconhecidos: cor'],
])('%s is refused with words that mend it', (path, change, words) => {
  const issues = issuesOf({ ...companyForm, ...change });
  expect(issues).toEqual([expect.objectContaining({ path, message: expect.stringContaining(words) })]);
});

test.each([null, 'texto', [], 42])('%j is no form, and is refused without falling over', (form) => {
  expect(issuesOf(form)).toHaveLength(1);
});

test.each(['2201919', '4305871', '5203962'])(
  'IBGE code %s is taken in spite of its check digit',
  (municipalityCode) => {
    const state = { '22': 'PI', '43': 'RS', '52': 'GO' }[municipalityCode.slice(0, 2)];
    const address = { ...companyForm.address, municipalityCode, state };
    expect(readCompanyForm({ ...companyForm, address }).address.municipalityCode).toBe(municipalityCode);
  },
);

function issuesOf(form: unknown) {
  try {
    readCompanyForm(form);
  } catch (error) {
    if (error instanceof DomainError) return error.issues;
    throw error;
  }
  return [];
}
