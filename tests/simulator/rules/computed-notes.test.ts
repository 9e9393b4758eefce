import { join } from 'node:path';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { createValidator } from '../../../adapters/schemas/validator.ts';
import { computeNote, type NoteInput } from '../../../domain/documents/compute/note.ts';
import { DomainError } from '../../../domain/errors.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { taxFieldNames } from '../../../domain/taxation/fields.ts';
import { type LawTables, lawTables } from '../../../domain/taxation/law-tables.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/reader.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { issuerOf, item, personIn, saleOf } from '../../domain/documents/sale.ts';
import { identity } from '../../support/notes.ts';
import { randomConsumerSale, randomSale } from '../../support/random-sale.ts';
import { schemaPack } from '../../support/schema-pack.ts';
import { makeSigner } from '../../support/signer.ts';
import { unchosenBreaches } from '../support/unchosen-breaches.ts';

const endpoint = endpointAt(endpoints.model55.SP.homologation.NfeAutorizacao);
const consumerEndpoint = endpointAt(endpoints.model65.SP.homologation.NfeAutorizacao);
/** Codes for situations of ICMS that a consumer note cannot have (N12-30 to N12a-40), and for a total above its limit (W16-30). */
const ofConsumers = [766, 381, 382, 383, 385, 386, 780];
const validator = createValidator(join(schemaPack().folder, 'nfe'));
const signer = makeSigner();
const inTheNextYear = new Date('2027-03-01T12:00:00-03:00');
const period = {
  from: '2027-01-01',
  until: '2028-12-31',
  state: '0.05',
  municipal: '0.05',
  cbs: '8.7',
  addsToTotal: true,
};
const ratesFrom2027 = lawTables({ ibsCbs: { source: 'nobody: the law has not set them yet', periods: [period] } });
const inStock = item({ cfop: '5102', icmsSituation: '00' });
/** Fields that a consumer note does not have, or that say nothing of its situations. */
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

test('whatever is sold in 2027, at rates that an operator gave, the authority adds the new taxes to items as Lavra does', async () => {
  await fc.assert(
    fc.asyncProperty(randomSale, async (sale) => {
      const xml = await noteOf({ ...sale, on: inTheNextYear, rates: ratesFrom2027 });
      fc.pre(xml !== null);
      const note = readNote(readXml(xml));
      expect(note && unchosenBreaches(note, { endpoint, at: inTheNextYear })).toEqual([]);
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
  const former = { ...period, state: '0.1', municipal: '0', addsToTotal: false };
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

/** A return of the goods of our own sale. */
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
 * The same sale on an NFC-e, paid with more cash than it can cost, of which the change is not more than is taken: fuels as they are, other goods
 * without what a consumer note cannot have.
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

/** The signed note; null where Lavra refuses the combination of levels before there is a note. */
async function noteOf(sale: NoteInput): Promise<string | null> {
  try {
    return buildNfe(computeNote(sale), { ...identity, issuedAt: sale.on }, { signer, csc: null }).xml;
  } catch (error) {
    const isOfCounter = sale.payload.type === 'NFCE';
    if (error instanceof DomainError && error.code === 'invalid_taxation') return null;
    // What is sold by 5102 is neither collected before (382, 386) nor, of a MEI, anything but a sale (337).
    if (isOfCounter && error instanceof DomainError && error.code === 'invalid_cfop') return null;
    throw error;
  }
}
