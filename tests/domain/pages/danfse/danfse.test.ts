import { expect, test } from 'vitest';
import type { DanfeOptions } from '../../../../domain/pages/danfe/danfe.ts';
import { danfseHtml } from '../../../../domain/pages/danfse/danfse.ts';
import { drawers } from '../../../../domain/pages/drawers.ts';
import { authorizedXml } from '../danfe/authorized-xml.ts';
import { textsOf } from '../danfe/texts-of.ts';
import { blocksOf, fieldsIn, linesOf } from './blocks-of.ts';
import { drawn } from './drawn.ts';
import { issuedNfse, parties, type SampleNfse, sampleNfseKey } from './issued-nfse.ts';

const everybody = { recipient: parties.recipient, intermediary: parties.intermediary };

test('all blocks stand in the order of the technical note', () => {
  expect(blocksOf(drawn(everybody)).map(({ title }) => title)).toEqual([
    '',
    'PRESTADOR / FORNECEDOR',
    'TOMADOR / ADQUIRENTE',
    'DESTINATÁRIO DA OPERAÇÃO',
    'INTERMEDIÁRIO DA OPERAÇÃO',
    'SERVIÇO PRESTADO',
    'TRIBUTAÇÃO MUNICIPAL (ISSQN)',
    'TRIBUTAÇÃO FEDERAL (EXCETO CBS)',
    'TRIBUTAÇÃO IBS / CBS',
    'VALOR TOTAL DA NFS-e',
    'INFORMAÇÕES COMPLEMENTARES',
  ]);
});

test('the heading says what the paper is and where the note comes from', () => {
  const texts = textsOf(drawn());
  expect(texts).toEqual(
    expect.arrayContaining([
      'DANFSe v2.0',
      'Documento Auxiliar da NFS-e',
      'Município: São Paulo / SP',
      'Ambiente Gerador: Sistema Nacional da NFS-e',
      'Tipo de Ambiente: Produção',
    ]),
  );
  expect(texts).not.toContain('NFS-e SEM VALIDADE JURÍDICA');
  expect(textsOf(drawn({ generator: '1' }))).toContain('Ambiente Gerador: Prefeitura');
});

test('a note of the restricted production has no legal value, and says so in the heading', () => {
  const texts = textsOf(drawn({ environment: '2' }));
  expect(texts).toEqual(expect.arrayContaining(['NFS-e SEM VALIDADE JURÍDICA', 'Tipo de Ambiente: Homologação']));
});

test('services that ISS is not due on, item 99, name no municipality in the heading', () => {
  expect(textsOf(drawn({ nationalCode: '990101' })).filter((text) => text.startsWith('Município:'))).toEqual([]);
});

test('the identification has the key in one run and codes in words', () => {
  expect(fieldsIn(drawn(), '')).toEqual({
    'CHAVE DE ACESSO DA NFS-e': sampleNfseKey(),
    'NÚMERO DA NFS-e': '1234',
    'COMPETÊNCIA DA NFS-e': '20/11/2026',
    'DATA E HORA DA EMISSÃO DA NFS-e': '20/11/2026 16:05:09',
    'NÚMERO DA DPS': '77',
    'SÉRIE DA DPS': '900',
    'DATA E HORA DA EMISSÃO DA DPS': '20/11/2026 16:05:03',
    'EMITENTE DA NFS-e': 'Prestador',
    'SITUAÇÃO DA NFS-e': 'NFS-e Gerada',
    FINALIDADE: 'NFS-e regular',
  });
  expect(fieldsIn(drawn({ issuerTaxId: '12ABC34501DE35' }), '')['CHAVE DE ACESSO DA NFS-e']).toMatch(/12ABC34501DE35/);
});

test.each<[string, SampleNfse]>([
  ['TOMADOR/ADQUIRENTE DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e', { taker: null }],
  ['O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO', {}],
  ['DESTINATÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e', { hasReform: false }],
  ['INTERMEDIÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e', {}],
  [
    'TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN',
    { issqn: '<tribISSQN>4</tribISSQN><tpRetISSQN>1</tpRetISSQN>' },
  ],
])('%s stands in the place of a block that the note has nothing for', (sentence, sample) => {
  expect(blocksOf(drawn(sample))).toContainEqual({ title: sentence, fields: {} });
  const whole = drawn({ ...everybody });
  expect(textsOf(whole)).not.toContain(sentence);
});

test('a service has its codes masked, and the words of the town where it has some', () => {
  expect(fieldsIn(drawn(), 'SERVIÇO PRESTADO')).toMatchObject({
    'Código de Tributação Nacional / Municipal': '01.07.01 / -',
    'Código da NBS': '1.1501.30.00',
    'Local da Prestação / Sigla UF / País': 'Campinas / SP / BR',
  });
  expect(linesOf(drawn())[0]).toEqual([expect.stringMatching(/^Suporte técnico em informática, inclusive/)]);
  const municipal = drawn({ municipalDescription: 'Suporte, lei municipal' });
  expect(linesOf(municipal)[0]).toEqual(['Suporte, lei municipal']);
  expect(fieldsIn(municipal, 'SERVIÇO PRESTADO')['Código de Tributação Nacional / Municipal']).toBe('01.07.01 / 123');
  const abroad = drawn({ place: '<cPaisPrestacao>PT</cPaisPrestacao>' });
  expect(fieldsIn(abroad, 'SERVIÇO PRESTADO')['Local da Prestação / Sigla UF / País']).toBe('Campinas / - / PT');
});

test('a note that was cancelled is crossed by one word, one that another replaced by another', () => {
  const cancelled = { protocol: '', at: '2026-11-21T18:00:00-03:00' };
  const wordsOf = (options: DanfeOptions) =>
    textsOf(drawn({}, options)).filter((text) => /^(CANCELADA|SUBSTITUÍDA)$/.test(text));
  expect(wordsOf({})).toEqual([]);
  expect(wordsOf({ cancelled })).toEqual(['CANCELADA']);
  const situationOf = (options: DanfeOptions) => fieldsIn(danfseHtml(issuedNfse(), options), '')['SITUAÇÃO DA NFS-e'];
  expect(situationOf({ cancelled })).toBe('NFS-e Cancelada');
  expect(situationOf({ cancelled: { ...cancelled, isReplaced: true } })).toBe('NFS-e Substituída');
  expect(wordsOf({ cancelled: { ...cancelled, isReplaced: true } })).toEqual(['SUBSTITUÍDA']);
});

test('words of a note cannot become markup', () => {
  const hostile = '<script>alert(1)</script> "Tom" & \'Jerry\'';
  const html = drawn({ issuerName: hostile, description: hostile, municipalUse: hostile });
  expect(html).not.toContain('<script');
  expect(fieldsIn(html, 'PRESTADOR / FORNECEDOR')['Nome / Nome Empresarial']).toBe(hostile);
});

test('what is not an NFS-e is not drawn', () => {
  expect(() => danfseHtml(authorizedXml())).toThrow(TypeError);
  expect(() => danfseHtml('<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse"><infNFSe/></NFSe>')).toThrow(TypeError);
});

test('it is the page of a document of services', () => {
  const xml = issuedNfse();
  expect(drawers.NFSE({ xml }, {})).toBe(danfseHtml(xml));
});
