import { expect, test } from 'vitest';
import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { layoutDps, parseDpsId } from '../../../domain/nfse/dps.ts';
import { child, children, readXml, textOf, type XmlElement } from '../../../domain/xml/reader.ts';
import {
  computedService,
  deductionDocument,
  dpsIdentity,
  foreignTaker,
  fullService,
  serviceAmounts,
  serviceIssuer,
  siteAbroad,
  taker,
} from '../../support/samples/services.ts';

function laidOut(overrides: Partial<ComputedService> = {}, issued: Partial<typeof dpsIdentity> = {}): XmlElement {
  return readXml(layoutDps(computedService(overrides), { ...dpsIdentity, ...issued }).infDPS);
}

const names = (element: XmlElement | undefined): string[] => element?.children.map(({ name }) => name) ?? [];

test('the Id says what the DPS says (E0004)', () => {
  const { dpsId, infDPS } = layoutDps(computedService(), { ...dpsIdentity, series: 49_999, number: 999_999_999 });
  const dps = readXml(infDPS);
  expect(dps.attributes['Id']).toBe(dpsId);
  expect(parseDpsId(dpsId)).toEqual({
    municipalityCode: textOf(dps, 'cLocEmi'),
    taxId: textOf(dps, 'prest', 'CNPJ'),
    series: Number(textOf(dps, 'serie')),
    number: Number(textOf(dps, 'nDPS')),
  });
  expect([textOf(dps, 'serie'), textOf(dps, 'nDPS')]).toEqual(['49999', '999999999']);
});

test('series and number have no leading zeros, and the time is that of the issuer’s state', () => {
  const { address } = serviceIssuer.settings;
  const settings = { ...serviceIssuer.settings, address: { ...address, state: 'AC', municipalityCode: '1200401' } };
  const dps = laidOut({ issuer: { ...serviceIssuer, settings } });
  expect([textOf(dps, 'serie'), textOf(dps, 'nDPS')]).toEqual(['1', '42']);
  expect(textOf(dps, 'dhEmi')).toBe('2026-11-21T07:30:00-05:00');
  expect(textOf(dps, 'cLocEmi')).toBe('1200401');
});

test('the environment changes tpAmb and nothing else', () => {
  const homologation = layoutDps(computedService(), dpsIdentity).infDPS;
  const production = layoutDps(computedService(), { ...dpsIdentity, environment: 'PRODUCTION' }).infDPS;
  expect(production).toBe(homologation.replace('<tpAmb>2</tpAmb>', '<tpAmb>1</tpAmb>'));
  expect(production).not.toBe(homologation);
});

test('an issuer tells neither name nor address, which the authority refuses from him (E0121, E0128)', () => {
  expect(names(child(laidOut(), 'prest'))).toEqual(['CNPJ', 'IM', 'fone', 'email', 'regTrib']);
});

test('a CNPJ with letters is the issuer’s in Id and field', () => {
  const { dpsId, infDPS } = layoutDps(
    computedService({ issuer: { ...serviceIssuer, taxId: '12ABC34501DE35' } }),
    dpsIdentity,
  );
  expect(dpsId).toBe('DPS3550308212ABC34501DE3500001000000000000042');
  expect(textOf(readXml(infDPS), 'prest', 'CNPJ')).toBe('12ABC34501DE35');
});

test.each([
  ['a CNPJ', { documentType: 'CNPJ' as const, document: '12ABC34501DE35' }, ['CNPJ', '12ABC34501DE35']],
  ['a CPF', { documentType: 'CPF' as const, document: '52998224725' }, ['CPF', '52998224725']],
  ['a number of another country', { documentType: 'FOREIGN' as const, document: 'AB123456' }, ['NIF', 'AB123456']],
])('a taker identified by %s is written so', (_, overrides, [tag, value]) => {
  const toma = child(laidOut({ taker: { ...taker, ...overrides } }), 'toma');
  expect(toma?.children[0]).toMatchObject({ name: tag, text: value });
});

test('nobody, and a consumer without a document, leave no taker', () => {
  expect(child(laidOut({ taker: null }), 'toma')).toBeUndefined();
  const anonymous = { ...taker, document: '', documentType: null };
  expect(child(laidOut({ taker: anonymous }), 'toma')).toBeUndefined();
});

test('somebody abroad without a number is one whose country asks for none', () => {
  const toma = child(laidOut({ taker: { ...foreignTaker, document: '', documentType: null } }), 'toma');
  expect(toma?.children[0]).toMatchObject({ name: 'cNaoNIF', text: '2' });
});

test('an address abroad has country, postal code, city and region in the place of municipality and CEP', () => {
  const end = child(laidOut({ taker: foreignTaker }), 'toma', 'end');
  expect(names(end)).toEqual(['endExt', 'xLgr', 'nro', 'xBairro']);
  expect(child(end ?? laidOut(), 'endExt')?.children.map(({ name, text }) => [name, text])).toEqual([
    ['cPais', 'PT'],
    ['cEndPost', '1100048'],
    ['xCidade', 'Lisboa'],
    ['xEstProvReg', 'Lisboa'],
  ]);
});

test('where a service took place abroad is written by its own city and region', () => {
  const event = { name: 'Show', startDate: '2026-11-20', endDate: '2026-11-20', address: siteAbroad };
  const end = child(laidOut({ event }), 'serv', 'atvEvento', 'end', 'endExt');
  expect(end?.children.map(({ text }) => text)).toEqual(['EC1A 1BB', 'London', 'Greater London']);
});

test('every line of the description stays a line, cleaned, and no carriage return or empty line is left', () => {
  const description = '  Projeto  elétrico\r\n\r\nExecução\u2028“Entrega”\t\n\n';
  const { infDPS } = layoutDps(computedService({ description }), dpsIdentity);
  expect(infDPS).toContain('<xDescServ>Projeto elétrico\nExecução\n"Entrega"</xDescServ>');
});

test('rates have two places', () => {
  const tribMun = child(laidOut({ fields: fullService().fields }), 'valores', 'trib', 'tribMun');
  expect([tribMun && textOf(tribMun, 'pAliq'), tribMun && textOf(tribMun, 'BM', 'pRedBCBM')]).toEqual([
    '5.00',
    '10.00',
  ]);
});

test('a base of PIS and COFINS brings both rates, zero where none was given (E0684, E0688)', () => {
  const { fields } = computedService();
  const amounts = serviceAmounts({ pisCofinsBase: '1000.00', pis: '0.00', cofins: '0.00' });
  const zeroRated = { ...fields, pisCofinsCst: '06', pisCofinsWithholding: '0' };
  const group = child(laidOut({ fields: zeroRated, amounts }), 'valores', 'trib', 'tribFed', 'piscofins');
  expect(group?.children.map(({ text }) => text)).toEqual(['06', '1000.00', '0.00', '0.00', '0.00', '0.00', '0']);
});

test('a situation without contribution says nothing but itself (E0682)', () => {
  const { fields } = computedService();
  const group = child(
    laidOut({ fields: { ...fields, pisCofinsCst: '08' } }),
    'valores',
    'trib',
    'tribFed',
    'piscofins',
  );
  expect(names(group)).toEqual(['CST']);
});

test.each([
  [
    'the treasuries',
    { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '5' },
    'pTotTrib',
    '13.450.005.00',
  ],
  ['Simples', { totalSimplesRate: '6.0000' }, 'pTotTribSN', '6.00'],
  ['nobody', {}, 'indTotTrib', '0'],
])('the approximate total of taxes is reported by %s', (_, rates, form, told) => {
  const { fields } = computedService();
  const [group] = child(laidOut({ fields: { ...fields, ...rates } }), 'valores', 'trib', 'totTrib')?.children ?? [];
  expect([group?.name, group?.text || group?.children.map(({ text }) => text).join('')]).toEqual([form, told]);
});

test('IBS and CBS are declared where there is a class, and never their amounts', () => {
  expect(child(laidOut(), 'IBSCBS')).toBeUndefined();
  const { fields } = fullService();
  const group = child(laidOut({ fields }), 'IBSCBS', 'valores', 'trib', 'gIBSCBS');
  expect(names(group)).toEqual(['CST', 'cClassTrib', 'gTribRegular', 'gDif']);
});

test.each([
  [{ rate: '10.00' }, 'pDR'],
  [{ value: '100.00' }, 'vDR'],
  [{ documents: [deductionDocument(), deductionDocument({ fiscalNumber: '1235' })] }, 'documentos'],
])('a deduction has one form: %j', (deductions, form) => {
  expect(names(child(laidOut({ deductions }), 'valores', 'vDedRed'))).toEqual([form]);
});

test('the number of a municipal NFS-e is filled up to the fifteen digits of its type', () => {
  const municipalNfse = { municipalityCode: '3509502', number: '77', verificationCode: 'AB12CD' };
  const dps = laidOut({ deductions: { documents: [deductionDocument({ municipalNfse })] } });
  const documents = child(dps, 'valores', 'vDedRed', 'documentos');
  expect(documents && children(documents, 'docDedRed').map((each) => textOf(each, 'NFSeMun', 'nNFSeMun'))).toEqual([
    '000000000000077',
  ]);
});

test('the same service and identity give the same text', () => {
  expect(layoutDps(fullService(), dpsIdentity)).toEqual(layoutDps(fullService(), dpsIdentity));
});
