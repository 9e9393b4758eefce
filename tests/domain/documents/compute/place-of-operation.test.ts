import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import { noteWarnings } from '../../../../domain/documents/compute/warnings.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { normalPlace, type Place } from '../../../../domain/documents/place.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { child, readXml, textOf } from '../../../../domain/xml/reader.ts';
import { identity } from '../../../support/samples/notes.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const tourist: ClientSnapshot = {
  ...personIn('SP'),
  ...({ documentType: 'FOREIGN', document: 'AB12345', type: 'FOREIGN', country: 'US' } as const),
};
const placeIn = (state: string): Place => normalPlace({ ...personIn(state).address, document: '529.982.247-25' });
const goods = item({ icmsSituation: '00', fcpRate: '2' });

const sold = (client: ClientSnapshot, fields: Partial<GoodsPayload> = {}) =>
  compute({ client, payload: saleOf([goods], fields) });
const way = (client: ClientSnapshot, fields: Partial<GoodsPayload> = {}) => {
  const { destination, items } = sold(client, fields);
  return [destination, items[0]?.cfop, items[0]?.icms?.rate, items[0]?.difal?.internalRate ?? null];
};
const refused = (client: ClientSnapshot, fields: Partial<GoodsPayload>) => refusalOf(() => sold(client, fields)).paths;

const inShop = { presence: '1' };
const carried = { ...inShop, transport: { freightType: 'SENDER' as const } };
const fetched = { ...inShop, transport: { freightType: 'OWN_RECIPIENT' as const } };

test.each<[string, ClientSnapshot, Partial<GoodsPayload>, (string | null)[]]>([
  ['a buyer of another state in the shop', personIn('BA'), inShop, ['1', '5102', '18.0000', null]],
  ['the same by internet', personIn('BA'), { presence: '2' }, ['2', '6108', '7.0000', '20.5000']],
  ['the same in the shop, who has it sent home', personIn('BA'), carried, ['2', '6108', '7.0000', '20.5000']],
  ['the same, who fetches it himself', personIn('BA'), fetched, ['1', '5102', '18.0000', null]],
  ['a foreigner in the shop', tourist, inShop, ['1', '5102', '18.0000', null]],
  ['a reseller of another state in the shop', taxpayerIn('BA'), inShop, ['2', '6102', '7.0000', null]],
  ['delivery in another state', personIn('SP'), { delivery: placeIn('BA') }, ['2', '6108', '7.0000', '20.5000']],
  ['delivery in the issuer’s state', personIn('BA'), { delivery: placeIn('SP') }, ['1', '5102', '18.0000', null]],
  [
    'delivery to a foreigner in the issuer’s state',
    tourist,
    { delivery: placeIn('SP') },
    ['1', '5102', '18.0000', null],
  ],
  ['pickup in the buyer’s state', taxpayerIn('BA'), { pickup: placeIn('BA') }, ['1', '5102', '20.5000', null]],
  ['pickup in another state', taxpayerIn('SP'), { pickup: placeIn('BA') }, ['2', '6102', '12.0000', null]],
  [
    'both in one other state',
    personIn('SP'),
    { pickup: placeIn('BA'), delivery: placeIn('BA') },
    ['1', '5102', '20.5000', null],
  ],
])('%s', (_of, client, fields, expected) => {
  expect(way(client, fields)).toEqual(expected);
});

test('goods that come back into the shop are an internal entry, as their sale was', () => {
  const returned = item({
    ...({ icmsSituation: '00', icmsRate: '18', cfop: '1202' } as const),
    referencedItem: { accessKey: '35261111222333000181550010000000011630362748', number: 1 },
  });
  const fields = { purpose: 'RETURN', operationType: 'IN', presence: '1' } as const;
  expect(compute({ client: personIn('BA'), payload: saleOf([returned], fields) }).destination).toBe('1');
});

test('on an entry the goods go from the pickup to the delivery', () => {
  const bought = (fields: Partial<GoodsPayload>) =>
    compute({
      client: taxpayerIn('BA'),
      payload: saleOf([item({ icmsSituation: '41' })], { operationType: 'IN', ...fields }),
      issuer: issuerOf('NORMAL', { taxDefaults: { cfop: '1102' } }),
    }).destination;
  expect(bought({})).toBe('2');
  expect(bought({ pickup: placeIn('SP') })).toBe('1');
  expect(bought({ delivery: placeIn('BA') })).toBe('1');
});

test('the note says both places, each with who is there', () => {
  const delivery = { ...placeIn('BA'), document: null };
  const note = sold(personIn('SP'), {
    delivery: { ...delivery, stateRegistration: '12345663' },
    pickup: placeIn('SP'),
  });
  const { infNFe } = layoutNfe(note, identity);
  const xml = readXml(infNFe);
  expect(xml.children.map(({ name }) => name).slice(2, 6)).toEqual(['dest', 'retirada', 'entrega', 'det']);
  expect(child(xml, 'entrega')?.children.map(({ name, text }) => `${name} ${text}`)).toEqual([
    'CPF 52998224725',
    'xNome Mercado Bom Preço Ltda',
    'xLgr Rua das Flores',
    'nro 10',
    'xBairro Centro',
    'cMun 2927408',
    'xMun Salvador',
    'UF BA',
    'CEP 01001000',
    'IE 12345663',
  ]);
  expect(textOf(xml, 'retirada', 'UF')).toBe('SP');
});

test.each<[string, ClientSnapshot, Partial<GoodsPayload>, string[]]>([
  ['a foreigner whose goods go to another state', tourist, { delivery: placeIn('BA') }, ['client.document']],
  [
    'a foreigner in the shop who resells',
    tourist,
    { ...inShop, delivery: placeIn('SP'), finalConsumer: false },
    ['finalConsumer'],
  ],
  ['home delivery on an NF-e', personIn('SP'), { presence: '4' }, ['presence']],
  ['a sale away from the shop without its remittance', personIn('SP'), { presence: '5' }, ['presence']],
  [
    'half an address',
    personIn('SP'),
    { delivery: { street: 'Rua A', number: '1' } },
    ['delivery.neighborhood', 'delivery.municipalityCode', 'delivery.city', 'delivery.state'],
  ],
  ['a wrong document', personIn('SP'), { pickup: { ...placeIn('SP'), document: '11111111111' } }, ['pickup.document']],
  [
    'a municipality of another state',
    personIn('SP'),
    { pickup: { ...placeIn('SP'), state: 'BA' } },
    ['pickup.municipalityCode'],
  ],
  ['nobody who takes the goods', tourist, { delivery: { ...placeIn('SP'), document: null } }, ['delivery.document']],
])('%s is refused', (_of, client, fields, paths) => {
  expect(refused(client, fields)).toEqual(paths);
});

test('an NFC-e is delivered inside the state only, and may be sold away from the shop', () => {
  const fields = { type: 'NFCE', payments: [{ method: 'PIX', value: '1000.00' }] } as const;
  const plain = [item({ icmsSituation: '00' })];
  const counter = (more: Partial<GoodsPayload>) => () =>
    compute({
      client: personIn('SP'),
      payload: { ...saleOf(plain), ...fields, payments: [...fields.payments], ...more },
    });
  expect(refusalOf(counter({ delivery: placeIn('BA') })).paths).toEqual(['delivery.state']);
  expect(refusalOf(counter({ presence: '2' })).paths).toEqual(['presence']);
  expect(counter({ presence: '5' })()).toMatchObject({ presence: '5', destination: '1' });
});

test('goods that leave from another state are reported', () => {
  const payload = saleOf([goods], { pickup: placeIn('BA'), payments: [{ method: 'PIX', value: '1000.00' }] });
  const note = compute({ client: taxpayerIn('SP'), payload });
  expect(noteWarnings(note, payload)).toEqual([{ path: 'pickup', message: expect.stringContaining('BA') }]);
});
