import { expect, test } from 'vitest';
import fc from 'fast-check';
import { computeNote } from '../../../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../../../domain/documents/compute/operation.ts';
import {
  type SaleToCheck,
  checkGoods,
  checkService,
  type SaleCheck,
} from '../../../../domain/documents/compute/check-sale.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { type Fault, runStep } from '../../../../domain/faults.ts';
import type { TaxRecords } from '../../../../domain/taxation/levels/records.ts';
import { shippedLawTables } from '../../../../domain/taxation/law-tables.ts';
import { randomSale } from '../../../support/samples/random-sale.ts';
import { issuerOf, item, personIn, saleOf, taxpayerIn } from '../sale.ts';
import { providerOf, served, serviceOf } from '../service.ts';

type Goods = SaleToCheck<GoodsPayload, TaxRecords>;

const nothingKept = { items: [], template: null };
const fault = (path: string, code: Fault['code'] = 'validation_error'): Fault => ({
  code,
  path,
  message: 'Não serve.',
});
const pathsOf = (faults: Fault[]) => faults.map(({ path }) => path).sort();
const codeAt = (faults: Fault[], path: string) => faults.find((each) => each.path === path)?.code;

/** The check of ten pieces of 100.00 in São Paulo by default. */
function checked(sale: Partial<Goods> = {}) {
  return checkGoods({
    issuer: issuerOf('NORMAL', { taxDefaults: { cfop: '5102', icmsSituation: '00' } }),
    recipient: { client: taxpayerIn('SP'), faults: [] },
    payload: saleOf([item()]),
    records: nothingKept,
    faults: [],
    rates: shippedLawTables,
    on: new Date('2026-11-21T15:00:00Z'),
    ...sale,
  });
}

/** The faults of a refused sale; fails if the sale is not refused. */
function standingOf(check: SaleCheck<unknown>): Fault[] {
  if (check.kind !== 'refused') throw new Error(`It was expected to be refused, and is ${check.kind}`);
  return check.unkeepable;
}

test('a sale against which nothing stands is computed, and worth its note', () => {
  const check = checked({ payload: saleOf([item({ ipiSituation: '50', ipiRate: '10' })]) });
  expect(check).toMatchObject({ kind: 'issuable', total: '1100.00', faults: [] });
  expect(check.kind === 'issuable' && check.computed.totals.note).toBe('1100.00');
});

test('form, records, recipient and taxes are all reported at once', () => {
  const check = checked({
    payload: saleOf([item({ quantity: '0' }), item({ icmsSituation: '10', icmsRate: '18', cfop: '6102' })], {
      payments: [{ method: 'OTHERS', value: '1' }],
    }),
    recipient: { client: taxpayerIn('SP'), faults: [fault('client.email')] },
    faults: [fault('taxRuleId', 'invalid_tax_rule')],
  });
  const unkeepable = ['client.email', 'items[0].quantity', 'payments[0].description', 'taxRuleId'];
  const ofTaxes = ['cest', 'cfop', 'icmsStModBc', 'icmsStRate'].map((field) => `items[1].${field}`);
  expect(pathsOf(standingOf(check))).toEqual(unkeepable);
  expect(pathsOf(check.faults)).toEqual([...unkeepable, ...ofTaxes].sort());
  expect(codeAt(check.faults, 'taxRuleId')).toBe('invalid_tax_rule');
  expect(codeAt(check.faults, 'items[1].cfop')).toBe('invalid_cfop');
});

test('what only taxes have against a sale keeps nobody from a draft', () => {
  const check = checked({ payload: saleOf([item({ icmsSituation: '99' })]) });
  expect(check).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(pathsOf(check.faults)).toEqual(['items[0].icmsSituation']);
});

test('missing settings of the company keep nobody from a draft, and are reported with everything else', () => {
  const check = checked({ issuer: null });
  expect(check).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(check.faults).toMatchObject([{ code: 'invalid_state', path: '' }]);
  const worse = checked({ issuer: null, payload: saleOf([item({ quantity: '0' })]) });
  expect(pathsOf(standingOf(worse))).toEqual(['items[0].quantity']);
  expect(pathsOf(worse.faults)).toEqual(['', 'items[0].quantity']);
});

test('what no tax could mend stands against a draft too, and taxes are reported beside it', () => {
  const payload = saleOf([item({ icmsSituation: '99' })], { finalConsumer: false });
  const check = checked({ payload, recipient: { client: personIn('SP'), faults: [] } });
  expect(pathsOf(standingOf(check))).toEqual(['finalConsumer']);
  expect(pathsOf(check.faults)).toEqual(['finalConsumer', 'items[0].icmsSituation']);
});

test('sums stand against a sale whose total is known, and wait where it is not', () => {
  const duplicates = [{ dueDate: '2027-01-31', value: '900.00' }];
  expect(pathsOf(standingOf(checked({ payload: saleOf([item()], { duplicates }) })))).toEqual(['duplicates']);
  const ipi = { ipiSituation: '50', ipiRate: '10', icmsSituation: '99' };
  const unknown = checked({ payload: saleOf([item(ipi)], { duplicates }) });
  expect(unknown).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(pathsOf(unknown.faults)).toEqual(['items[0].icmsSituation']);
});

test('where the recipient is in doubt, taxes that follow from it are not checked', () => {
  const payload = saleOf([item({ icmsSituation: '99' })]);
  for (const path of ['client.stateRegistration', 'client.state', 'clientId', 'client']) {
    const check = checked({ payload, recipient: { client: taxpayerIn('SP'), faults: [fault(path)] } });
    expect(pathsOf(check.faults)).toEqual([path]);
  }
  const unread = checked({ payload, recipient: { client: null, faults: [fault('clientId', 'invalid_client')] } });
  expect(pathsOf(standingOf(unread))).toEqual(['clientId']);
});

test('what follows from a record that is not there is not reported as a fault of its own', () => {
  const nameless = { ...item(), code: '', description: '', unitValue: '' };
  const payload = saleOf([nameless, nameless], { operationNature: '', templateId: 'x' });
  const faults = [fault('templateId', 'invalid_template'), fault('items[1].productId', 'invalid_product')];
  const check = checked({ payload, records: null, faults });
  const own = ['code', 'description', 'unitValue'].map((name) => `items[0].${name}`);
  expect(pathsOf(standingOf(check))).toEqual([...own, 'items[1].productId', 'templateId']);
});

test('a return of more than was bought is not issued, whatever else its draft says', () => {
  const sold = '35261111222333000181550010000000011630362748';
  const payload = saleOf([item({ cfop: '1202', referencedItem: { accessKey: sold, number: 1 } })], {
    ...{ purpose: 'RETURN', operationType: 'IN' },
  });
  expect(checked({ payload, origins: [{ note: '999.00' }] })).toMatchObject({ kind: 'issuable', total: '1000.00' });
  const more = checked({ payload, origins: [{ note: '998.99' }] });
  expect(more.faults).toMatchObject([{ path: 'items', message: expect.stringContaining('545') }]);
  expect(more.kind).toBe('draftable');
  expect(checked({ payload }).kind).toBe('issuable');
});

test('a service is checked by the same law', () => {
  const sale = {
    ...{ issuer: providerOf(), recipient: { client: taxpayerIn('SP'), faults: [] } },
    ...{ records: nothingKept, faults: [], rates: shippedLawTables, on: new Date('2026-11-21T15:00:00Z') },
  };
  expect(checkService({ ...sale, payload: serviceOf() })).toMatchObject({ kind: 'issuable', total: '1000.00' });
  const unpriced = serviceOf([served({ unitValue: '', serviceCode: '999999' })]);
  const check = checkService({ ...sale, payload: unpriced, issuer: null });
  expect(pathsOf(standingOf(check))).toContain('items[0].unitValue');
  expect(codeAt(check.faults, '')).toBe('invalid_state');
});

test('whatever is sold, what is issuable is what the note can be computed of, and the rest is reported as it is refused', () => {
  const told = new Set<string>();
  fc.assert(
    fc.property(randomSale, ({ client, records = nothingKept, ...sale }: NoteInput) => {
      const check = checked({ ...sale, records, recipient: { client, faults: [] }, rates: shippedLawTables });
      const note = runStep(() => computeNote({ ...sale, client, records }));
      told.add(check.kind);
      expect(check.kind === 'issuable').toBe(note.value !== null);
      expect(check.faults).toEqual(note.faults);
      if (check.kind === 'issuable') expect(check.computed).toEqual(note.value);
    }),
    { numRuns: 60 },
  );
  expect(told.has('issuable')).toBe(true);
});
