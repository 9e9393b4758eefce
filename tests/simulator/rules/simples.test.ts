import { afterAll, beforeAll, expect, test } from 'vitest';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { code, send } from '../support/client.ts';
import { lot, signedNote } from '../support/note.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant, today } from '../support/test-company.ts';

let company: TestCompany;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

const hoursMs = 3_600_000;
const card = '<pag><detPag><tPag>01</tPag><vPag>100.00</vPag></detPag></pag>';
const dest = /<dest>.*<\/dest>/;

/** What is wrong with an otherwise good note of a Simples company, and the code that says so. */
const faults: readonly (readonly [number, string, Edits])[] = [
  [252, 'the other environment', [['<tpAmb>2', '<tpAmb>1']]],
  [
    226,
    'a state that this authorizer does not serve',
    [
      ['<cUF>35', '<cUF>41'],
      ['<cMunFG>35', '<cMunFG>41'],
    ],
  ],
  [570, 'a contingency that is not this address', [['<tpEmis>1', '<tpEmis>6']]],
  [271, 'a taxable event in another state', [['<cMunFG>3550308', '<cMunFG>4106902']]],
  [266, 'a series of notes that the authority itself issues', [['<serie>1<', '<serie>890<']]],
  [503, 'a series that is for persons', [['<serie>1<', '<serie>920<']]],
  [710, 'a print form of consumer notes', [['<tpImp>1', '<tpImp>4']]],
  [254, 'a complementary note that refers to nothing', [['<finNFe>1', '<finNFe>2']]],
  [321, 'a return that refers to nothing', [['<finNFe>1', '<finNFe>4']]],
  [434, 'a sale by internet that does not say who mediates', [['<indPres>1', '<indPres>2']]],
  [
    556,
    'a reason for contingency without one',
    [['</verProc>', '</verProc><dhCont>2026-01-01T00:00:00-03:00</dhCont><xJust>Sem comunicacao com a SEFAZ</xJust>']],
  ],
  [506, 'goods that left before the note', [['</dhEmi>', '</dhEmi><dhSaiEnt>2026-01-01T00:00:00-03:00</dhSaiEnt>']]],
  [273, 'an issuer in a municipality of another state', [['<cMun>3550308', '<cMun>4106902']]],
  [209, 'a state registration of the issuer with a wrong digit', [['<IE>110042490114', '<IE>110042490115']]],
  [719, 'no recipient', [[dest, '']]],
  [237, 'a CPF with a wrong digit', [['52998224725', '52998224726']]],
  [208, 'a CNPJ with a wrong digit', [['<CPF>52998224725</CPF>', '<CNPJ>11444777000162</CNPJ>']]],
  [
    598,
    'the real name of the recipient in homologation',
    [['NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL', 'Maria']],
  ],
  [726, 'a recipient without address', [[/<enderDest>.*<\/enderDest>/, '']]],
  [696, 'a non-contributor who is no final consumer', [['<indFinal>1', '<indFinal>0']]],
  [728, 'a contributor without registration', [['<indIEDest>9', '<indIEDest>1']]],
  [
    791,
    'an exempt recipient with a registration',
    [['<indIEDest>9</indIEDest>', '<indIEDest>2</indIEDest><IE>110042490114</IE>']],
  ],
  [
    210,
    'a state registration of the recipient with a wrong digit',
    [['<indIEDest>9</indIEDest>', '<indIEDest>1</indIEDest><IE>110042490115</IE>']],
  ],
  [
    772,
    'an interstate sale within the state',
    [
      ['<idDest>1', '<idDest>2'],
      ['<CFOP>5102', '<CFOP>6102'],
    ],
  ],
  [275, 'a recipient whose municipality is in another state', [[/(<enderDest>.*<cMun>)3550308/, '$14106902']]],
  [927, 'items that are not numbered in order', [['nItem="1"', 'nItem="2"']]],
  [611, 'a GTIN with a wrong digit', [['<cEAN>SEM GTIN', '<cEAN>7891000100104']]],
  [885, 'a GTIN of the sold unit only', [['<cEAN>SEM GTIN', '<cEAN>7891000100103']]],
  [777, 'an incomplete NCM', [['<NCM>19059090', '<NCM>19']]],
  [518, 'an entry code on a note of exit', [['<CFOP>5102', '<CFOP>1102']]],
  [732, 'an interstate code in an internal sale', [['<CFOP>5102', '<CFOP>6102']]],
  [629, 'a value that is not quantity times price', [['<qCom>4.0000', '<qCom>4.1000']]],
  [630, 'the same in the unit of the tax', [['<qTrib>4.0000', '<qTrib>4.1000']]],
  [483, 'a discount above the value', [['<indTot>', '<vDesc>100.01</vDesc><indTot>']]],
  [
    590,
    'a code of the normal regime from a Simples company',
    [[/<ICMSSN102>.*<\/ICMSSN102>/, '<ICMS40><orig>0</orig><CST>40</CST></ICMS40>']],
  ],
  [
    600,
    'credit for somebody who is no contributor',
    [
      [
        /<ICMSSN102>.*<\/ICMSSN102>/,
        '<ICMSSN101><orig>0</orig><CSOSN>101</CSOSN><pCredSN>1.0000</pCredSN><vCredICMSSN>1.00</vCredICMSSN></ICMSSN101>',
      ],
    ],
  ],
  [
    806,
    'goods under substitution without their CEST',
    [[/<ICMSSN102>.*<\/ICMSSN102>/, '<ICMSSN500><orig>0</orig><CSOSN>500</CSOSN></ICMSSN500>']],
  ],
  [564, 'a total of products that is not theirs', [['<vProd>100.00</vProd><vFrete>', '<vProd>99.99</vProd><vFrete>']]],
  [535, 'a total of freight that no item has', [['<vFrete>0.00', '<vFrete>1.00']]],
  [537, 'a total of discount that no item has', [['<vDesc>0.00', '<vDesc>1.00']]],
  [532, 'a total of ICMS that no item has', [['<vICMS>0.00', '<vICMS>1.00']]],
  [602, 'a total of PIS that no item has', [['<vPIS>0.00</vPIS><vCOFINS>', '<vPIS>1.00</vPIS><vCOFINS>']]],
  [604, 'a total of other costs that no item has', [['<vOutro>0.00', '<vOutro>1.00']]],
  [610, 'a total of the note that its parts do not give', [['<vNF>100.00', '<vNF>100.01']]],
  [865, 'less paid than due', [['<vPag>100.00', '<vPag>99.99']]],
  [866, 'more paid than due without change', [['<vPag>100.00', '<vPag>100.01']]],
  [869, 'the wrong change', [['<vPag>100.00</vPag></detPag>', '<vPag>110.00</vPag></detPag><vTroco>9.00</vTroco>']]],
  [904, 'a value for no payment', [['<tPag>01', '<tPag>90']]],
  [
    851,
    'instalments that do not add up',
    [
      [
        card,
        `<cobr><fat><nFat>1</nFat><vOrig>100.00</vOrig><vDesc>0.00</vDesc><vLiq>100.00</vLiq></fat><dup><nDup>001</nDup><dVenc>2030-01-01</dVenc><vDup>99.00</vDup></dup></cobr>${card}`,
      ],
    ],
  ],
  [
    852,
    'instalments that are not numbered from 001',
    [
      [
        card,
        `<cobr><fat><nFat>1</nFat><vOrig>100.00</vOrig><vLiq>100.00</vLiq></fat><dup><nDup>1</nDup><dVenc>2030-01-01</dVenc><vDup>100.00</vDup></dup></cobr>${card}`,
      ],
    ],
  ],
  [
    900,
    'an instalment due before the note',
    [
      [
        card,
        `<cobr><fat><nFat>1</nFat><vOrig>100.00</vOrig><vLiq>100.00</vLiq></fat><dup><nDup>001</nDup><dVenc>2020-01-01</dVenc><vDup>100.00</vDup></dup></cobr>${card}`,
      ],
    ],
  ],
  [
    542,
    'a carrier whose CNPJ has a wrong digit',
    [['<modFrete>9</modFrete>', '<modFrete>0</modFrete><transporta><CNPJ>11444777000162</CNPJ></transporta>']],
  ],
  [
    973,
    'a technical contact whose CNPJ has a wrong digit',
    [
      [
        '</pag>',
        '</pag><infRespTec><CNPJ>11444777000162</CNPJ><xContato>x x</xContato><email>a@b.com</email><fone>1133334444</fone></infRespTec>',
      ],
    ],
  ],
  [323, 'a reader whose CNPJ has a wrong digit', [['</dest>', '</dest><autXML><CNPJ>11444777000162</CNPJ></autXML>']]],
];

test.each(faults)('%i: %s', async (expected, _what, edits) => {
  expect(await company.answerTo(edits)).toBe(expected);
});

test('450 and 775: a note of the wrong model is told which model is served there', async () => {
  expect(await company.answerTo([['<mod>55', '<mod>65']])).toBe(450);
  const url = endpoints.model65.SP.homologation.NfeAutorizacao;
  const note = signedNote(company.certificate, { issuedAt: today });
  const answer = await send(company.started.simulator, {
    service: 'NfeAutorizacao',
    message: lot([note]),
    certificate: company.certificate,
    url,
  });
  expect(code(answer)).toBe(775);
});

test('502 and 253: an Id must be what the fields say, its own check digit included', async () => {
  expect(await company.answerTo([], { rekey: (first43) => first43.replace(/^(.{25}).{9}/, '$1999999999') })).toBe(502);
  const answers = [
    await company.answerTo([['<cDV/>', '<cDV>0</cDV>']]),
    await company.answerTo([['<cDV/>', '<cDV>1</cDV>']]),
  ];
  expect(answers).toContain(253);
});

test('897: a random code that equals the number is not random', async () => {
  expect(await company.answerTo([], { number: 4_719_382, cNF: '04719382' })).toBe(897);
  expect(await company.answerTo([], { cNF: '12345678' })).toBe(897);
});

test('703, 150 and 228: the date of issue may lie 5 minutes ahead, and is late after 7 and too late after 30 days', async () => {
  const at = (hours: number): Date => new Date(today.getTime() + hours * hoursMs);
  expect(await company.answerTo([], { issuedAt: at(0.2) })).toBe(703);
  expect(await company.answerTo([], { issuedAt: at(4 / 60) })).toBe(100);
  expect(await company.answerTo([], { issuedAt: at(-6 * 24) })).toBe(100);
  expect(await company.answerTo([], { issuedAt: at(-8 * 24) })).toBe(150);
  expect(await company.answerTo([], { issuedAt: at(-31 * 24) })).toBe(228);
});
