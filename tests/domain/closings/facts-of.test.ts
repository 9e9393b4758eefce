import { expect, test } from 'vitest';
import fc from 'fast-check';
import { factsOf } from '../../../domain/closings/facts-of.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { centsOf, moneyOfCents } from '../../../domain/money.ts';
import { adjustedLine, adjustmentCases, keyOf } from '../documents/check/adjustment-cases.ts';
import { foreigner as abroad, imported, importOf } from '../documents/check/trade-sales.ts';
import { compute, item, personIn, saleOf, taxpayerIn } from '../documents/sale.ts';
import { compute as computeService, foreigner, served, serviceOf } from '../documents/service.ts';
import { computedNote } from '../../support/samples/notes.ts';
import { checked } from '../../fiscal-cases/engine/issue.ts';
import { fiscalCases } from '../../fiscal-cases/cases/index.ts';
import type { Sale } from '../../fiscal-cases/fiscal-case.ts';
import { authorized, ofNote, ofService, randomComputedService, randomNote } from './documents.ts';

const added = (amounts: (string | undefined)[]) => moneyOfCents(amounts.reduce((sum, one) => sum + centsOf(one), 0n));

test('the lines of a note add up to its value and to each of its taxes', () => {
  fc.assert(
    fc.property(randomNote, (note) => {
      const { goods, taxes, totalValue } = factsOf(ofNote(note));
      const { totals } = note;
      const of = (name: 'icms' | 'st' | 'fcp' | 'fcpSt' | 'ipi' | 'pis' | 'cofins' | 'ibs' | 'cbs') =>
        added(goods.map((line) => line[name]));
      expect(added(goods.map(({ operationValue }) => operationValue))).toBe(totalValue);
      expect(totalValue).toBe(totals.note);
      expect(added(goods.map(({ icmsBase }) => icmsBase))).toBe(totals.icmsBase);
      expect(added(goods.map(({ stBase }) => stBase))).toBe(totals.stBase);
      expect(added(goods.map(({ ibsCbsBase }) => ibsCbsBase))).toBe(totals.ibsCbs?.base ?? '0.00');
      for (const name of ['icms', 'fcp', 'fcpSt', 'ipi', 'pis', 'cofins', 'ibs', 'cbs'] as const)
        expect(of(name)).toBe(taxes[name] ?? '0.00');
      expect(of('st')).toBe(taxes.icmsSt ?? '0.00');
      expect([of('icms'), of('st'), of('fcp'), of('fcpSt')]).toEqual([
        totals.icms,
        totals.st,
        totals.fcp,
        totals.fcpSt,
      ]);
      expect([of('ipi'), of('pis'), of('cofins')]).toEqual([totals.ipi, totals.pis, totals.cofins]);
    }),
    { numRuns: 150 },
  );
});

test('a line is one CFOP, origin, CST and rate, and one situation of every other tax; no two are alike', () => {
  fc.assert(
    fc.property(randomNote, (note) => {
      const { goods } = factsOf(ofNote(note));
      const heads = goods.map(({ cfop, origin, cst, rate, pisCst, cofinsCst, ibsCbsCst, classification }) =>
        JSON.stringify([cfop, origin, cst, rate, pisCst, cofinsCst, ibsCbsCst, classification]),
      );
      const expected = note.items.map(({ cfop, icms, pis, cofins, ibsCbs }) =>
        JSON.stringify([
          ...[cfop, icms?.origin, icms?.situation, icms?.rate ?? '0.0000', pis?.situation, cofins?.situation],
          ...[ibsCbs?.situation ?? null, ibsCbs?.classification ?? null],
        ]),
      );
      expect(heads.toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
  );
});

test('freight, substitution, its fund, IPI and discount are part of what a line is worth', () => {
  const taxed = { icmsOrigin: '0', icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40' } as const;
  const note = compute({
    client: { ...taxpayerIn('SP'), stateRegistration: '110042490114' },
    payload: saleOf([
      item({
        ...{ ...taxed, icmsStRate: '18', fcpStRate: '2', ipiSituation: '50', ipiRate: '10', ipiFramework: '999' },
        ...{
          freight: '50.00',
          insurance: '5.00',
          otherCosts: '7.00',
          discount: '62.00',
          cest: '2800100',
          cfop: '5401',
        },
      }),
    ]),
  });
  const [line] = factsOf(ofNote(note)).goods;
  // 1000.00 of goods and 100.00 of IPI: the base of substitution is 1100.00 plus 40 %.
  expect(line).toMatchObject({ stBase: '1540.00', st: '97.20', fcpSt: '30.80', ipi: '100.00' });
  expect(line?.operationValue).toBe('1228.00');
});

test.each<[string, ComputedNote, object]>([
  ['an import', compute({ client: abroad, payload: importOf([imported()]) }), { importTax: '140.00', ipi: '114.00' }],
  [
    'diesel with the biofuel of others',
    compute({
      payload: saleOf([
        item({
          ...{ icmsSituation: '15', unit: 'L' },
          fuel: {
            ...{ anpCode: '820101034', biodieselPercent: '14' },
            origins: [{ imported: false, state: 'SP', percent: '100' }],
          },
        }),
      ]),
    }),
    { icmsMono: '10.06', icmsMonoRetained: '0.55' },
  ],
  [
    'goods that come back with their IPI',
    compute({
      payload: saleOf(
        [
          item({
            ...{ cfop: '1202', icmsSituation: '41', referencedItem: { accessKey: keyOf(), number: 1 } },
            ...{ returnedIpi: { percentage: '100', value: '50.00' }, additionalInfo: 'IPI da NF 7' },
          }),
        ],
        { purpose: 'RETURN', operationType: 'IN' },
      ),
    }),
    { returnedIpi: '50.00' },
  ],
])('the lines of %s add up to its value, which has taxes of its own', (_of, note, expected) => {
  const { goods, taxes, totalValue } = factsOf(ofNote(note));
  expect(added(goods.map(({ operationValue }) => operationValue))).toBe(totalValue);
  expect(taxes).toMatchObject(expected);
});

const issued: Sale[] = Object.values(fiscalCases)
  .flat()
  .flatMap((one) => ('gives' in one ? [one.sale] : []));

test('the lines of every fiscal case add up to vNF, and to the PIS and COFINS that the note posts', () => {
  const notes = issued.flatMap((sale) => checked(sale).note ?? []);
  expect(notes.some(({ items }) => items.some(({ pisSt }) => pisSt?.addsToTotal))).toBe(true);
  expect(notes.some(({ items }) => items.some(({ vehicle }) => vehicle?.sale === 'DIRECT_BILLING'))).toBe(true);
  const sums = notes.map((note) => {
    const { goods, taxes, totalValue } = factsOf(ofNote(note));
    const of = (name: 'operationValue' | 'pis' | 'cofins') => added(goods.map((line) => line[name]));
    return {
      posted: [of('operationValue'), of('pis'), of('cofins')],
      said: [totalValue, taxes.pis ?? '0.00', taxes.cofins ?? '0.00'],
    };
  });
  expect(sums.filter(({ posted, said }) => posted.join() !== said.join())).toEqual([]);
});

test('a conjugated note posts the ISSQN of its services, and their contributions beside those of its goods', () => {
  const contributions = { pisSituation: '01', pisRate: '0.65', cofinsSituation: '01', cofinsRate: '3' } as const;
  const repair = { serviceCode: '14.01', municipalityCode: '3550308', rate: '5', isWithheld: true } as const;
  const { note, faults } = checked({
    by: { municipalRegistration: '12345678' },
    items: [
      { icmsSituation: '40', ...contributions },
      { code: 'S1', description: 'Conserto', quantity: 1, unitValue: '500.00', issqn: repair, ...contributions },
    ],
  });
  expect(faults).toEqual([]);
  expect(note && factsOf(ofNote(note)).taxes).toMatchObject({
    ...{ pis: '9.75', cofins: '45.00', iss: '25.00', issWithheld: '25.00' },
  });
});

test('what is due to the destination is a tax of the note, with its fund', () => {
  const note = computedNote();
  const totals = { ...note.totals, icmsDestination: '12.00', fcpDestination: '2.00', icmsOrigin: '0.00' };
  const { taxes } = factsOf(ofNote({ ...note, totals }));
  expect(taxes).toMatchObject({ icmsDestination: '12.00', fcpDestination: '2.00' });
});

test.each(adjustmentCases)(
  '$of has lines without CST where it has no ICMS, and they add up to it',
  ({ item, document }) => {
    const key = keyOf();
    const client = { ...taxpayerIn('SP'), stateRegistration: '110042490114' };
    const note = compute({ client, payload: saleOf([adjustedLine(item(key))], document(key)) });
    const { goods, totalValue } = factsOf(ofNote(note));
    expect(goods.map(({ cst }) => cst)).toEqual([note.items[0]?.icms?.situation ?? null]);
    expect(added(goods.map(({ operationValue }) => operationValue))).toBe(totalValue);
  },
);

test('the line of a service is what the taker is charged, and what is withheld adds up to what the payer keeps', () => {
  fc.assert(
    fc.property(randomComputedService, (service) => {
      const { services, goods, taxes, totalValue } = factsOf(ofService(service));
      expect(goods).toEqual([]);
      expect(services.map(({ operationValue }) => operationValue)).toEqual([totalValue]);
      const { issWithheld, pisWithheld, cofinsWithheld, inssWithheld, irrfWithheld, csllWithheld } = taxes;
      const withheld = [issWithheld, pisWithheld, cofinsWithheld, inssWithheld, irrfWithheld, csllWithheld];
      expect(added(withheld)).toBe(service.amounts.withheld ?? '0.00');
    }),
  );
});

test('contributions that are withheld in one sum are told apart, and a situation of no contribution is none', () => {
  const fields = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3', pisCofinsWithholding: '3', csllRate: '1' };
  const withheld = computeService({ payload: serviceOf([served(fields)]) });
  expect(factsOf(ofService(withheld))).toMatchObject({
    taxes: { pis: '6.50', cofins: '30.00', pisWithheld: '6.50', cofinsWithheld: '30.00', csllWithheld: '10.00' },
    services: [{ pisCofinsCst: '01', pisCofinsBase: '1000.00', serviceCode: '010701' }],
  });
  const none = computeService({ payload: serviceOf([served({ pisCofinsCst: '00' })]) });
  expect(factsOf(ofService(none)).services).toMatchObject([{ pisCofinsCst: null, pis: '0.00' }]);
});

test('a cancelled document keeps its number and value and is posted nowhere', () => {
  const note = compute({ payload: saleOf([item({ icmsOrigin: '0', icmsSituation: '00', icmsRate: '18' })]) });
  const cancelled = { status: 'CANCELLED', cancellationDate: new Date('2026-10-04T02:59:59Z') } as const;
  expect(factsOf(ofNote(note, cancelled))).toMatchObject({
    status: 'CANCELLED',
    totalValue: '1000.00',
    cancelledAt: '2026-10-03T23:59:59-03:00',
    taxes: {},
    goods: [],
    services: [],
  });
});

test('moments are of Brasília, whatever the state; a month begins there', () => {
  const first = { issueDateTime: new Date('2026-10-01T03:00:00.999Z'), authorizationDate: null };
  expect(factsOf({ ...authorized, ...first })).toMatchObject({
    issuedAt: '2026-10-01T00:00:00-03:00',
    authorizedAt: null,
  });
});

test('who is named is who the note names', () => {
  const consumer = { ...personIn('SP'), name: 'Consumidor', document: '' };
  const atTheCounter = ofNote({ ...computedNote(), model: '65', recipient: consumer });
  expect(factsOf(atTheCounter).recipient).toBeNull();
  const known = ofNote({ ...computedNote(), model: '65', recipient: personIn('SP') });
  expect(factsOf(known).recipient).toEqual({ taxId: '52998224725', name: 'Mercado Bom Preço Ltda' });
  const abroad = { ...computeService(), taker: { ...foreigner, document: '' } };
  expect(factsOf(ofService(abroad)).recipient).toEqual({ taxId: null, name: 'Acme Inc' });
  const nobody = computeService({ client: { ...consumer, address: null } });
  expect(factsOf(ofService(nobody)).recipient).toBeNull();
});

test('a document that never was authorized has no facts', () => {
  expect(() => factsOf({ ...authorized, status: 'REJECTED' })).toThrow(TypeError);
});
