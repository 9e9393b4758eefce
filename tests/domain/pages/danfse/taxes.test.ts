import { expect, test } from 'vitest';
import { fieldsIn } from './blocks-of.ts';
import { drawn } from './drawn.ts';

const issqn = (html: string) => fieldsIn(html, 'TRIBUTAÇÃO MUNICIPAL (ISSQN)');

test('the tax of the municipality leaves out the row that the note has nothing for', () => {
  expect(issqn(drawn())).toEqual({
    'Tipo de Tributação do ISSQN': 'Operação Tributável',
    'Município / Sigla UF / País de Incidência do ISSQN': 'São Paulo / SP / BR',
    'Regime Especial de Tributação do ISSQN': 'Nenhum',
    'Tipo de Imunidade do ISSQN': '-',
    'Suspensão da Exigibilidade do ISSQN': '-',
    'Número Processo Suspensão': '-',
    'BC ISSQN': 'R$ 1.500,00',
    'Alíquota Aplicada': '2,90%',
    'Retenção do ISSQN': 'Não Retido',
    'ISSQN Apurado': 'R$ 43,50',
  });
});

test('suspension, benefit, deductions and discounts are printed where there are some', () => {
  const process = '7'.repeat(30);
  const html = drawn({
    issqn: `<tribISSQN>1</tribISSQN><exigSusp><tpSusp>2</tpSusp><nProcesso>${process}</nProcesso></exigSusp><BM><nBM>35503080300001</nBM><vRedBCBM>90.00</vRedBCBM></BM><tpRetISSQN>2</tpRetISSQN>`,
    reductions:
      '<vDescCondIncond><vDescIncond>10</vDescIncond><vDescCond>5.00</vDescCond></vDescCondIncond><vDedRed><vDR>1234.50</vDR></vDedRed>',
    computed: '<tpBM>3</tpBM><vBC>1500.00</vBC>',
  });
  expect(issqn(html)).toMatchObject({
    'Suspensão da Exigibilidade do ISSQN': expect.stringMatching(/^Exigibilidade Suspensa por Processo /),
    'Número Processo Suspensão': process,
    'Benefício Municipal': 'Redução da BC em R$',
    'Cálculo do BM': 'R$ 90,00',
    'Total Deduções/Reduções': 'R$ 1.234,50',
    'Desconto Incondicionado': 'R$ 10,00',
    'Alíquota Aplicada': '-',
    'Retenção do ISSQN': 'Retido pelo Tomador',
  });
  const computed = drawn({ computed: '<vCalcDR>12.34</vCalcDR><vCalcBM>1.00</vCalcBM>' });
  expect(issqn(computed)).toMatchObject({ 'Total Deduções/Reduções': 'R$ 12,34', 'Cálculo do BM': 'R$ 1,00' });
});

test('immunity and export are operations with a block of their own', () => {
  const immune = drawn({
    issqn: '<tribISSQN>2</tribISSQN><tpImunidade>2</tpImunidade><tpRetISSQN>1</tpRetISSQN>',
    regime: '<opSimpNac>1</opSimpNac><regEspTrib>6</regEspTrib>',
  });
  expect(issqn(immune)).toMatchObject({
    'Tipo de Tributação do ISSQN': 'Imunidade',
    'Tipo de Imunidade do ISSQN': expect.stringMatching(/^Templos de qualquer culto/),
    'Regime Especial de Tributação do ISSQN': 'Sociedade de Profissionais',
  });
  const exported = drawn(
    { issqn: '<tribISSQN>3</tribISSQN><cPaisResult>US</cPaisResult><tpRetISSQN>1</tpRetISSQN>' },
    {},
    (xml) => xml.replace(/<cLocIncid>.*<\/xLocIncid>/, ''),
  );
  expect(issqn(exported)['Município / Sigla UF / País de Incidência do ISSQN']).toBe('- / - / US');
});

const federal = (html: string) => fieldsIn(html, 'TRIBUTAÇÃO FEDERAL (EXCETO CBS)');

const pisCofins = (kind: string) =>
  `<piscofins><CST>01</CST><vPis>9.75</vPis><vCofins>45.00</vCofins><tpRetPisCofins>${kind}</tpRetPisCofins></piscofins><vRetCSLL>15.00</vRetCSLL>`;

test('PIS and COFINS are a debt of the provider, or retained among the contributions', () => {
  expect(federal(drawn())).toEqual({
    IRRF: 'R$ 70,00',
    'Contribuição Previdenciária - Retida': 'R$ 165,00',
    'Contribuições Sociais - Retidas': 'R$ 15,00',
    'PIS - Débito Apuração Própria': 'R$ 9,75',
    'COFINS - Débito Apuração Própria': 'R$ 45,00',
    'Descrição Contrib. Sociais - Retidas': 'PIS/COFINS Não Retidos',
  });
  expect(federal(drawn({ federal: pisCofins('1') }))).toMatchObject({
    IRRF: '-',
    'Contribuições Sociais - Retidas': 'R$ 69,75',
    'PIS - Débito Apuração Própria': 'R$ 0,00',
    'COFINS - Débito Apuração Própria': 'R$ 0,00',
    'Descrição Contrib. Sociais - Retidas': 'PIS/COFINS Retidos',
  });
  expect(federal(drawn({ federal: pisCofins('3') }))['Contribuições Sociais - Retidas']).toBe('R$ 15,00');
});

test('from the competence of 2027 on there is no row of PIS and COFINS', () => {
  expect(Object.keys(federal(drawn({ competence: '2026-12-31' })))).toHaveLength(6);
  expect(Object.keys(federal(drawn({ competence: '2027-01-01' })))).toEqual([
    'IRRF',
    'Contribuição Previdenciária - Retida',
    'Contribuições Sociais - Retidas',
  ]);
});

test('IBS and CBS are printed as the emitter computed them', () => {
  expect(fieldsIn(drawn(), 'TRIBUTAÇÃO IBS / CBS')).toEqual({
    'CST / cClassTrib': '200 / 200029',
    'Indicador de Operação / Código IBGE Incidência / Município Incidência / Sigla UF':
      '100301 / 3509502 / Campinas / SP',
    'Exclusões e Reduções da Base de Cálculo': 'R$ 98,25',
    'Base de Cálculo Após Exclusões e Reduções': 'R$ 1.401,75',
    'Red. Alíquota IBS / Red. Alíquota CBS': '60,00% / 60,00% / 60,00%',
    'Alíquota - IBS UF / IBS Mun': '0,10% / 0,00%',
    'Alíq. Efetiva Municipal - IBS': '0,00%',
    'Valor Apurado Municipal - IBS': 'R$ 0,00',
    'Alíq. Efetiva Estadual - IBS': '0,04%',
    'Valor Apurado Estadual - IBS': 'R$ 0,56',
    'Valor Total Apurado - IBS': 'R$ 0,56',
    'Alíquota - CBS': '0,90%',
    'Alíquota Efetiva - CBS': '0,36%',
    'Valor Total Apurado - CBS': 'R$ 5,05',
  });
});

test('a note without the reform has a dash for each part that is missing', () => {
  const html = drawn({ hasReform: false });
  const { 'CST / cClassTrib': classes, 'Alíquota - CBS': rate, ...others } = fieldsIn(html, 'TRIBUTAÇÃO IBS / CBS');
  expect([classes, rate]).toEqual(['- / -', '-']);
  expect(Object.values(others).filter((text) => !/^-( \/ -)*$/.test(text))).toEqual([]);
  expect(fieldsIn(html, '')['FINALIDADE']).toBe('-');
  expect(fieldsIn(html, 'VALOR TOTAL DA NFS-e')).toMatchObject({
    'Total do IBS/CBS': '-',
    'Valor Líquido da NFS-e + IBS/CBS': '-',
  });
});

test('the totals tell discounts, retentions, and what is paid with IBS and CBS', () => {
  const reductions = '<vDescCondIncond><vDescIncond>10.00</vDescIncond><vDescCond>5.00</vDescCond></vDescCondIncond>';
  expect(fieldsIn(drawn({ reductions }), 'VALOR TOTAL DA NFS-e')).toEqual({
    'Valor da Operação / Serviço': 'R$ 1.500,00',
    'Desconto Incondicionado': 'R$ 10,00',
    'Desconto Condicionado': 'R$ 5,00',
    'Total das Retenções (ISSQN / Federais)': 'R$ 250,00',
    'Valor Líquido da NFS-e': 'R$ 1.250,00',
    'Total do IBS/CBS': 'R$ 5,61',
    'Valor Líquido da NFS-e + IBS/CBS': 'R$ 1.255,61',
  });
});
