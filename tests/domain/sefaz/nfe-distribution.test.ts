import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValidators } from '../../../adapters/schemas/validator.ts';
import { SefazAnswerUnreadable } from '../../../domain/sefaz/envelope.ts';
import { distDFeInt, type DistributionQuestion } from '../../../domain/sefaz/messages.ts';
import {
  distributionOutcomeOf,
  distributionQuestion,
  readRetDistDFeInt,
} from '../../../domain/sefaz/nfe-distribution.ts';
import { schemaPack } from '../../support/servers/schema-pack.ts';

const nfe = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const chNFe = '35261112ABC34501DE35550010000000011123456780';
const company = { environment: 'PRODUCTION', state: 'SP', taxId: '11222333000181' } as const;
const validator = createValidators([schemaPack()])('nfe', new Date('2026-11-22T12:00:00Z'));

const said = (fields: string, lot = '') =>
  `<retDistDFeInt ${nfe} versao="1.01"><tpAmb>1</tpAmb><verAplic>1.7.6</verAplic>${fields}${lot}</retDistDFeInt>`;
const fieldsOf = (cStat: string, ultNSU: string, maxNSU: string) =>
  `<cStat>${cStat}</cStat><xMotivo>Motivo</xMotivo><dhResp>2026-11-22T10:00:00-03:00</dhResp>` +
  `<ultNSU>${ultNSU.padStart(15, '0')}</ultNSU><maxNSU>${maxNSU.padStart(15, '0')}</maxNSU>`;
const docZip = (nsu: string, schema: string, content: string) =>
  `<docZip NSU="${nsu}" schema="${schema}">${content}</docZip>`;

test.each<[string, DistributionQuestion, string]>([
  ['what came after an NSU', { after: 42n }, '<distNSU><ultNSU>000000000000042</ultNSU></distNSU>'],
  ['one NSU', { nsu: 7n }, '<consNSU><NSU>000000000000007</NSU></consNSU>'],
  ['the note of a key', { chNFe }, `<consChNFe><chNFe>${chNFe}</chNFe></consChNFe>`],
])('%s is asked for in the layout', (_, asked, expected) => {
  const message = distDFeInt({ ...company, asked });
  expect(message).toBe(
    `<distDFeInt ${nfe} versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>11222333000181</CNPJ>${expected}</distDFeInt>`,
  );
});

test.each(['11222333000181', '12ABC34501DE35', '52998224725'])('questions for %s pass the official schema', (taxId) => {
  for (const asked of [{ after: 0n }, { nsu: 1n }, { chNFe }]) {
    const message = distDFeInt({ environment: 'HOMOLOGATION', state: 'MG', taxId, asked });
    expect(validator.validate('distDFeInt_v1.01.xsd', message)).toEqual([]);
  }
});

test.each<[string, () => unknown]>([
  ['an NSU of 16 digits', () => distDFeInt({ ...company, asked: { after: 10n ** 15n } })],
  ['an NSU below zero', () => distDFeInt({ ...company, asked: { after: -1n } })],
  ['no tax id', () => distDFeInt({ ...company, taxId: '1', asked: { after: 0n } })],
  ['no key', () => distDFeInt({ ...company, asked: { chNFe: '1' } })],
])('%s is never asked for', (_, ask) => {
  expect(ask).toThrow(TypeError);
});

test('the distribution is asked at the national environment, in the wrapper of its WSDL, and may answer with 32 MB', () => {
  const { service, request } = distributionQuestion(company, { after: 0n });
  expect(service).toBe('NFeDistribuicaoDFe');
  expect(request).toMatchObject({
    url: 'https://www1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx',
    answers: [200],
    maxAnswerBytes: 32 * 1024 * 1024,
  });
  const namespace = 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe';
  expect(request.content?.type).toContain(`action="${namespace}/nfeDistDFeInteresse"`);
  expect(request.content?.body).toContain(
    `<soap12:Body><nfeDistDFeInteresse xmlns="${namespace}"><nfeDadosMsg><distDFeInt ${nfe}`,
  );
  const homologation = distributionQuestion({ ...company, environment: 'HOMOLOGATION' }, { after: 0n });
  expect(homologation.request.url).toMatch(/^https:\/\/hom1\.nfe\.fazenda\.gov\.br\//);
});

test('a lot comes with its entries as they are, and tells that there is more', () => {
  const lot = `<loteDistDFeInt>${docZip('000000000000003', 'resNFe_v1.01.xsd', 'H4sI')}${docZip('000000000000004', 'x', '\n a')}</loteDistDFeInt>`;
  const { read } = distributionQuestion(company, { after: 2n });
  const answer = said(fieldsOf('138', '4', '9'), lot);
  const body =
    '<?xml version="1.0"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body>' +
    '<nfeDistDFeInteresseResponse xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe">' +
    `<nfeDistDFeInteresseResult>${answer}</nfeDistDFeInteresseResult></nfeDistDFeInteresseResponse></soap:Body></soap:Envelope>`;
  expect(read({ status: 200, body })).toEqual({
    cStat: '138',
    xMotivo: 'Motivo',
    outcome: 'documents',
    lastNsu: 4n,
    maxNsu: 9n,
    hasMore: true,
    entries: [
      { nsu: 3n, schema: 'resNFe_v1.01.xsd', content: 'H4sI' },
      { nsu: 4n, schema: 'x', content: '\n a' },
    ],
    unnumbered: [],
  });
});

test('a lot of more than 8 MiB is read', () => {
  const content = 'A'.repeat(9 * 1024 * 1024);
  const lot = `<loteDistDFeInt>${docZip('1', 'procNFe_v4.00.xsd', content)}</loteDistDFeInt>`;
  expect(readRetDistDFeInt(said(fieldsOf('138', '1', '1'), lot)).entries[0]?.content).toHaveLength(content.length);
});

test.each([
  ['138', '9', '9', false],
  ['138', '8', '9', true],
  ['137', '8', '9', true],
  ['137', '9', '9', false],
  ['656', '8', '0', false],
  ['656', '8', '9', false],
  ['108', '8', '9', false],
])('after %s with ultNSU %s of %s there is more to ask at once: %s', (cStat, ultNSU, maxNSU, hasMore) => {
  expect(readRetDistDFeInt(said(fieldsOf(cStat, ultNSU, maxNSU))).hasMore).toBe(hasMore);
});

test('a 656 brings the NSUs that it names, for people to compare', () => {
  expect(readRetDistDFeInt(said(fieldsOf('656', '77', '0')))).toMatchObject({
    outcome: 'throttled',
    lastNsu: 77n,
    maxNsu: 0n,
    entries: [],
  });
});

test.each([
  [['138'], 'documents'],
  [['137'], 'nothing'],
  [['656'], 'throttled'],
  [['108', '109', '999'], 'paused'],
  [['280', '286', '290', '298', '472', '473', '593', '213'], 'mend'],
  [['589', '215', '236', '632', '640', '252', '489', '9999', '287'], 'failed'],
])('%j means %s', (codes, outcome) => {
  for (const cStat of codes) expect(distributionOutcomeOf(cStat)).toBe(outcome);
});

test('what has no NSU, as the answer about a key may, is kept beside the rest', () => {
  const lot =
    '<loteDistDFeInt><docZip schema="procNFe_v4.00.xsd">abc</docZip>' +
    `${docZip('nsu', 'resNFe_v1.01.xsd', 'def')}${docZip('5', '', '')}<docZip/></loteDistDFeInt>`;
  const { entries, unnumbered } = readRetDistDFeInt(said(fieldsOf('138', '5', '5'), lot));
  expect(entries).toEqual([{ nsu: 5n, schema: '', content: '' }]);
  expect(unnumbered).toEqual([
    { schema: 'procNFe_v4.00.xsd', content: 'abc' },
    { schema: 'resNFe_v1.01.xsd', content: 'def' },
    { schema: '', content: '' },
  ]);
});

test('NSUs are reported as they came: lower than asked, twice, out of order', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 999_999_999_999_999n), { maxLength: 50 }), (nsus) => {
      const lot = `<loteDistDFeInt>${nsus.map((nsu) => docZip(String(nsu), 'x', '')).join('')}</loteDistDFeInt>`;
      const { entries } = readRetDistDFeInt(said(fieldsOf('138', '1', '1'), lot));
      expect(entries.map(({ nsu }) => nsu)).toEqual(nsus);
    }),
  );
});

const whole = said(fieldsOf('138', '1', '1'), `<loteDistDFeInt>${docZip('1', 'x', 'abc')}</loteDistDFeInt>`);
test.each([
  ['is cut in the middle', whole.slice(0, -40)],
  ['is another message', whole.replaceAll('retDistDFeInt', 'retConsSitNFe')],
  ['has no cStat', whole.replace('<cStat>138</cStat>', '')],
  ['has documents and no ultNSU', whole.replace(/<ultNSU>.*<\/ultNSU>/, '')],
  ['has a DTD', `<!DOCTYPE a [<!ENTITY b "c">]>${whole}`],
  ['is empty', ''],
])('an answer that %s is unreadable', (_, raw) => {
  expect(() => readRetDistDFeInt(raw)).toThrow(SefazAnswerUnreadable);
});
