import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { apiFields, nfseWords } from '../../../adapters/schemas/nfse-words.ts';
import { patternInWords } from '../../../adapters/schemas/sentence.ts';
import { cancelRequest, type Change, cnpjs, dps, dpsId, nfseKey } from '../../support/samples/dps.ts';
import { nfseFields } from '../../support/samples/nfse-fields.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator, schemaPack } from '../../support/servers/schema-pack.ts';

const folder = join(schemaPack().folder, 'nfse');
const validator = officialValidator('nfse');
const signer = makeSigner();
const [cnpj] = cnpjs;

const abroad =
  '<endExt><cPais>US</cPais><cEndPost>10001</cEndPost><xCidade>Nova York</xCidade><xEstProvReg>NY</xEstProvReg></endExt>';
const siteAbroad = abroad.replace('<cPais>US</cPais>', '');
const street = '<xLgr>5th Avenue</xLgr><nro>1</nro><xCpl>Sala 1</xCpl><xBairro>Midtown</xBairro>';
const party = (id: string, address: string) =>
  `${id}<IM>1</IM><xNome>John</xNome><end>${address}${street}</end><fone>12125550100</fone><email>john@example.com</email>`;
const inBrazil = '<endNac><cMun>3550308</cMun><CEP>01001000</CEP></endNac>';
const taker = (content: string): Change => [/<toma>.*<\/toma>/, `<toma>${content}</toma>`];
const intermediary = (content: string): Change => [/<interm>.*<\/interm>/, `<interm>${content}</interm>`];
const documents = /<documentos>.*<\/documentos>/;
const regular = '<gTribRegular><CSTReg>000</CSTReg><cClassTribReg>000001</cClassTribReg></gTribRegular>';
const deferral = '<gDif><pDifUF>1.00</pDifUF><pDifMun>1.00</pDifMun><pDifCBS>1.00</pDifCBS></gDif>';
const recipient = (id: string, address: string): Change => [
  '<indDest>0</indDest>',
  `<indDest>1</indDest><dest>${id}<xNome>John</xNome><end>${address}${street}</end><fone>12125550100</fone><email>john@example.com</email></dest>`,
];
const property = (place: string): Change => [
  '<valores><trib><gIBSCBS>',
  `<imovel><inscImobFisc>123</inscImobFisc>${place}</imovel><valores>${reimbursed}<trib><gIBSCBS>`,
];
const reimbursed =
  `<gReeRepRes><documentos><docOutro><nDoc>1</nDoc><xDoc>Recibo</xDoc></docOutro><dtEmiDoc>2026-11-01</dtEmiDoc><dtCompDoc>2026-11-01</dtCompDoc>` +
  `<tpReeRepRes>01</tpReeRepRes><vlrReeRepRes>10.00</vlrReeRepRes></documentos></gReeRepRes>`;
const total =
  '<vTotTrib><vTotTribFed>1.00</vTotTribFed><vTotTribEst>1.00</vTotTribEst><vTotTribMun>1.00</vTotTribMun></vTotTrib>';
const municipalNfse =
  '<NFSeMun><cMunNFSeMun>3509502</cMunNFSeMun><nNFSeMun>000000000000042</nNFSeMun><cVerifNFSeMun>A1B2</cVerifNFSeMun></NFSeMun>';

/** Valid DPS that together have every field that the API fills. */
const samples: Change[][] = [
  [],
  [
    taker(party('<NIF>123</NIF>', abroad)),
    intermediary(party(`<CNPJ>${cnpj}</CNPJ>`, inBrazil)),
    [/<obra>.*<\/obra>/, '<obra><cObra>123</cObra></obra>'],
    [/<idAtvEvt>.*<\/idAtvEvt>/, `<end><CEP>01001000</CEP>${street}</end>`],
    [/<cLocPrestacao>.*<\/cLocPrestacao>/, '<cPaisPrestacao>US</cPaisPrestacao>'],
    [documents, '<pDR>10.00</pDR>'],
    ['</opSimpNac>', '</opSimpNac><regApTribSN>1</regApTribSN>'],
    ['</tribISSQN>', '</tribISSQN><cPaisResult>US</cPaisResult><tpImunidade>1</tpImunidade>'],
    [/<pTotTrib>.*<\/pTotTrib>/, '<pTotTribSN>6.00</pTotTribSN>'],
    ['</movTempBens>', '</movTempBens><nDI>1</nDI><nRE>2</nRE>'],
    ['</cClassTrib>', `</cClassTrib><cCredPres>01</cCredPres>${regular}${deferral}`],
    recipient(`<CNPJ>${cnpj}</CNPJ>`, inBrazil),
    property('<cCIB>12345678</cCIB>'),
  ],
  [
    taker(party('<CPF>52998224725</CPF>', inBrazil)),
    intermediary(party('<NIF>123</NIF>', abroad)),
    [/<end><CEP>01001000<\/CEP>.*<\/end><\/obra>/, `<end>${siteAbroad}${street}</end></obra>`],
    [/<idAtvEvt>.*<\/idAtvEvt>/, `<end>${siteAbroad}${street}</end>`],
    [documents, '<vDR>10.00</vDR>'],
    recipient('<NIF>123</NIF>', abroad),
    property(`<end><CEP>01001000</CEP>${street}</end>`),
    [
      '</cIndOp>',
      `</cIndOp><tpOper>1</tpOper><gRefNFSe><refNFSe>${nfseKey(cnpj)}</refNFSe></gRefNFSe><tpEnteGov>1</tpEnteGov>`,
    ],
    [/<pTotTrib>.*<\/pTotTrib>/, total],
  ],
  [
    taker('<cNaoNIF>1</cNaoNIF><xNome>John</xNome>'),
    intermediary('<cNaoNIF>1</cNaoNIF><xNome>John</xNome>'),
    [/<chNFe>.*?<\/chNFe>/, '<nDoc>1</nDoc>'],
    [/<chNFe>.*?<\/chNFe>/, '<nDocFisc>1</nDocFisc>'],
    ['<nro>2</nro>', '<nro>2</nro><xCpl>Fundos</xCpl>'],
    recipient('<cNaoNIF>1</cNaoNIF>', inBrazil),
    property(`<end>${siteAbroad}${street}</end>`),
  ],
  [
    [/<chNFe>.*?<\/chNFe>/, `<chNFSe>${nfseKey(cnpj)}</chNFSe>`],
    [/<chNFe>.*?<\/chNFe>/, municipalNfse],
    [/<obra>.*<\/obra>/, '<obra><cCIB>12345678</cCIB></obra>'],
    recipient('<CPF>52998224725</CPF>', inBrazil),
    ['</xPed>', '</xPed><gItemPed><xItemPed>10</xItemPed></gItemPed>'],
  ],
];

const ofDps = [...apiFields].filter(([place]) => !place.startsWith('e101101'));

test.each(ofDps)('%s, left empty, is reported by its place and by the name that the API has for it', (place, field) => {
  const found = samples.map((changes) => emptied(dps(signer, cnpj, changes), place)).find((each) => each !== null);
  expect(found).toBeDefined();
  if (!found?.isLeaf) return;
  const faults = validator.validate('DPS_v1.01.xsd', found.xml);
  const at = (name: string, index: number) => name.replace('[]', `[${index}]`);
  expect([...new Set(faults.map(({ field, path }) => `${field} ${path}`))]).toEqual([
    `${at(place, found.position)} ${at(field, found.position - 1)}`,
  ]);
});

test('every sample is sound, so that what is reported is what was emptied', () => {
  for (const changes of samples) expect(validator.validate('DPS_v1.01.xsd', dps(signer, cnpj, changes))).toEqual([]);
});

test('every field named is one of the API', () => {
  const named = [...apiFields.values()].map((field) => field.replace('[0]', '[]'));
  expect(named.filter((field) => !nfseFields.has(field))).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});

test.each<[string, Change, RegExp | string]>([
  [
    'a short CNPJ',
    [/<toma><CNPJ>\w+/, '<toma><CNPJ>123'],
    'O valor "123" de CNPJ não é aceito: informe um CNPJ de 14 caracteres, sem pontuação.',
  ],
  ['a service code', ['>010701<', '>1.07<'], 'O valor "1.07" de cTribNac não é aceito: informe 6 algarismos.'],
  [
    'a municipality code',
    ['>1234567890<', '>12A<'],
    'O valor "12A" de cTribMun não é aceito: informe de 1 a 10 algarismos.',
  ],
  [
    'a key',
    [/<chSubstda>\w+/, '<chSubstda>123'],
    /de chSubstda não é aceito: informe a chave de acesso de uma NFS-e, de 50 caracteres\.$/,
  ],
  ['the key of a deduction', [/<chNFe>\w+/, '<chNFe>123'], /informe uma chave de acesso de 44 caracteres\.$/],
  ['a series', ['<serie>1<', '<serie>90000<'], /informe uma série de até 5 algarismos, abaixo de 90000\.$/],
  ['a number', ['<nDPS>42<', '<nDPS>042<'], /informe um número de até 15 algarismos, sem zeros à esquerda\.$/],
  [
    'a rate with four decimals',
    ['<pAliq>2.00<', '<pAliq>2.0000<'],
    /informe um número com 1 algarismo inteiro e 2 decimais, com ponto\.$/,
  ],
  [
    'an amount',
    ['<vServ>1000.00<', '<vServ>1000.5<'],
    /informe um número com até 15 algarismos inteiros e 2 decimais, com ponto\.$/,
  ],
  [
    'a description of blanks',
    ['>Suporte técnico\nem novembro<', '> \n <'],
    /de xDescServ não é aceito: informe um texto que não seja só de espaços\.$/,
  ],
  [
    'a description too long',
    ['>Suporte técnico\nem novembro<', `>${'x'.repeat(2001)}<`],
    'xDescServ tem 2001 caracteres e o máximo é 2000: abrevie.',
  ],
  [
    'a reason too short',
    ['>Valor do serviço digitado errado<', '>Errado<'],
    'xMotivo tem 6 caracteres e o mínimo é 15: complete.',
  ],
  [
    'a code outside the list',
    ['<tribISSQN>1<', '<tribISSQN>5<'],
    'O valor "5" de tribISSQN não é aceito: informe 1, 2, 3 ou 4.',
  ],
  [
    'an emoji',
    ['>Rua das Flores<', '>Rua 🌷<'],
    /de xLgr não é aceito: informe só letras, algarismos e sinais do alfabeto latino/,
  ],
  [
    'a day that is none',
    ['<dCompet>2026-11-22<', '<dCompet>22/11/2026<'],
    /de dCompet não é aceito: informe uma data como 2026-11-21\.$/,
  ],
  [
    'the day of a deduction',
    ['<dtEmiDoc>2026-11-01<', '<dtEmiDoc>01/11<'],
    /de dtEmiDoc não é aceito: informe uma data como 2026-11-21\.$/,
  ],
  [
    'a moment without its offset',
    ['T09:30:00-03:00', 'T09:30:00'],
    /de dhEmi não é aceito: informe data e hora como 2026-11-21T09:30:00-03:00\.$/,
  ],
  [
    'a country',
    ['<cLocPrestacao>3550308</cLocPrestacao>', '<cPaisPrestacao>USA</cPaisPrestacao>'],
    /informe a sigla ISO de um país, com 2 letras maiúsculas\.$/,
  ],
  ['an Id of another form', [dpsId(cnpj), 'DPS1'], /de infDPS não é aceito: informe o Id da DPS: .* em 45 posições\.$/],
  ['a missing name', ['<xNome>Comércio de Flores Ltda</xNome>', ''], 'Falta informar xNome.'],
  ['a missing document', [/<toma><CNPJ>\w+<\/CNPJ>/, '<toma>'], 'Falta informar CNPJ, CPF, NIF ou cNaoNIF.'],
  ['a missing place', [/<cLocPrestacao>.*<\/cLocPrestacao>/, ''], 'Falta informar cLocPrestacao ou cPaisPrestacao.'],
  [
    'a missing total of taxes',
    [/<pTotTrib>.*<\/pTotTrib>/, ''],
    'Falta informar vTotTrib, pTotTrib, indTotTrib ou pTotTribSN.',
  ],
  ['a building site without a place', [/<obra>.*<\/obra>/, '<obra></obra>'], 'Falta informar cObra, cCIB ou end.'],
  [
    'a deduction of nothing',
    [/<vDedRed>.*<\/vDedRed>/, '<vDedRed></vDedRed>'],
    'Falta informar pDR, vDR ou documentos.',
  ],
])('%s is reported in Portuguese, with what was found and what is accepted', (_, change, sentence) => {
  const faults = validator.validate('DPS_v1.01.xsd', dps(signer, cnpj, [change]));
  expect(faults.map(({ message }) => message)).toEqual([
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  ]);
});

test.each<[Change, string, string]>([
  [['<cMotivo>9<', '<cMotivo>3<'], 'reason', 'O valor "3" de cMotivo não é aceito: informe 1, 2 ou 9.'],
  [
    ['>Pedido cancelado pelo cliente<', '>Erro<'],
    'justification',
    'xMotivo tem 4 caracteres e o mínimo é 15: complete.',
  ],
  [[/<CNPJAutor>.*<\/CNPJAutor>/, ''], 'CPFAutor', 'Falta informar CNPJAutor ou CPFAutor.'],
])('a request to cancel with %j is reported at %s: %s', (change, path, message) => {
  const faults = validator.validate('pedRegEvento_v1.01.xsd', cancelRequest(signer, cnpj, [change]));
  expect(faults).toEqual([expect.objectContaining({ path, message })]);
});

test('faults of several fields come at once, in the order of the DPS', () => {
  const faults = validator.validate(
    'DPS_v1.01.xsd',
    dps(signer, cnpj, [
      ['<CEP>01001000<', '<CEP>1<'],
      ['>010701<', '>1<'],
      ['<tribISSQN>1<', '<tribISSQN><'],
      [/<xMotivo>.*<\/xMotivo>/, '<xMotivo>x</xMotivo>'],
    ]),
  );
  expect(faults.map(({ path }) => path)).toEqual([
    'replaces.description',
    'client.zipCode',
    'items[0].serviceCode',
    'items[0].issTaxation',
  ]);
});

test('every pattern of the simple types has its words', () => {
  const types = XmlDocument.fromBuffer(readFileSync(join(folder, 'tiposSimples_v1.01.xsd')));
  const patterns = types
    .find('//xs:pattern/@value', { xs: 'http://www.w3.org/2001/XMLSchema' })
    .map(({ content }) => content);
  types.dispose();
  expect(patterns.length).toBeGreaterThan(40);
  expect(patterns.filter((pattern) => patternInWords(pattern, nfseWords.forms).startsWith('o formato'))).toEqual([]);
});

/** The sample with the first element at this place emptied; null if there is none. */
function emptied(xml: string, place: string): { xml: string; position: number; isLeaf: boolean } | null {
  const document = XmlDocument.fromString(xml);
  try {
    const steps = place.split('/').map((step) => `/*[local-name()="${step.replace('[]', '')}"]`);
    const element = document.get(`//*[local-name()="infDPS"]${steps.join('')}`);
    if (!(element instanceof XmlElement)) return null;
    const isLeaf = element.get('*') === null;
    const position = Number(element.eval('count(ancestor::*[local-name()="docDedRed"]/preceding-sibling::*) + 1'));
    for (const node of element.find('node()')) node.remove();
    return { xml: document.toString({ format: false }), position, isLeaf };
  } finally {
    document.dispose();
  }
}
