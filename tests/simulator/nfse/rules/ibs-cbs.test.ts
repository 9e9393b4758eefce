import { expect, test } from 'vitest';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import {
  addressIn,
  construction,
  foreignTrade,
  renderedIn,
  service,
  siteAbroad,
  siteHere,
  taxed,
} from '../../support/dps-edits.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, codesAndExpected, keyOf } from '../../support/nfse.ts';

const operation = (code: string): DpsEdits => [['<cIndOp>100301', `<cIndOp>${code}`]];
const after = (name: string, xml: string): DpsEdits => [[`</${name}>`, `</${name}>${xml}`]];
const classified = (situation: string, classification: string, more = ''): DpsEdits => [
  [
    '<CST>000</CST><cClassTrib>000001</cClassTrib>',
    `<CST>${situation}</CST><cClassTrib>${classification}</cClassTrib>${more}`,
  ],
];
const regular = (situation: string, classification: string): string =>
  `<gTribRegular><CSTReg>${situation}</CSTReg><cClassTribReg>${classification}</cClassTribReg></gTribRegular>`;
const deferral = '<gDif><pDifUF>100.00</pDifUF><pDifMun>100.00</pDifMun><pDifCBS>100.00</pDifCBS></gDif>';

const recipient = (identity: string, rest = ''): DpsEdits => [
  ['<indDest>0</indDest>', `<indDest>1</indDest><dest>${identity}<xNome>Destinatária</xNome>${rest}</dest>`],
];
const property = (site = '<cCIB>AB12CD34</cCIB>'): DpsEdits => after('indDest', `<imovel>${site}</imovel>`);

const inPortugal: DpsEdits = [...renderedIn('PT'), ...foreignTrade(), ...taxed('3')];
const receipt = '<docOutro><nDoc>1</nDoc><xDoc>Recibo</xDoc></docOutro>';
const key = keyOf({ number: 9 });

/** A document whose amount is passed on to others. */
function passedOn(
  which: string,
  { by = '', issued = '2026-11-10', period = '2026-11-01', kind = '02', words = '', of = '100.00' } = {},
): DpsEdits {
  const group =
    `<gReeRepRes><documentos>${which}${by}<dtEmiDoc>${issued}</dtEmiDoc><dtCompDoc>${period}</dtCompDoc>` +
    `<tpReeRepRes>${kind}</tpReeRepRes>${words}<vlrReeRepRes>${of}</vlrReeRepRes></documentos></gReeRepRes>`;
  return [['<valores><trib><gIBSCBS>', `<valores>${group}<trib><gIBSCBS>`]];
}

const supplier = (identity: string): string => `<fornec>${identity}<xNome>Corretora</xNome></fornec>`;
const electronic = (kind: string, number: string): string =>
  `<dFeNacional><tipoChaveDFe>${kind}</tipoChaveDFe><chaveDFe>${number}</chaveDFe></dFeNacional>`;
const municipal = (cMun = '3550308'): string =>
  `<docFiscalOutro><cMunDocFiscal>${cMun}</cMunDocFiscal><nDocFiscal>1</nDocFiscal><xDocFiscal>Nota</xDocFiscal></docFiscalOutro>`;
const old = { issued: '2025-12-10', period: '2025-12-01' };

test('operations of every kind', () => {
  expect(codesOf({ edits: classified('200', '200052') })).toEqual([]);
  expect(codesOf({ edits: classified('410', '410004') })).toEqual([]);
  expect(codesOf({ edits: classified('515', '515001', deferral) })).toEqual([]);
  expect(codesOf({ edits: classified('550', '550016', regular('000', '000001')) })).toEqual([]);
  expect(codesOf({ edits: recipient('<CPF>52998224725</CPF>') })).toEqual([]);
  expect(codesOf({ edits: [...operation('020101'), ...property()] })).toEqual([]);
  expect(codesOf({ edits: [...operation('020101'), ...property(siteAbroad), ...inPortugal] })).toEqual([]);
  expect(codesOf({ edits: [...after('cIndOp', '<tpOper>1</tpOper>'), ...service('171201')] })).toEqual([]);
  const forTheState = `<tpOper>2</tpOper><gRefNFSe><refNFSe>${key}</refNFSe></gRefNFSe><tpEnteGov>4</tpEnteGov>`;
  expect(codesOf({ edits: after('cIndOp', forTheState) })).toEqual([]);
});

test('documents whose amounts are passed on', () => {
  expect(codesOf({ edits: passedOn(electronic('1', key)) })).toEqual([]);
  expect(codesOf({ edits: passedOn(electronic('2', '1'.repeat(44))) })).toEqual([]);
  expect(codesOf({ edits: passedOn(receipt, { kind: '99', words: '<xTpReeRepRes>Outro</xTpReeRepRes>' }) })).toEqual(
    [],
  );
  expect(codesOf({ edits: passedOn(municipal(), old) })).toEqual([]);
});

const breaches: readonly Breach[] = [
  { code: 'E0850', what: 'a service of 2025', options: { competence: '2025-12-31' } },
  { code: 'E0903', what: 'no payment of what the state buys', edits: after('cIndOp', '<tpEnteGov>1</tpEnteGov>') },
  { code: 'E0903', what: 'no payment of an administration', edits: service('171201') },
  { code: 'E0904', what: 'a payment that nobody asks for', edits: after('cIndOp', '<tpOper>1</tpOper>') },
  {
    code: 'E0905',
    what: 'a service already done on no note',
    edits: [...service('171201'), ...after('cIndOp', '<tpOper>2</tpOper>')],
  },
  {
    code: 'E0906',
    what: 'another note without reason',
    edits: after('cIndOp', `<gRefNFSe><refNFSe>${key}</refNFSe></gRefNFSe>`),
  },
  {
    code: 'E0907',
    what: 'another note with a wrong check digit',
    edits: [
      ...service('171201'),
      ...after('cIndOp', `<tpOper>3</tpOper><gRefNFSe><refNFSe>${'1'.repeat(50)}</refNFSe></gRefNFSe>`),
    ],
  },
  {
    code: 'E0910',
    what: 'a recipient who is the taker',
    edits: after('indDest', '<dest><CPF>52998224725</CPF><xNome>A</xNome></dest>'),
  },
  { code: 'E0911', what: 'a recipient with a wrong CNPJ', edits: recipient('<CNPJ>11444777000162</CNPJ>') },
  { code: 'E0913', what: 'a recipient with a wrong CPF', edits: recipient('<CPF>52998224724</CPF>') },
  {
    code: 'E0920',
    what: 'a recipient in a city that is none',
    edits: recipient('<CPF>52998224725</CPF>', addressIn('9950308')),
  },
  {
    code: 'E0930',
    what: "the recipient's wrong address of e-mail",
    edits: recipient('<CPF>52998224725</CPF>', '<email>nada</email>'),
  },
  {
    code: 'E0931',
    what: 'a property under construction',
    edits: [...construction, ...operation('020101'), ...property()],
  },
  { code: 'E0932', what: 'an operation with no property', edits: operation('020201') },
  { code: 'E0928', what: 'a property of no operation', edits: property() },
  {
    code: 'E0934',
    what: 'a property abroad at a Brazilian address',
    edits: [...operation('020101'), ...property(siteHere), ...inPortugal],
  },
  {
    code: 'E0935',
    what: 'a property in Brazil at a foreign address',
    edits: [...operation('020101'), ...property(siteAbroad)],
  },
  { code: 'E0940', what: 'a key of the wrong length', edits: passedOn(electronic('1', '1'.repeat(44))) },
  { code: 'E0942', what: 'a municipal note of 2026', edits: passedOn(municipal()) },
  { code: 'E0943', what: 'a municipal note of a city that is none', edits: passedOn(municipal('9950308'), old) },
  {
    code: 'E0945',
    what: 'a supplier with a wrong CNPJ',
    edits: passedOn(receipt, { by: supplier('<CNPJ>11444777000162</CNPJ>') }),
  },
  {
    code: 'E0947',
    what: 'a supplier with a wrong CPF',
    edits: passedOn(receipt, { by: supplier('<CPF>52998224724</CPF>') }),
  },
  {
    code: 'E0950',
    what: 'a document before its period',
    edits: passedOn(receipt, { issued: '2026-10-31' }),
    besides: ['E0951'],
  },
  {
    code: 'E0951',
    what: 'a period after its document',
    edits: passedOn(receipt, { period: '2026-11-11' }),
    besides: ['E0950'],
  },
  {
    code: 'E0952',
    what: 'words that nobody asks for',
    edits: passedOn(receipt, { words: '<xTpReeRepRes>Repasse</xTpReeRepRes>' }),
  },
  { code: 'E0953', what: 'more than the service costs', edits: passedOn(receipt, { of: '1000.01' }) },
  { code: 'E0958', what: 'a classification that does not exist', edits: classified('000', '000999') },
  { code: 'E0958', what: 'a classification of goods', edits: classified('000', '000002') },
  { code: 'E0959', what: "another situation's classification", edits: classified('200', '000001') },
  {
    code: 'E0964',
    what: 'a regular taxation that nobody asks for',
    edits: classified('000', '000001', regular('000', '000001')),
  },
  { code: 'E0965', what: 'a suspension without regular taxation', edits: classified('550', '550016') },
  {
    code: 'E0969',
    what: 'a regular classification of goods',
    edits: classified('550', '550016', regular('000', '000002')),
  },
  {
    code: 'E0970',
    what: "another situation's regular classification",
    edits: classified('550', '550016', regular('200', '000001')),
  },
  { code: 'E0971', what: 'a deferral of what is not deferred', edits: classified('000', '000001', deferral) },
  { code: 'E0972', what: 'what is deferred by nothing', edits: classified('515', '515001') },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected(breach);
  expect(codes).toEqual(expected);
});
