import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all, code, envelope, post, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { normalRegime } from '../support/normal-regime.ts';
import { lot, signedNote } from '../support/note.ts';
import { cancellation } from '../support/requests.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant, today } from '../support/test-company.ts';

let company: TestCompany;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

const simples = /<ICMSSN102>.*<\/ICMSSN102>/;
const exempt: Edits = [['<indIEDest>9</indIEDest>', '<indIEDest>2</indIEDest>']];
const interstate: Edits = [
  ['<idDest>1', '<idDest>2'],
  ['<CFOP>5102', '<CFOP>6102'],
];
const inState = (state: string, municipality: string): Edits => [
  ...interstate,
  [/(<enderDest>.*)<cMun>3550308(.*)<UF>SP/, `$1<cMun>${municipality}$2<UF>${state}`],
];
const toTaxpayer: Edits = [
  ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
  ['<indIEDest>9</indIEDest>', '<indIEDest>1</indIEDest><IE>110042490114</IE>'],
];
const substitute = (registration: string): Edits => [
  ['<IE>110042490114</IE><CRT>', `<IE>110042490114</IE><IEST>${registration}</IEST><CRT>`],
];
const retained = (group = ''): Edits => [
  ['<CFOP>5102', '<CEST>2800100</CEST><CFOP>5405'],
  [simples, `<ICMSSN500><orig>0</orig><CSOSN>500</CSOSN>${group}</ICMSSN500>`],
];
const forResale: Edits = [...toTaxpayer, ['<indFinal>1', '<indFinal>0']];
const group =
  '<vBCSTRet>1.00</vBCSTRet><pST>18.0000</pST><vICMSSubstituto>0.10</vICMSSubstituto><vICMSSTRet>0.18</vICMSSTRet>';
const med = '<med><cProdANVISA>ISENTO</cProdANVISA><xMotivoIsencao>Correlato</xMotivoIsencao><vPMC>30.00</vPMC></med>';
const rastro = '<rastro><nLote>A1</nLote><qLote>4.000</qLote><dFab>2026-01-01</dFab><dVal>2028-01-01</dVal></rastro>';
const after = (text: string): Edits => [['<indTot>1</indTot>', `<indTot>1</indTot>${text}`]];
const reader = (party: string): Edits => [['</dest>', `</dest><autXML>${party}</autXML>`]];
const gtin = (text: string): Edits => [
  ['<cEAN>SEM GTIN', `<cEAN>${text}`],
  ['<cEANTrib>SEM GTIN', `<cEANTrib>${text}`],
];

const refersTo = (reference: string): Edits => [['</verProc>', `</verProc><NFref>${reference}</NFref>`]];
const onPaper = (issuer: string): string =>
  `<cUF>35</cUF><AAMM>0907</AAMM>${issuer}<mod>01</mod><serie>1</serie><nNF>4711</nNF>`;

/** By code: edits that break the rule, and the most similar ones that do not. */
const cases: readonly (readonly [number, string, Edits, Edits])[] = [
  [805, 'an exempt taxpayer of São Paulo', exempt, []],
  [805, 'one of Bahia', [...exempt, ...inState('BA', '2927408')], [...exempt, ...inState('PR', '4106902')]],
  [270, 'a taxable event nowhere', [['<cMunFG>3550308', '<cMunFG>3550399']], [['<cMunFG>3550308', '<cMunFG>3509502']]],
  [
    272,
    'an issuer of nowhere',
    [[/(<enderEmit>.*?<cMun>)3550308/, '$13550399']],
    [[/(<enderEmit>.*?<cMun>)3550308/, '$13509502']],
  ],
  [
    274,
    'a recipient of nowhere',
    [[/(<enderDest>.*?<cMun>)3550308/, '$13550399']],
    [[/(<enderDest>.*?<cMun>)3550308/, '$13509502']],
  ],
  [778, 'an NCM that does not exist', [['<NCM>19059090', '<NCM>19059099']], [['<NCM>19059090', '<NCM>19059020']]],
  [882, 'a GTIN of a prefix that nobody got', gtin('1400000000007'), gtin('7891000100103')],
  [
    681,
    'a note on paper that is referred to',
    refersTo(`<refNF>${onPaper('<CNPJ>11444777000161</CNPJ>')}</refNF>`),
    [],
  ],
  [
    682,
    'a note of a producer that is referred to',
    refersTo(`<refNFP>${onPaper('<CPF>52998224725</CPF><IE>ISENTO</IE>').replace('<mod>01', '<mod>04')}</refNFP>`),
    [],
  ],
  [
    924,
    'a receipt of a cash register that is referred to',
    refersTo('<refECF><mod>2D</mod><nECF>3</nECF><nCOO>123456</nCOO></refECF>'),
    [],
  ],
  [347, 'a substitute within the state', substitute('110042490114'), []],
  [
    211,
    'a substitute with digits of another state',
    [...toTaxpayerOf('BA', '2927408', '63250303'), ...substitute('110042490114')],
    [...toTaxpayerOf('BA', '2927408', '63250303'), ...substitute('61234557')],
  ],
  [
    363,
    'a substitute registered as the recipient',
    [...toTaxpayerOf('BA', '2927408', '63250303'), ...substitute('63250303')],
    [...toTaxpayerOf('BA', '2927408', '63250303'), ...substitute('61234557')],
  ],
  [
    938,
    'goods sold on that do not say what was retained',
    [...retained(), ...forResale],
    [...retained(group), ...forResale],
  ],
  [873, 'medicine without its lot', after(med), after(rastro + med)],
  [
    324,
    'a recipient who is also let to read',
    [...toTaxpayer, ...reader('<CNPJ>11444777000161</CNPJ>')],
    [...toTaxpayer, ...reader('<CNPJ>11222333000181</CNPJ>')],
  ],
  [326, 'the same with a CPF', reader('<CPF>52998224725</CPF>'), reader('<CPF>11144477735</CPF>')],
  [590, 'a CST of a Simples company', [[simples, '<ICMS40><orig>0</orig><CST>41</CST></ICMS40>']], []],
];

function toTaxpayerOf(state: string, municipality: string, registration: string): Edits {
  return [
    ...inState(state, municipality),
    ['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>'],
    ['<indIEDest>9</indIEDest>', `<indIEDest>1</indIEDest><IE>${registration}</IE>`],
  ];
}

test.each(cases)('%i: %s, and not its nearest neighbour', async (expected, _what, broken, right) => {
  expect(await company.answerTo(broken)).toBe(expected);
  expect(await company.answerTo(right)).toBe(100);
});

test('874: the fund has the rates of the state', async () => {
  const fund = (rate: string): Edits => [
    ...normalRegime,
    ['</vICMS></ICMS00>', `</vICMS><pFCP>${rate}</pFCP><vFCP>${rate}</vFCP></ICMS00>`],
    ['<vFCP>0.00</vFCP>', `<vFCP>${rate}</vFCP>`],
  ];
  expect(await company.answerTo(fund('1.00'))).toBe(874);
  expect(await company.answerTo(fund('2.00'))).toBe(100);
});

test('508: goods on their way may be suspended whoever gets them, and goods that are sold may not', async () => {
  const suspended = (cfop: string): Edits => [
    ...normalRegime,
    ['<CFOP>5102', `<cBenef>SEM CBENEF</cBenef><CFOP>${cfop}`],
    [/<ICMS00>.*<\/ICMS00>/, '<ICMS40><orig>0</orig><CST>50</CST></ICMS40>'],
    ['<vBC>100.00</vBC><vICMS>18.00</vICMS>', '<vBC>0.00</vBC><vICMS>0.00</vICMS>'],
    ...freeOfIcms,
  ];
  expect(await company.answerTo(suspended('5101'))).toBe(508);
  expect(await company.answerTo(suspended('5915'))).toBe(100);
  expect(await company.answerTo(suspended('5949'))).toBe(100);
});

/** Edits for a line without ICMS, whose base of IBS and CBS is then the whole price. */
const freeOfIcms: Edits = [
  ['<gIBSCBS><vBC>82.00', '<gIBSCBS><vBC>100.00'],
  ['<vBCIBSCBS>82.00', '<vBCIBSCBS>100.00'],
  ['</pIBSUF><vIBSUF>0.08', '</pIBSUF><vIBSUF>0.10'],
  ['<vIBS>0.08</vIBS><gCBS><pCBS>', '<vIBS>0.10</vIBS><gCBS><pCBS>'],
  ['</pCBS><vCBS>0.74', '</pCBS><vCBS>0.90'],
  ['<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>', '<vIBSUF>0.10</vIBSUF></gIBSUF><gIBSMun><vDif>'],
  ['<vIBS>0.08</vIBS><vCredPres>', '<vIBS>0.10</vIBS><vCredPres>'],
  ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>0.90</vCBS><vCredPres>'],
];

test('387: a legal ground of IPI that no table has', async () => {
  const ipi = (ground: string): Edits => [
    ...normalRegime,
    ['<PIS>', `<IPI><cEnq>${ground}</cEnq><IPINT><CST>55</CST></IPINT></IPI><PIS>`],
  ];
  expect(await company.answerTo(ipi('163'))).toBe(387);
  expect(await company.answerTo(ipi('162'))).toBe(100);
});

test('what states decide for themselves can be set', async () => {
  const { simulator } = company.started;
  const medicine: Edits = [['<NCM>19059090', '<NCM>30049099']];
  expect(await company.answerTo(retained())).toBe(100);
  expect(await company.answerTo(medicine)).toBe(100);
  await control(simulator, 'PUT', '/state-options', {
    effectiveIcms: ['SP'],
    medicines: ['SP'],
    retainedSubstitution: [],
  });
  expect(await company.answerTo(retained())).toBe(906);
  const effective =
    '<pRedBCEfet>0.00</pRedBCEfet><vBCEfet>100.00</vBCEfet><pICMSEfet>18.00</pICMSEfet><vICMSEfet>18.00</vICMSEfet>';
  expect(await company.answerTo(retained(effective))).toBe(100);
  expect(await company.answerTo([...retained(), ...forResale])).toBe(100);
  expect(await company.answerTo(medicine)).toBe(840);
  await control(simulator, 'DELETE', '/state-options');
});

test('247: the state of the issuer’s address is one that the authorizer serves', async () => {
  expect(await company.answerTo([[/(<enderEmit>.*?)<UF>SP/, '$1<UF>PR']])).toBe(247);
});

test('972, 975 to 978: Paraná wants to know the program, and its code', async () => {
  const { certificate, started } = company;
  const inParana: Edits = [
    ['<cUF>35', '<cUF>41'],
    ['<cMunFG>3550308', '<cMunFG>4106902'],
    [/(<enderEmit>.*?)<cMun>3550308(.*?)<UF>SP/, '$1<cMun>4106902$2<UF>PR'],
    [/(<enderDest>.*?)<cMun>3550308(.*?)<UF>SP/, '$1<cMun>4106902$2<UF>PR'],
    ['<IE>110042490114</IE>', '<IE>1234567850</IE>'],
  ];
  const maker =
    '<CNPJ>11444777000161</CNPJ><xContato>Ana</xContato><email>ana@example.com</email><fone>1133334444</fone>';
  const url = endpoints.model55.PR.homologation.NfeAutorizacao;
  const answerTo = async (number: number, group?: (chNFe: string) => string): Promise<number> => {
    const options = { number, issuedAt: today };
    // The key does not depend on the group, so a first note shows it.
    const { chNFe } = signedNote(certificate, { ...options, edits: inParana });
    const said: Edits = group ? [['</pag>', `</pag><infRespTec>${maker}${group(chNFe)}</infRespTec>`]] : [];
    const note = signedNote(certificate, { ...options, edits: [...inParana, ...said] });
    const message = lot([note]);
    return code(await send(started.simulator, { service: 'NfeAutorizacao', message, certificate, url }));
  };
  const coded =
    (token: string, id = '01') =>
    (chNFe: string): string =>
      `<idCSRT>${id}</idCSRT><hashCSRT>${createHash('sha1')
        .update(token + chNFe)
        .digest('base64')}</hashCSRT>`;
  const order = { taxId: '11444777000161', id: '01', token: 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO' };
  await control(started.simulator, 'PUT', '/csrt', order);
  await control(started.simulator, 'PUT', '/csrt', { ...order, id: '02', revokedAt: '2026-11-01T00:00:00-03:00' });
  expect(await answerTo(501)).toBe(972);
  expect(await answerTo(502, () => '')).toBe(975);
  expect(await answerTo(503, coded(order.token, '09'))).toBe(976);
  expect(await answerTo(504, coded(order.token, '02'))).toBe(977);
  expect(await answerTo(505, coded('another'))).toBe(978);
  expect(await answerTo(506, coded(order.token))).toBe(100);
});

test('a lot may come packed, and is answered as one in the open', async () => {
  const { certificate, started } = company;
  const sendPacked = async (content: string): Promise<number> => {
    const body = envelope('NfeAutorizacao', content).replaceAll('nfeDadosMsg', 'nfeDadosMsgZip');
    return code(await post(started.simulator, { service: 'NfeAutorizacao', certificate, body }));
  };
  const packed = (text: string): string => gzipSync(text).toString('base64');
  const message = lot([signedNote(certificate, { number: 601, issuedAt: today })]);
  expect(await sendPacked(packed(`<?xml version="1.0" encoding="UTF-8"?>${message}`))).toBe(100);
  expect(await sendPacked(packed(message))).toBe(204);
  expect(await sendPacked('isto nao e gzip')).toBe(416);
  expect(await sendPacked(packed(`<enviNFe>${' '.repeat(600 * 1024)}</enviNFe>`))).toBe(214);
  expect(await sendPacked(packed('<enviNFe>'))).toBe(243);
});

test('the answer to an event names the recipient of its note', async () => {
  const { certificate, started } = company;
  const { chNFe, nProt } = await company.authorized(701);
  const message = cancellation(certificate, { chNFe, nProt, at: today });
  const answer = await send(started.simulator, { service: 'RecepcaoEvento', message, certificate });
  expect(code(answer)).toBe(135);
  expect(all(answer.body, 'CPFDest')).toEqual(['52998224725']);
});
