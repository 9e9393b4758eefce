import { expect, test } from 'vitest';
import { reformEventTypes } from '../../../../../domain/document-types.ts';
import type { ReformItem } from '../../../../../domain/documents/events/reform/content.ts';
import { type NoteFacts, noteFactsOf } from '../../../../../domain/documents/events/reform/note-facts.ts';
import { authorRefusal, reformRefusals } from '../../../../../domain/documents/events/reform/refusals.ts';
import { reformEvents } from '../../../../../domain/documents/events/reform/table.ts';

const item = { vIBS: '1.00', vCBS: '9.00', qCom: '10.0000', uCom: 'CX' };
const sale: NoteFacts = {
  ...{ finNFe: '1', tpNFDebito: undefined, tpNF: '1', idDest: '1', dhEmi: '2026-11-20T10:00:00-03:00', modFrete: '1' },
  ...{ issuer: '11222333000181', recipient: '11444777000161', authorized: ['52998224725'] },
  items: new Map([[1, item]]),
};
const asset = (...items: ReformItem[]) => ({ type: 'FIXED_ASSET', author: 'RECIPIENT', content: { items } }) as const;
const said = { number: 1, ibsValue: '1.00', cbsValue: '9.00', quantity: '10.0000', unit: 'CX' };

test('each side says its own events, and both take theirs back', () => {
  const of = (author: 'ISSUER' | 'RECIPIENT') => reformEventTypes.filter((type) => !authorRefusal({ type, author }));
  expect(of('ISSUER').map((type) => reformEvents[type].code)).toEqual(
    ['112110', '112120', '112130', '112140', '112150', '211110', '110150', '110192', '110750', '110001'], // oxfmt-ignore
  );
  expect(of('RECIPIENT').map((type) => reformEvents[type].code)).toEqual(
    ['211110', '211124', '211128', '211130', '211140', '211150', '110150', '110001'], // oxfmt-ignore
  );
  expect(authorRefusal({ type: 'FIXED_ASSET', author: 'ISSUER' })).toEqual({
    path: 'type',
    message: 'é um evento que só o destinatário da NF-e registra (211130), e desta nota a empresa é o emitente',
  });
});

test('all of an item can be said, and nothing more of tax or quantity', () => {
  expect(reformRefusals(asset(said), sale)).toEqual([]);
  const paths = (changes: Partial<ReformItem>) =>
    reformRefusals(asset({ ...said, ...changes }), sale).map(({ path, message }) => [
      path,
      /\((\d+)\)$/.exec(message)?.[1],
    ]);
  expect(paths({ ibsValue: '1.01' })).toEqual([['items[0].ibsValue', '1097']]);
  expect(paths({ cbsValue: '9.01' })).toEqual([['items[0].cbsValue', '1098']]);
  expect(paths({ quantity: '10.0001' })).toEqual([['items[0].quantity', '1100']]);
  expect(paths({ quantity: '10.0001', unit: 'UN' })).toEqual([]);
  expect(paths({ number: 2 })).toEqual([['items[0].number', '1096']]);
});

test('of a note whose XML has not come nothing is known, but an item is said once', () => {
  expect(reformRefusals(asset({ ...said, number: 7, ibsValue: '999.00' }), null)).toEqual([]);
  expect(reformRefusals(asset(said, said), null)).toMatchObject([{ path: 'items[1].number' }]);
});

test.each([
  ['CREDIT_NOTE_ANSWER', { finNFe: '5' }],
  ['SUPPLY_NOT_MADE', { finNFe: '6', tpNFDebito: '06' }],
  ['IMPORT_NOT_EXEMPTED', { tpNF: '0', idDest: '3' }],
] as const)('%s is about a note of its own kind alone', (type, facts) => {
  const asked = { type, author: reformEvents[type].by[0] ?? 'ISSUER', content: {} };
  expect(reformRefusals(asked, sale)).toMatchObject([{ path: 'type' }]);
  expect(reformRefusals(asked, { ...sale, ...facts })).toEqual([]);
});

test.each(['LOSS_IN_SUPPLIER_TRANSPORT', 'LOSS_IN_BUYER_TRANSPORT'] as const)('%s is of what was sent', (type) => {
  const asked = { type, author: 'ISSUER', content: {} } as const;
  expect(reformRefusals(asked, sale)).toEqual([]);
  expect(reformRefusals(asked, { ...sale, tpNF: '0' })).toMatchObject([{ path: 'type' }]);
});

test('the facts of a note are those of its XML, of single-phase taxes, too', () => {
  const det = (nItem: number, tax: string): string =>
    `<det nItem="${nItem}"><prod><uCom>L</uCom><qCom>5.0000</qCom></prod><imposto><IBSCBS>${tax}</IBSCBS></imposto></det>`;
  const usual = '<gIBSCBS><vIBS>0.10</vIBS><gCBS><vCBS>0.90</vCBS></gCBS></gIBSCBS>';
  const single =
    '<gIBSCBSMono><vTotIBSMonoItem>2.00</vTotIBSMonoItem><vTotCBSMonoItem>3.00</vTotCBSMonoItem></gIBSCBSMono>';
  const xml =
    '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"><NFe><infNFe><ide><dhEmi>2026-11-20T10:00:00-03:00</dhEmi><tpNF>1</tpNF><idDest>2</idDest><finNFe>1</finNFe></ide>' +
    '<emit><CNPJ>11222333000181</CNPJ></emit><dest><CPF>52998224725</CPF></dest><autXML><CNPJ>45723174000110</CNPJ></autXML>' +
    `${det(1, usual)}${det(2, single)}${det(3, '')}<transp><modFrete>4</modFrete></transp></infNFe></NFe></nfeProc>`;
  expect(noteFactsOf(xml)).toEqual({
    ...{
      finNFe: '1',
      tpNFDebito: undefined,
      tpNF: '1',
      idDest: '2',
      dhEmi: '2026-11-20T10:00:00-03:00',
      modFrete: '4',
    },
    ...{ issuer: '11222333000181', recipient: '52998224725', authorized: ['45723174000110'] },
    items: new Map([
      [1, { vIBS: '0.10', vCBS: '0.90', qCom: '5.0000', uCom: 'L' }],
      [2, { vIBS: '2.00', vCBS: '3.00', qCom: '5.0000', uCom: 'L' }],
      [3, { vIBS: undefined, vCBS: undefined, qCom: '5.0000', uCom: 'L' }],
    ]),
  });
});

test('a carrier is none of the two sides and none who has the note, and the recipient lets his own in', () => {
  const of = (taxId: string, author: 'ISSUER' | 'RECIPIENT' = 'ISSUER', facts: Partial<NoteFacts> = {}) =>
    reformRefusals(
      { type: 'CARRIER_ACCESS', author, content: { carrier: { taxId, mayAuthorizeOthers: false } } },
      { ...sale, ...facts },
    ).map(({ path, message }) => [path, /\((\d+)\)$/.exec(message)?.[1]]);
  expect(of('45723174000110')).toEqual([]);
  expect(of('11222333000181')).toEqual([['carrier.taxId', '421']]);
  expect(of('11444777000161')).toEqual([['carrier.taxId', '422']]);
  expect(of('52998224725')).toEqual([['carrier.taxId', '423']]);
  expect(of('45723174000110', 'RECIPIENT')).toEqual([]);
  expect(of('45723174000110', 'RECIPIENT', { modFrete: '0' })).toEqual([['type', '449']]);
  expect(of('45723174000110', 'ISSUER', { modFrete: '0' })).toEqual([]);
});

test('a delivery fails after its note was issued', () => {
  const at = (attemptedAt: string) =>
    reformRefusals(
      {
        ...{ type: 'DELIVERY_FAILURE', author: 'ISSUER' },
        content: { failedDelivery: { attemptedAt, reason: 'REFUSED', contentType: 'image/png' } },
      },
      sale,
    );
  expect(at('2026-11-20T13:00:01.000Z')).toEqual([]);
  expect(at('2026-11-20T12:59:59.000Z')).toMatchObject([
    { path: 'failedDelivery.attemptedAt', message: expect.stringContaining('823') },
  ]);
});
