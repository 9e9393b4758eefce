import { expect, test } from 'vitest';
import { danfeHtml } from '../../../../domain/pages/danfe/danfe.ts';
import { lawTables } from '../../../../domain/taxation/law-tables.ts';
import { authorizedXml, sampleKey } from './authorized-xml.ts';
import { fieldsOf, titlesOf } from './fields-of.ts';
import { textsOf } from './texts-of.ts';

const orientations = ['PORTRAIT', 'LANDSCAPE'] as const;
const inForce = '2026-12-01T00:00:00-03:00';
const services =
  '<ISSQNtot><vServ>100.00</vServ><vBC>100.00</vBC><vISS>5.00</vISS><dCompet>2026-12-01</dCompet></ISSQNtot>';
const place =
  '<CNPJ>44555666000172</CNPJ><xNome>Depósito Sul</xNome><xLgr>Rua B</xLgr><nro>5</nro><xBairro>Centro</xBairro><xMun>Itu</xMun><UF>SP</UF>';

/** Boxes of MOC 7.0 Anexo II §3.8.1 and §3.8.2: left edge, and the upper edge of boxes above which nothing can be left out. */
const manual = {
  PORTRAIT: [
    ['DATA DE RECEBIMENTO', 0.25, 1.27],
    ['IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', 4.35, 1.27],
    ['CHAVE DE ACESSO', 12.79, 4.02],
    ['NATUREZA DA OPERAÇÃO', 0.25, 6.46],
    ['PROTOCOLO DE AUTORIZAÇÃO DE USO', 12.79, 6.46],
    ['INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', 7.11, 7.31],
    ['BAIRRO / DISTRITO', 10.41, 9.43],
    ['CEP', 15.24, 9.43],
    ['MUNICÍPIO', 0.25, 10.28],
    ['NÚMERO DA FATURA', 0.25, 11.51],
    ['BASE DE CÁLCULO DO ICMS', 0.25, 12.78],
    ['VALOR DO ICMS ST', 12.43, 12.78],
    ['VALOR DO FRETE', 0.25, 13.63],
    ['VALOR TOTAL DA NOTA', 16.75, 13.63],
    ['QUANTIDADE', 0.25, 16.6],
    ['PESO BRUTO', 14.1, 16.6],
  ],
  LANDSCAPE: [
    ['CHAVE DE ACESSO', 16.89, 1.66],
    ['NATUREZA DA OPERAÇÃO', 2.92, 3.57],
    ['PROTOCOLO DE AUTORIZAÇÃO DE USO', 16.89, 3.57],
    ['INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', 11.81, 4.21],
    ['DATA DA EMISSÃO', 25.14, 4.85],
    ['BAIRRO / DISTRITO', 15.37, 5.49],
    ['CEP', 21.21, 5.49],
    ['FONE / FAX', 12.95, 6.13],
    ['NÚMERO DA FATURA', 2.92, undefined],
    ['VALOR DO ICMS', 8.25, undefined],
    ['VALOR DO IPI', 20.2, undefined],
    ['CÓDIGO ANTT', 17.27, undefined],
    ['PLACA DO VEÍCULO', 19.81, undefined],
    ['NUMERAÇÃO', 14.48, undefined],
    ['PESO LÍQUIDO', 24.64, undefined],
    ['VALOR TOTAL DOS SERVIÇOS', 9.52, undefined],
    ['RESERVADO AO FISCO', 21.97, undefined],
  ],
} as const;

test.each(orientations)('in %s the boxes stand where the manual draws them', (orientation) => {
  const html = danfeHtml(authorizedXml({ instalments: 0, extra: { total: services } }), { orientation });
  const fields = fieldsOf(html);
  for (const [label, leftCm, topCm] of manual[orientation]) {
    const field = fields.find((candidate) => candidate.label === label);
    const isThere =
      Math.abs((field?.leftCm ?? NaN) - leftCm) < 0.15 &&
      (topCm === undefined || Math.abs((field?.topCm ?? NaN) - topCm) < 0.15);
    expect({ label, isThere }).toEqual({ label, isThere: true });
  }
});

test.each(orientations)(
  'in %s every block is there in the order of the law, and none without content',
  (orientation) => {
    const xml = authorizedXml({
      issuedAt: inForce,
      places: `<retirada>${place}</retirada><entrega>${place}</entrega>`,
      extra: { total: services },
    });
    const always = ['CÁLCULO DO IMPOSTO', 'TRANSPORTADOR / VOLUMES TRANSPORTADOS', 'DADOS DOS PRODUTOS / SERVIÇOS'];
    expect(titlesOf(danfeHtml(xml, { orientation })).filter((title) => title !== 'DADOS DA NF-e')).toEqual([
      'DESTINATÁRIO / REMETENTE',
      'LOCAL DE RETIRADA',
      'LOCAL DE ENTREGA',
      'FATURA / DUPLICATAS',
      'CÁLCULO DO IMPOSTO',
      'TOTAL DO IBS / CBS / IS',
      'TRANSPORTADOR / VOLUMES TRANSPORTADOS',
      'DADOS DOS PRODUTOS / SERVIÇOS',
      'CÁLCULO DO ISSQN',
      'DADOS ADICIONAIS',
    ]);
    const bare = authorizedXml({ issuedAt: inForce, regime: '1' }).replace(/<cobr>.*<\/cobr>/, '');
    expect(titlesOf(danfeHtml(bare, { orientation })).filter((title) => title !== 'DADOS DA NF-e')).toEqual([
      'DESTINATÁRIO / REMETENTE',
      ...always,
      'DADOS ADICIONAIS',
    ]);
  },
);

test.each([
  ['2026-11-30T23:59:59-03:00', false],
  ['2026-12-01T00:00:00-03:00', true],
  ['2026-11-30T23:59:59-04:00', false],
  ['2027-05-02T10:00:00-03:00', true],
])('a note of %s has the block of IBS, CBS and IS: %s', (issuedAt, isThere) => {
  const titles = titlesOf(danfeHtml(authorizedXml({ issuedAt })));
  expect(titles.includes('TOTAL DO IBS / CBS / IS')).toBe(isThere);
});

test('the block begins on the day to which an operator moved it', () => {
  const first = {
    homologation: '2026-12-21',
    production: '2026-12-21',
    law: 'Nota técnica de prova',
    confidence: 'HIGH',
  };
  const { calendar } = lawTables({ calendar: { source: 'prova', changes: { DANFE_TOTALS_OF_THE_REFORM: first } } });
  const hasBlock = (issuedAt: string): boolean =>
    titlesOf(danfeHtml(authorizedXml({ issuedAt }), { calendar })).includes('TOTAL DO IBS / CBS / IS');
  expect(hasBlock('2026-12-20T23:59:59-03:00')).toBe(false);
  expect(hasBlock('2026-12-21T00:00:00-03:00')).toBe(true);
});

test('the block of IBS, CBS and IS has the totals of the XML and no field that the XML has not', () => {
  const mono =
    '<gMono><vIBSMono>1.11</vIBSMono><vCBSMono>2.22</vCBSMono><vIBSMonoReten>3.33</vIBSMonoReten><vCBSMonoReten>4.44</vCBSMonoReten></gMono></IBSCBSTot>';
  const plain = authorizedXml({ issuedAt: inForce });
  const labels = fieldsOf(danfeHtml(plain)).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['VALOR DA CBS', 'VALOR DO IBS ESTADUAL', 'VALOR DO IBS MUNICIPAL']));
  expect(labels).not.toContain('VALOR DO IS');
  expect(labels).not.toContain('IBS MONOFÁSICO');
  const whole = plain.replace('</IBSCBSTot>', mono).replace('</total>', '<ISTot><vIS>12.00</vIS></ISTot></total>');
  const texts = textsOf(danfeHtml(whole));
  for (const value of ['8,27', '0,92', '12,00', '1,11', '2,22', '3,33', '4,44']) expect(texts).toContain(value);
});

test('of the taxes of the reform an item prints what the XML has', () => {
  const withoutRates = authorizedXml().replace(/<gIBSCBS>.*?<\/gIBSCBS>/, '');
  expect(textsOf(danfeHtml(withoutRates))).toContain('IBS/CBS: cClassTrib 000001');
  const selective = authorizedXml().replace(
    '</IBSCBS>',
    '</IBSCBS><IS><CSTIS>000</CSTIS><cClassTribIS>000001</cClassTribIS><vIS>9.00</vIS></IS>',
  );
  expect(textsOf(danfeHtml(selective)).join('\n')).toMatch(/CBS 0,90% 0,83 \| IS 9,00$/m);
  const byUnit =
    '<vBCIS>671.53</vBCIS><pIS>10.0000</pIS><adRemIS>1.5000</adRemIS><uTrib>UN</uTrib><qTrib>10.0000</qTrib>';
  expect(textsOf(danfeHtml(selective.replace('<vIS>', `${byUnit}<vIS>`))).join('\n')).toMatch(
    /IS: BC 671,53 \| IS 10,00% \+ 1,50\/UN 9,00$/m,
  );
  expect(textsOf(danfeHtml(authorizedXml({ regime: '1' }))).join('\n')).not.toContain('cClassTrib');
});

test('of a credit or debit note an item prints what it adjusts, and what it goes back to', () => {
  const adjusting = (group: string, reference = '') =>
    textsOf(
      danfeHtml(
        authorizedXml()
          .replace(/<gIBSCBS>.*?<\/gIBSCBS>/, group)
          .replace('</det>', `${reference}</det>`),
      ),
    ).join('\n');
  const values = '<vIBS>1200.00</vIBS><vCBS>9.50</vCBS>';
  expect(adjusting(`<gTransfCred>${values}</gTransfCred>`)).toContain('crédito transferido: IBS 1.200,00, CBS 9,50');
  const ofOctober = `<gAjusteCompet><competApur>2026-10</competApur>${values}</gAjusteCompet>`;
  expect(adjusting(ofOctober)).toContain('ajuste de 10/2026: IBS 1.200,00, CBS 9,50');
  const reversed = '<gEstornoCred><vIBSEstCred>1.00</vIBSEstCred><vCBSEstCred>9.00</vCBSEstCred></gEstornoCred>';
  expect(adjusting(reversed)).toContain('crédito estornado: IBS 1,00, CBS 9,00');
  const presumed =
    '<gCredPresIBSZFM><competApur>2028-12</competApur><tpCredPresIBSZFM>1</tpCredPresIBSZFM>' +
    '<vCredPresIBSZFM>55.00</vCredPresIBSZFM></gCredPresIBSZFM>';
  expect(adjusting(presumed)).toContain('crédito presumido ZFM tipo 1 de 12/2028: IBS 55,00');
  const key = sampleKey();
  const reference = `<DFeReferenciado><chaveAcesso>${key}</chaveAcesso><nItem>2</nItem></DFeReferenciado>`;
  expect(adjusting('', reference)).toContain(`Ref. ${key} item 2`);
});

test.each(orientations.flatMap((orientation) => [1, 60, 400].map((items) => [orientation, items] as const)))(
  'in %s each of %i items is printed once, on numbered sheets that all name the note',
  (orientation, items) => {
    const html = danfeHtml(authorizedXml({ items }), { orientation });
    const texts = textsOf(html);
    const codes = texts.filter((text) => /^P-\d{4}$/.test(text));
    expect(codes).toEqual(Array.from({ length: items }, (_, index) => `P-${String(index + 1).padStart(4, '0')}`));
    const folios = texts.filter((text) => text.startsWith('FOLHA'));
    expect(folios).toEqual(folios.map((_, index) => `FOLHA ${index + 1}/${folios.length}`));
    for (let page = 1; page <= folios.length; page++) {
      const labels = fieldsOf(html, page).map(({ label }) => label);
      expect(labels).toEqual(expect.arrayContaining(['CHAVE DE ACESSO', 'NATUREZA DA OPERAÇÃO', 'CNPJ / CPF']));
      expect(labels.includes('DATA DE RECEBIMENTO')).toBe(page === 1);
    }
  },
);

test.each(orientations)('in %s additional data go on over other sheets, whole and in order', (orientation) => {
  const complement = Array.from({ length: 900 }, (_, index) => `obs${index}`).join(' ');
  const html = danfeHtml(authorizedXml({ items: 20, complement }), { orientation });
  expect(
    textsOf(html)
      .join(' ')
      .match(/obs\d+/g),
  ).toEqual(complement.split(' '));
});

test.each(orientations)(
  'in %s sixty instalments are printed once each, twenty of them in their block',
  (orientation) => {
    const html = danfeHtml(authorizedXml({ instalments: 60 }), { orientation });
    const [block = '', further = ''] = textsOf(html).join(' ').split('Demais duplicatas:');
    const numbersIn = (text: string) => (text.match(/\b0\d\d(?= +10\/01\/2027 +R\$ 668,10)/g) ?? []).map(Number);
    expect(numbersIn(block)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(numbersIn(further)).toEqual(Array.from({ length: 40 }, (_, index) => index + 21));
  },
);

test('an instalment of many digits is printed whole', () => {
  const xml = authorizedXml().replaceAll('<vDup>668.10</vDup>', '<vDup>1234567890123.45</vDup>');
  expect(textsOf(danfeHtml(xml)).join('\n')).toContain('R$ 1.234.567.890.123,45');
});

test('the carrier, its vehicle and the volumes are printed', () => {
  const extra = { transp: '<vol><qVol>2</qVol><esp>Pallet</esp><pesoL>1.500</pesoL><pesoB>2.000</pesoB></vol>' };
  const texts = textsOf(danfeHtml(authorizedXml({ extra })));
  for (const words of [
    'Transportadora Rápida Ltda',
    '60.664.745/0001-87',
    '0 - Remetente (CIF)',
    '12345678',
    'ABC1D23',
  ])
    expect(texts).toContain(words);
  for (const words of ['5', 'DIVERSOS', '35,500', '31,500']) expect(texts).toContain(words);
});

test('the tax regime of the issuer is printed with its address', () => {
  expect(textsOf(danfeHtml(authorizedXml({ regime: '1' })))).toContain('CRT: 1 - Simples Nacional');
});
