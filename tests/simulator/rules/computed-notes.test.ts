import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../domain/documents/compute/operation.ts';
import { DomainError } from '../../../domain/errors.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { taxFieldNames } from '../../../domain/taxation/fields.ts';
import { type PriceContent, priceContents } from '../../../domain/taxation/price.ts';
import { type LawTables, lawTables } from '../../../domain/taxation/law-tables.ts';
import { amount, sum } from '../../../simulator/rules/amount.ts';
import { type Item, readNote } from '../../../simulator/rules/note.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { child, readXml, textOf } from '../../../simulator/xml/element.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { issuerOf, item, personIn, saleOf } from '../../domain/documents/sale.ts';
import { identity } from '../../support/samples/notes.ts';
import { randomConsumerSale, randomSale } from '../../support/samples/random-sale.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { unchosenBreaches } from '../support/unchosen-breaches.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const endpoint = endpointAt(endpoints.model55.SP.homologation.NfeAutorizacao);
const consumerEndpoint = endpointAt(endpoints.model65.SP.homologation.NfeAutorizacao);
/** Codes for situations of ICMS that a consumer note cannot have (N12-30 to N12a-40), and for a total above its limit (W16-30). */
const ofConsumers = [766, 381, 382, 383, 385, 386, 780];
const validator = officialValidator('nfe');
const signer = makeSigner();
const inTheNextYear = new Date('2027-03-01T12:00:00-03:00');
const period = {
  from: '2027-01-01',
  until: '2028-12-31',
  state: '0.05',
  municipal: '0.05',
  cbs: '8.7',
};
const ratesFrom2027 = lawTables({ ibsCbs: { source: 'nobody: the law has not set them yet', periods: [period] } });
const inStock = item({ cfop: '5102', icmsSituation: '00' });
/** Fields that a consumer note does not have, or that do not go with its situations. */
const notAtTheCounter = Object.fromEntries(
  taxFieldNames.filter((name) => /^(ipi|icmsExempt|ibsCbs)/.test(name)).map((name) => [name, null]),
);
const soldBy = '35261111222333000181550010000000011630362748';

test('whatever the levels say, the authority finds nothing wrong with the note that is computed of it', async () => {
  await fc.assert(
    fc.asyncProperty(randomSale, async (sale) => {
      const xml = await noteOf(sale);
      fc.pre(xml !== null);
      expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
      const note = readNote(readXml(xml));
      expect(note && unchosenBreaches(note, { endpoint, at: sale.on })).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('whatever is sold in 2027, at rates that an operator gave, the price is all that the note is worth, and contains the new taxes', async () => {
  await fc.assert(
    fc.asyncProperty(randomSale, fc.constantFrom(...priceContents), async (sale, content) => {
      const xml = await noteOf({ ...priced(sale, content), on: inTheNextYear, rates: ratesFrom2027 });
      fc.pre(xml !== null);
      const note = readNote(readXml(xml))!;
      expect(unchosenBreaches(note, { endpoint, at: inTheNextYear })).toEqual([]);
      expect(note.items.map(strayFromPrice).filter((cents) => cents.abs().gt(1))).toEqual([]);
      if (textOf(note.total, 'vNFTot')) expect(textOf(note.total, 'vNFTot')).toBe(textOf(note.icmsTotal, 'vNF'));
    }),
    { numRuns: 80 },
  );
});

test('on the first day of 2027 nothing is issued without the CBS, nor passes at the rates of 2026', async () => {
  const on = new Date('2027-01-01T00:00:01-03:00');
  const sale = { issuer: issuerOf('NORMAL'), client: personIn('SP'), payload: saleOf([inStock]), on };
  const breachAt = async (rates: LawTables) => {
    const note = readNote(readXml((await noteOf({ ...sale, rates })) ?? ''));
    return note && unchosenBreaches(note, { endpoint, at: on });
  };
  expect(await noteOf(sale)).toBeNull();
  expect(await breachAt(ratesFrom2027)).toEqual([]);
  const former = { ...period, state: '0.1', municipal: '0' };
  const stale = lawTables({ ibsCbs: { source: 'of 2026', periods: [former] } });
  expect((await breachAt(stale))?.[0]).toBe(1026);
});

test('whatever is sold to a consumer, the authority finds nothing wrong but what the seller chose', async () => {
  await fc.assert(
    fc.asyncProperty(randomConsumerSale.map(atTheCounter), async (sale) => {
      const xml = await noteOf(sale);
      fc.pre(xml !== null);
      expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
      const note = readNote(readXml(xml));
      expect(note && unchosenBreaches(note, { endpoint: consumerEndpoint, at: sale.on }, ofConsumers)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('whatever comes back line by line, the authority finds nothing wrong with the return', async () => {
  await fc.assert(
    fc.asyncProperty(randomSale.map(broughtBack), async (goods) => {
      const xml = await noteOf(goods);
      fc.pre(xml !== null);
      expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
      const note = readNote(readXml(xml));
      expect(note && unchosenBreaches(note, { endpoint, at: goods.on })).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

/**
 * The difference in cents between the base that an item prints and the base by law. Base and new taxes due, with ICMS, fund and DIFAL, make
 * up the price plus freight, insurance and other costs less the discount (LC 214/2025 art. 12; NT 2026.008, I11).
 */
function strayFromPrice({ product, taxes, icms, ibsCbs }: Item): Decimal {
  const group = child(ibsCbs, 'gIBSCBS');
  if (!group) return new Decimal(0);
  const [price, others] = [
    ['vProd', 'vFrete', 'vSeg', 'vOutro'].map((name) => amount(product, name)),
    [
      ...['vICMS', 'vFCP', 'vICMSMono'].map((name) => amount(icms, name)),
      ...['vICMSUFDest', 'vFCPUFDest'].map((name) => amount(taxes, 'ICMSUFDest', name)),
    ],
  ];
  const due = ['gIBSUF', 'gIBSMun', 'gCBS'].map((tax) => {
    if (child(group, tax, 'gDif')) return new Decimal(0);
    const rate = child(group, tax, 'gRed')
      ? amount(group, tax, 'gRed', 'pAliqEfet')
      : amount(group, tax, `p${tax.slice(1)}`);
    return rate;
  });
  const left = Decimal.max(sum(price).minus(amount(product, 'vDesc')).minus(sum(others)), 0);
  return left.minus(amount(group, 'vBC').times(sum(due).div(100).plus(1))).times(100);
}

/** The same sale by a company whose unit values include `content`. */
function priced({ issuer, ...sale }: NoteInput, content: PriceContent): NoteInput {
  return { ...sale, issuer: { ...issuer, settings: { ...issuer.settings, priceIncludes: { '2027-01-01': content } } } };
}

/** A return of the goods of a sale of our own. */
function broughtBack({ payload, client, ...sale }: NoteInput): NoteInput {
  const cfop = client.address?.state === 'SP' ? '1202' : '2202';
  const document = { ...payload, delivery: null, pickup: null };
  const items = payload.items.map((item, at) => ({
    ...item,
    cfop,
    ...(sale.issuer.settings.taxRegime === 'MEI' ? { icmsSituation: '900' } : {}),
    ipiSituation: '53',
    ipiFramework: '999',
    additionalInfo: 'Veio com defeito',
    returnedIpi: { percentage: '100', value: '3.21' },
    referencedItem: { accessKey: soldBy, number: at + 1 },
  }));
  return { ...sale, client, payload: { ...document, items, presence: '9', purpose: 'RETURN', operationType: 'IN' } };
}

/**
 * The same sale as an NFC-e, paid with more cash than it can cost and with an accepted change. Fuels stay as they are; other goods lose
 * what a consumer note cannot have.
 */
function atTheCounter({ payload, ...sale }: NoteInput): NoteInput {
  const payments = [{ method: 'CASH' as const, value: '300000.00' }];
  const document = { ...payload, finalConsumer: null, presence: null, delivery: null, pickup: null };
  const isSimples = ['SIMPLES', 'MEI'].includes(sale.issuer.settings.taxRegime ?? '');
  const situations = isSimples ? ['102', '300'] : ['00', '20', '41'];
  const items = payload.items.map((item, at) =>
    item.fuel ? item : { ...item, ...notAtTheCounter, icmsSituation: situations[at % situations.length] ?? null },
  );
  return { ...sale, payload: { ...document, items, type: 'NFCE', finalConsumer: null, payments } };
}

function endpointAt(url: string) {
  const { host, pathname } = new URL(url);
  return publishedEndpoints().get(`${host}${pathname}`.toLowerCase())!;
}

/** The signed note; null if the product already refuses the combination of levels. */
async function noteOf(sale: NoteInput): Promise<string | null> {
  try {
    return buildNfe(computeNote(sale), { ...identity, issuedAt: sale.on }, { signer, csc: null }).xml;
  } catch (error) {
    const isOfCounter = sale.payload.type === 'NFCE';
    if (error instanceof DomainError && error.code === 'invalid_taxation') return null;
    // Goods sold by 5102 cannot have substitution collected before (382, 386), and a MEI may only sell (337).
    if (isOfCounter && error instanceof DomainError && error.code === 'invalid_cfop') return null;
    throw error;
  }
}
