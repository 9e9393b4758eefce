import { expect, test } from 'vitest';
import { fieldsIn, linesOf } from './blocks-of.ts';
import { drawn } from './drawn.ts';
import { longestNfse, parties, type SampleNfse, sampleNfseKey } from './issued-nfse.ts';

const taxes = /^Totais Aproximados dos Tributos cfe\. Lei nº 12\.741\/2012: Federais: /;
const information = (xInfComp: string) => `<infoCompl><xInfComp>${xInfComp}</xInfComp></infoCompl>`;
/** A text of numbered words that fills this length. */
const numbered = (word: string, length: number) =>
  Array.from({ length: 400 }, (_, index) => `${word}${index + 1}`)
    .join(' ')
    .slice(0, length)
    .trim();

test('description and information of 2,000 characters each are printed whole where the other blocks leave room', () => {
  const [description, words] = [numbered('serviço', 2000), numbered('nota', 1980)];
  const [, described = [], informed = []] = linesOf(drawn({ description, afterService: information(words) }));
  expect(described.join(' ')).toBe(description);
  expect(informed.slice(0, -1).join(' ')).toBe(`Inf. Cont.: ${words}`);
  expect(informed.at(-1)).toMatch(taxes);
});

test('where there is no room for both, each has half of it and ends in an ellipsis, and the taxes stay', () => {
  const [, described = [], informed = []] = linesOf(drawn(longestNfse));
  expect(described.at(-1)).toMatch(/…$/);
  expect(informed.at(-2)).toMatch(/…$/);
  expect(informed.at(-1)).toMatch(taxes);
  expect(Math.abs(described.length - (informed.length - 1))).toBeLessThanOrEqual(1);
});

test.each<[string, SampleNfse, number]>([
  ['description', { ...longestNfse, afterService: '', municipalUse: 'Nada.' }, 1],
  ['information', { ...longestNfse, description: 'Nada.' }, 2],
])('the room that one does not need is for the %s', (_, sample, box) => {
  const halved = linesOf(drawn(longestNfse))[box]?.length ?? 0;
  expect(linesOf(drawn(sample))[box]?.length).toBeGreaterThan(halved);
});

test('the line breaks of a description stay, those without words between them do not', () => {
  const [, described] = linesOf(drawn({ description: 'Etapa 1: análise\n\n  Etapa 2: entrega\n \nPedido 4711' }));
  expect(described).toEqual(['Etapa 1: análise', 'Etapa 2: entrega', 'Pedido 4711']);
});

test('a description of nothing but line breaks is cut like any other', () => {
  const [, described = [], informed = []] = linesOf(drawn({ description: 'a\n'.repeat(999) + 'b' }));
  expect(described.length).toBeGreaterThan(30);
  expect(described.at(-1)).toMatch(/^a a…$|^a…$/);
  expect(informed.at(-1)).toMatch(taxes);
});

test('the additional information has its parts in order, each with its label, and 2,000 characters at the most', () => {
  const afterService =
    '<obra><inscImobFisc>IPTU-9</inscImobFisc><cObra>CNO-12</cObra></obra>' +
    '<atvEvento><xNome>Feira</xNome><dtIni>2026-11-20</dtIni><dtFim>2026-11-21</dtFim><idAtvEvt>EVT-5</idAtvEvt></atvEvento>' +
    '<infoCompl><idDocTec>ART-7</idDocTec><docRef>Contrato 4711</docRef><xPed>P-1</xPed><gItemPed><xItemPed>10</xItemPed><xItemPed>20</xItemPed></gItemPed><xInfComp>Obrigado.</xInfComp></infoCompl>';
  const replaces = sampleNfseKey({ generator: '1' });
  const [, , informed = []] = linesOf(drawn({ afterService, replaces, municipalUse: 'Isento de taxa.' }));
  expect(informed.slice(0, -1).join(' ')).toBe(
    `Inf. Cont.: Obrigado. | NFS-e Subst.: ${replaces} | Doc. Ref.: Contrato 4711 | Cod. Obra: CNO-12 | Insc. Imob.: IPTU-9 | ` +
      'Cod. Evt.: EVT-5 | Doc. Tec.: ART-7 | Núm. Ped.: P-1 | Item Ped.: 10, 20 | Inf. A. T. Mun.: Isento de taxa.',
  );
  const [, , long = []] = linesOf(
    drawn({ afterService: information(numbered('a', 1900)), municipalUse: numbered('b', 1900) }),
  );
  const words = long.slice(0, -1).join(' ');
  expect(words).toHaveLength(2000);
  expect(words).toMatch(/…$/);
});

test.each([
  [
    'in reais',
    '<vTotTrib><vTotTribFed>1201.75</vTotTribFed><vTotTribEst>0.00</vTotTribEst><vTotTribMun>43.50</vTotTribMun></vTotTrib>',
    'Federais: R$ 1.201,75 ; Estaduais: R$ 0,00 ; Municipais: R$ 43,50',
  ],
  [
    'in percent',
    '<pTotTrib><pTotTribFed>13.45</pTotTribFed><pTotTribEst>0.00</pTotTribEst><pTotTribMun>2.90</pTotTribMun></pTotTrib>',
    'Federais: 13,45% ; Estaduais: 0,00% ; Municipais: 2,90%',
  ],
  [
    'of the Simples Nacional',
    '<pTotTribSN>6.00</pTotTribSN>',
    'Federais: - ; Estaduais: - ; Municipais: - ; Simples Nacional: 6,00%',
  ],
  ['not told', '<indTotTrib>0</indTotTrib>', 'Federais: - ; Estaduais: - ; Municipais: -'],
])('approximate taxes %s have their sentence', (_, approximateTaxes, words) => {
  const [, , informed = []] = linesOf(drawn({ approximateTaxes }));
  expect(informed).toEqual([`Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: ${words}`]);
});

test('names and addresses that are too long for their field end in an ellipsis', () => {
  const name = 'COOPERATIVA AGROINDUSTRIAL DOS PRODUTORES DE SOJA DO CERRADO '.repeat(5).slice(0, 300).trim();
  const taker = parties.company.replace(/<xNome>.*<\/xNome>/, `<xNome>${name}</xNome>`);
  const fields = fieldsIn(drawn({ taker }), 'TOMADOR / ADQUIRENTE');
  const printed = fields['Nome / Nome Empresarial'] ?? '';
  expect(printed).toMatch(/^COOPERATIVA AGROINDUSTRIAL DOS PRODUTORES DE SOJA DO .*…$/);
  expect(name.startsWith(printed.slice(0, -1))).toBe(true);
});
