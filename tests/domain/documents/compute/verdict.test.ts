import { expect, test } from 'vitest';
import fc from 'fast-check';
import { computeNote, type NoteInput } from '../../../../domain/documents/compute/note.ts';
import { type Hearing, judgeGoods, judgeService, type Verdict } from '../../../../domain/documents/compute/verdict.ts';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { type Fault, tried } from '../../../../domain/faults.ts';
import type { TaxRecords } from '../../../../domain/taxation/levels/records.ts';
import { shippedLawTables } from '../../../../domain/taxation/law-tables.ts';
import { randomSale } from '../../../support/random-sale.ts';
import { issuerOf, item, personIn, saleOf, taxpayerIn } from '../sale.ts';
import { providerOf, served, serviceOf } from '../service.ts';

type Goods = Hearing<GoodsPayload, TaxRecords>;

const nothingKept = { items: [], template: null };
const fault = (path: string, code: Fault['code'] = 'validation_error'): Fault => ({
  code,
  path,
  message: 'Não serve.',
});
const pathsOf = (faults: Fault[]) => faults.map(({ path }) => path).sort();
const codeAt = (faults: Fault[], path: string) => faults.find((each) => each.path === path)?.code;

/** The judgement of ten pieces of 100.00 in São Paulo, unless told otherwise. */
function judged(sale: Partial<Goods> = {}) {
  return judgeGoods({
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

/** What stands against a sale that is refused; fails for any other verdict. */
function standingOf(verdict: Verdict<unknown>): Fault[] {
  if (verdict.kind !== 'refused') throw new Error(`It was expected to be refused, and is ${verdict.kind}`);
  return verdict.standing;
}

test('a sale against which nothing stands is computed, and worth its note', () => {
  const verdict = judged({ payload: saleOf([item({ ipiSituation: '50', ipiRate: '10' })]) });
  expect(verdict).toMatchObject({ kind: 'issuable', total: '1100.00', faults: [] });
  expect(verdict.kind === 'issuable' && verdict.computed.totals.note).toBe('1100.00');
});

test('form, records, recipient and taxes are all told at once', () => {
  const verdict = judged({
    payload: saleOf([item({ quantity: '0' }), item({ icmsSituation: '10', icmsRate: '18', cfop: '6102' })], {
      payments: [{ method: 'OTHERS', value: '1' }],
    }),
    recipient: { client: taxpayerIn('SP'), faults: [fault('client.email')] },
    faults: [fault('taxRuleId', 'invalid_tax_rule')],
  });
  const standing = ['client.email', 'items[0].quantity', 'payments[0].description', 'taxRuleId'];
  const ofTaxes = ['cest', 'cfop', 'icmsStModBc', 'icmsStRate'].map((field) => `items[1].${field}`);
  expect(pathsOf(standingOf(verdict))).toEqual(standing);
  expect(pathsOf(verdict.faults)).toEqual([...standing, ...ofTaxes].sort());
  expect(codeAt(verdict.faults, 'taxRuleId')).toBe('invalid_tax_rule');
  expect(codeAt(verdict.faults, 'items[1].cfop')).toBe('invalid_cfop');
});

test('what only taxes have against a sale keeps nobody from a draft', () => {
  const verdict = judged({ payload: saleOf([item({ icmsSituation: '99' })]) });
  expect(verdict).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(pathsOf(verdict.faults)).toEqual(['items[0].icmsSituation']);
});

test('nor do missing settings of the company, and they are told with everything else', () => {
  const verdict = judged({ issuer: null });
  expect(verdict).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(verdict.faults).toMatchObject([{ code: 'invalid_state', path: '' }]);
  const worse = judged({ issuer: null, payload: saleOf([item({ quantity: '0' })]) });
  expect(pathsOf(standingOf(worse))).toEqual(['items[0].quantity']);
  expect(pathsOf(worse.faults)).toEqual(['', 'items[0].quantity']);
});

test('what no tax could mend stands against a draft too, and taxes are told beside it', () => {
  const payload = saleOf([item({ icmsSituation: '99' })], { finalConsumer: false });
  const verdict = judged({ payload, recipient: { client: personIn('SP'), faults: [] } });
  expect(pathsOf(standingOf(verdict))).toEqual(['finalConsumer']);
  expect(pathsOf(verdict.faults)).toEqual(['finalConsumer', 'items[0].icmsSituation']);
});

test('sums stand against a sale whose total is known, and wait where it is not', () => {
  const duplicates = [{ dueDate: '2027-01-31', value: '900.00' }];
  expect(pathsOf(standingOf(judged({ payload: saleOf([item()], { duplicates }) })))).toEqual(['duplicates']);
  const ipi = { ipiSituation: '50', ipiRate: '10', icmsSituation: '99' };
  const unknown = judged({ payload: saleOf([item(ipi)], { duplicates }) });
  expect(unknown).toMatchObject({ kind: 'draftable', total: '1000.00' });
  expect(pathsOf(unknown.faults)).toEqual(['items[0].icmsSituation']);
});

test('where the recipient is in doubt, taxes that follow from it are not judged', () => {
  const payload = saleOf([item({ icmsSituation: '99' })]);
  for (const path of ['client.stateRegistration', 'client.state', 'clientId', 'client']) {
    const verdict = judged({ payload, recipient: { client: taxpayerIn('SP'), faults: [fault(path)] } });
    expect(pathsOf(verdict.faults)).toEqual([path]);
  }
  const unread = judged({ payload, recipient: { client: null, faults: [fault('clientId', 'invalid_client')] } });
  expect(pathsOf(standingOf(unread))).toEqual(['clientId']);
});

test('what follows from a record that is not there is not told as a fault of its own', () => {
  const nameless = { ...item(), code: '', description: '', unitValue: '' };
  const payload = saleOf([nameless, nameless], { operationNature: '', templateId: 'x' });
  const faults = [fault('templateId', 'invalid_template'), fault('items[1].productId', 'invalid_product')];
  const verdict = judged({ payload, records: null, faults });
  const own = ['code', 'description', 'unitValue'].map((name) => `items[0].${name}`);
  expect(pathsOf(standingOf(verdict))).toEqual([...own, 'items[1].productId', 'templateId']);
});

test('a return of more than was bought is not issued, whatever else its draft says', () => {
  const sold = '35261111222333000181550010000000011630362748';
  const payload = saleOf([item({ cfop: '1202', referencedItem: { accessKey: sold, number: 1 } })], {
    ...{ purpose: 'RETURN', operationType: 'IN' },
  });
  expect(judged({ payload, origins: [{ note: '999.00' }] })).toMatchObject({ kind: 'issuable', total: '1000.00' });
  const more = judged({ payload, origins: [{ note: '998.99' }] });
  expect(more.faults).toMatchObject([{ path: 'items', message: expect.stringContaining('545') }]);
  expect(more.kind).toBe('draftable');
  expect(judged({ payload }).kind).toBe('issuable');
});

test('a service is judged by the same law', () => {
  const hearing = {
    ...{ issuer: providerOf(), recipient: { client: taxpayerIn('SP'), faults: [] } },
    ...{ records: nothingKept, faults: [], rates: shippedLawTables, on: new Date('2026-11-21T15:00:00Z') },
  };
  expect(judgeService({ ...hearing, payload: serviceOf() })).toMatchObject({ kind: 'issuable', total: '1000.00' });
  const unpriced = serviceOf([served({ unitValue: '', serviceCode: '999999' })]);
  const verdict = judgeService({ ...hearing, payload: unpriced, issuer: null });
  expect(pathsOf(standingOf(verdict))).toContain('items[0].unitValue');
  expect(codeAt(verdict.faults, '')).toBe('invalid_state');
});

test('whatever is sold, what is issuable is what the note can be computed of, and the rest is told as it is refused', () => {
  const told = new Set<string>();
  fc.assert(
    fc.property(randomSale, ({ client, records = nothingKept, ...sale }: NoteInput) => {
      const verdict = judged({ ...sale, records, recipient: { client, faults: [] }, rates: shippedLawTables });
      const note = tried(() => computeNote({ ...sale, client, records }));
      told.add(verdict.kind);
      expect(verdict.kind === 'issuable').toBe(note.value !== null);
      expect(verdict.faults).toEqual(note.faults);
      if (verdict.kind === 'issuable') expect(verdict.computed).toEqual(note.value);
    }),
    { numRuns: 60 },
  );
  expect(told.has('issuable')).toBe(true);
});
