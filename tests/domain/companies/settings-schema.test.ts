import { expect, test } from 'vitest';
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

const cpf = '123.456.789-09';

test('who issues with a CPF numbers in 920 where no series is said, and a company in 1', () => {
  const seriesIn = (over: object) => readCompanyForm({ ...companyForm, ...over }).series;
  expect(seriesIn({ taxId: cpf, series: undefined })).toEqual({ '55': { series: 920, nextNumber: null } });
  expect(seriesIn({ taxId: cpf, series: { '55': { nextNumber: 7 }, '65': 969 } })).toEqual({
    '55': { series: 920, nextNumber: 7 },
    '65': { series: 969, nextNumber: null },
  });
  expect(seriesIn({ series: { '55': {} } })).toEqual({ '55': { series: 1, nextNumber: null } });
});

test('every fault is reported at once, each with its field', () => {
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
  ['taxId', { taxId: '123.456.789-00' }, 'deve ser um CNPJ'],
  ['name', { name: undefined }, 'é obrigatório'],
  ['name', { name: 'Açaí & Cia\u0000' }, 'caracteres'],
  ['taxRegime', { taxRegime: 'LUCRO' }, 'SIMPLES, SIMPLES_EXCESS, NORMAL, MEI'],
  ['environment', { environment: 'TEST' }, 'PRODUCTION, HOMOLOGATION'],
  ['series.55.series', { series: { '55': 890 } }, 'de 0 a 889'],
  ['series.65.series', { series: { '55': 1, '65': 920 } }, 'de 0 a 889'],
  ['series.55.series', { taxId: cpf, series: { '55': 1 } }, 'de 920 a 969'],
  ['series.65.series', { taxId: cpf, series: { '55': 920, '65': 970 } }, 'de 920 a 969'],
  ['nfce.qrCodeVersion', { taxId: cpf, nfce: { qrCodeVersion: '2' } }, 'rejeição 444'],
  ['series.55.nextNumber', { series: { '55': { series: 1, nextNumber: 0 } } }, 'no mínimo o valor 1'],
  [
    'address.municipalityCode',
    { address: { ...companyForm.address, municipalityCode: '3550309' } },
    'tabela de municípios do IBGE',
  ],
  [
    'address.municipalityCode',
    { address: { ...companyForm.address, municipalityCode: '3304557' } },
    'é um município de RJ',
  ],
  ['autXml[1]', { autXml: ['12345678909', '12345678900'] }, 'deve ser um CNPJ ou CPF'],
  ['adminEmails[1]', { adminEmails: ['ana@example.com', 'rui@example.com\r\nBcc: x@example.com'] }, 'e-mail'],
  ['adminEmails[0]', { adminEmails: ['Ana <ana@example.com>'] }, 'e-mail'],
  ['adminEmails', { adminEmails: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) }, 'no máximo 10'],
  ['taxDefaults.icmsSituation', { taxDefaults: { icmsSituation: '00' } }, 'CSOSN (3 dígitos)'],
  ['taxDefaults.icmsSituation', { taxRegime: 'NORMAL' }, 'CST (2 dígitos)'],
  ['taxDefaults.icmsRate', { taxDefaults: { icmsRate: '18,00' } }, 'percentual'],
  [
    'technicalResponsible.email',
    { technicalResponsible: { cnpj: '11222333000181', contact: 'Ana', email: 'x', phone: '1133334444' } },
    'e-mail',
  ],
  ['danfe.logo', { danfe: { logo: 'http://example.com/logo.png' } }, 'PNG ou JPEG'],
  [
    'substituteStateRegistrations.RJ',
    { substituteStateRegistrations: { RJ: '12345678' } },
    'não é uma inscrição estadual de RJ',
  ],
  ['substituteStateRegistrations.SP', { substituteStateRegistrations: { SP: '110042490114' } }, 'da própria empresa'],
  ['substituteStateRegistrations.XX', { substituteStateRegistrations: { XX: '12345674' } }, 'UF'],
  ['', { cor: 'azul' }, 'campos desconhecidos: cor'],
])('%s is refused with words that mend it', (path, change, words) => {
  const issues = issuesOf({ ...companyForm, ...change });
  expect(issues).toEqual([expect.objectContaining({ path, message: expect.stringContaining(words) })]);
});

test('registrations as substitute are kept by state, and an empty one takes the state’s away', () => {
  const given = { rj: '12.345.67-4', MG: null };
  expect(readCompanyForm({ ...companyForm, substituteStateRegistrations: given }).substituteStateRegistrations).toEqual(
    {
      RJ: '12345674',
    },
  );
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

test('what a company says of its NFS-e has defaults, and a company that says nothing issues none', () => {
  expect(readCompanyForm(companyForm)).toMatchObject({ nfse: null, serviceDefaults: {} });
  expect(readCompanyForm({ ...companyForm, nfse: {} }).nfse).toEqual({
    series: 1,
    nextNumber: null,
    simplesOption: null,
    simplesAssessment: null,
    specialRegime: '0',
    defaultTemplateId: null,
    municipality: null,
  });
  expect(readCompanyForm({ ...companyForm, nfse: { series: null, specialRegime: '0' } }).nfse).toBeNull();
});

test('the defaults of services are kept as rules and templates keep theirs', () => {
  const serviceDefaults = {
    serviceCode: '01.07.01',
    pisCofinsCst: '08',
    issTaxation: '1',
    irrfRate: 1.5,
    nbsCode: null,
  };
  expect(readCompanyForm({ ...companyForm, serviceDefaults }).serviceDefaults).toEqual({
    serviceCode: '010701',
    pisCofinsCst: '08',
    issTaxation: '1',
    irrfRate: '1.5000',
  });
});

test('ISSQN outside Simples has a rate, also of a company in Simples', () => {
  const serviceDefaults = { issTaxation: '1', issWithholding: '1', issRate: '3' };
  const rateOf = (change: object) => readCompanyForm({ ...companyForm, serviceDefaults, ...change }).serviceDefaults;
  expect(rateOf({ nfse: { simplesAssessment: '2' } })).toHaveProperty('issRate', '3.0000');
  expect(rateOf({})).not.toHaveProperty('issRate');
});

const cooperative = { taxRegime: 'NORMAL', taxDefaults: {}, nfse: { specialRegime: '1' } };
test.each([
  ['nfse.series', { nfse: { series: 50_000 } }, 'de 1 a 49999'],
  ['nfse.series', { nfse: { series: 0 } }, 'de 1 a 49999'],
  ['nfse.nextNumber', { nfse: { nextNumber: 0 } }, 'no mínimo o valor 1'],
  ['nfse.simplesOption', { nfse: { simplesOption: '4' } }, '1, 2, 3'],
  ['nfse.specialRegime', { nfse: { specialRegime: '7' } }, '0, 1, 2, 3, 4, 5, 6, 9'],
  ['nfse.defaultTemplateId', { nfse: { defaultTemplateId: 'consultoria' } }, 'id de um modelo'],
  [
    'nfse.municipality.asOf',
    { nfse: { municipality: { isOnNationalSystem: true, asOf: '31/12/2026' } } },
    'AAAA-MM-DD',
  ],
  ['nfse.simplesAssessment', { taxRegime: 'NORMAL', taxDefaults: {}, nfse: { simplesAssessment: '1' } }, 'E0162'],
  ['nfse.simplesAssessment', { nfse: { simplesOption: '2', simplesAssessment: '1' } }, 'E0162'],
  ['nfse.specialRegime', { taxRegime: 'MEI', nfse: { specialRegime: '5' } }, 'E0174'],
  ['nfse.specialRegime', { nfse: { specialRegime: '6' } }, 'E0175'],
  ['serviceDefaults.issRate', { ...cooperative, serviceDefaults: { issRate: '5' } }, 'E0607'],
  ['serviceDefaults.issWithholding', { ...cooperative, serviceDefaults: { issWithholding: '2' } }, 'E0631'],
  ['serviceDefaults.issRate', { serviceDefaults: { issRate: '6' } }, 'de 0 a 5'],
  ['serviceDefaults.issWithholding', { taxRegime: 'MEI', serviceDefaults: { issWithholding: '2' } }, 'MEI'],
  ['serviceDefaults', { serviceDefaults: { icmsRate: '18' } }, 'campos desconhecidos: icmsRate'],
])('of services %s is refused with words that mend it', (path, change, words) => {
  const issues = issuesOf({ ...companyForm, ...change });
  expect(issues).toEqual([expect.objectContaining({ path, message: expect.stringContaining(words) })]);
});

test.each([
  { nfse: { simplesAssessment: '3', specialRegime: '6' } },
  { taxRegime: 'SIMPLES_EXCESS', taxDefaults: {}, nfse: { specialRegime: '6' } },
  { taxRegime: 'NORMAL', taxDefaults: {}, nfse: { specialRegime: '9' }, serviceDefaults: { issWithholding: '2' } },
])('a special regime stands where ISSQN is outside Simples: %j', (change) => {
  expect(issuesOf({ ...companyForm, ...change })).toEqual([]);
});

function issuesOf(form: unknown) {
  try {
    readCompanyForm(form);
  } catch (error) {
    if (error instanceof DomainError) return error.issues;
    throw error;
  }
  return [];
}
