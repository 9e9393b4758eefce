import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { ServiceAmounts } from '../../../../domain/documents/computed-service.ts';
import type { ServicePayload } from '../../../../domain/documents/payload.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { decimal, money, percentOf, sum } from '../../../../domain/money.ts';
import type { ServiceFields } from '../../../../domain/taxation/levels/service-fields.ts';
import { compute, providerOf, served, serviceOf } from '../service.ts';
import { taker as supplying } from '../../../support/samples/services.ts';

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => (value / 100).toFixed(2));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

const anyItem = fc.record({
  quantity: fc.integer({ min: 1, max: 99_999 }).map((value) => (value / 1000).toFixed(3)),
  unitValue: fc.integer({ min: 500_000, max: 99_999_999 }).map((value) => (value / 10_000).toFixed(4)),
});
const anyFields = fc.record({
  issRate: maybe(cents(200, 500)),
  issWithholding: maybe(fc.constantFrom('1', '2')),
  issBenefit: maybe(cents(1, 2000)),
  pisCofinsWithholding: maybe(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')),
  own: fc.boolean(),
  csllRate: maybe(cents(1, 200)),
  inssRate: maybe(cents(1, 1100)),
  irrfRate: maybe(cents(1, 150)),
});
const anyDetails = fc.record({
  discount: maybe(cents(1, 2000)),
  conditionalDiscount: maybe(cents(1, 1000)),
  deductions: maybe(
    fc.oneof(
      cents(1, 2000).map((rate) => ({ rate })),
      cents(1, 2000).map((value) => ({ value })),
      fc.array(cents(1, 900), { minLength: 1, maxLength: 3 }).map((values) => ({
        documents: values.map((value) => ({
          otherNumber: '1',
          supplier: supplying,
          type: '2',
          issueDate: '2026-11-01',
          deductibleValue: value,
          value,
        })),
      })),
    ),
  ),
});

/** Construction services, which may deduct without a minimum; those whose deductions exceed their value are left out. */
const anyService = fc
  .tuple(fc.array(anyItem, { minLength: 1, maxLength: 6 }), anyFields, anyDetails)
  .map(([items, { issBenefit, own, ...fields }, { discount, ...details }]) => {
    const shared: ServiceFields = {
      ...fields,
      serviceCode: '070201',
      ...(issBenefit ? { issBenefitCode: '35503080400001', issBenefitReduction: issBenefit } : {}),
      ...(own
        ? {
            pisCofinsCst: '01',
            pisRate: '1.65',
            cofinsRate: '7.6',
            pisCofinsWithholding: fields.pisCofinsWithholding ?? '0',
          }
        : {}),
    };
    const payload = serviceOf(
      items.map((item) => served({ ...item, ...shared })),
      { discount, service: { ...details, works: { code: '1' } } },
    );
    return payload;
  });

function holds(law: (amounts: ServiceAmounts, payload: ServicePayload) => void): void {
  let computed = 0;
  fc.assert(
    fc.property(anyService, (payload) => {
      const service = computedOrRefused(payload);
      fc.pre(service !== null);
      computed += 1;
      law(service.amounts, payload);
    }),
    { numRuns: 300 },
  );
  expect(computed).toBe(300);
}

function computedOrRefused(payload: ServicePayload) {
  try {
    return compute({ payload });
  } catch (error) {
    if (error instanceof DomainError && /E0427|E0428|E0431|E0432|E0724/.test(error.message)) return null;
    throw error;
  }
}

function total(...amounts: (string | null)[]) {
  return sum(amounts.map((amount) => decimal(amount)));
}

test('the base is the service less discount, deductions and benefit, and ISSQN is its rate of it', () => {
  holds(({ service, unconditionalDiscount, deductions, benefit, issBase, issRate, iss }) => {
    const taken = total(unconditionalDiscount, deductions, benefit);
    expect(issBase).toBe(money(decimal(service).minus(taken)));
    expect(iss).toBe(issRate && money(percentOf(decimal(issBase), decimal(issRate))));
  });
});

test('a deduction in percent is of what is charged, and a benefit of what is left', () => {
  holds(({ service, unconditionalDiscount, deductions, benefit }, { service: details, items }) => {
    const charged = decimal(service).minus(decimal(unconditionalDiscount));
    const rate = details?.deductions?.rate;
    if (rate) expect(total(deductions)).toEqual(percentOf(charged, decimal(rate)));
    const reduction = decimal(items[0]?.issBenefitReduction);
    expect(total(benefit)).toEqual(percentOf(charged.minus(decimal(deductions)), reduction));
  });
});

test('what is withheld adds up to the cent, and is taken from what is paid', () => {
  holds((amounts) => {
    const { service, unconditionalDiscount, conditionalDiscount, withheld, net } = amounts;
    expect(total(withheld)).toEqual(total(amounts.inss, amounts.irrf, amounts.csll, amounts.issWithheld));
    expect(decimal(service)).toEqual(total(net, unconditionalDiscount, conditionalDiscount, withheld));
  });
});

test('no amount is negative, and each has two places', () => {
  holds(({ computedBy: _by, ibsCbs: _ibsCbs, issRate: _rate, ...amounts }) => {
    for (const amount of Object.values(amounts)) if (amount !== null) expect(amount).toMatch(/^\d+\.\d\d$/);
  });
});

test('the lines add up to the service, and their shares of the discount to the discount', () => {
  fc.assert(
    fc.property(anyService, (payload) => {
      const service = computedOrRefused(payload);
      fc.pre(service !== null);
      const { items, amounts } = service;
      expect(money(total(...items.map((item) => item.total)))).toBe(amounts.service);
      expect(total(...items.map(({ discount }) => discount))).toEqual(total(amounts.unconditionalDiscount));
      for (const item of items) expect(decimal(item.discount).lte(decimal(item.total))).toBe(true);
    }),
  );
});

const suspended = { issSuspensionType: '1', issSuspensionProcess: '1'.repeat(30) };

test.each([
  ['a MEI', providerOf('MEI'), {}],
  ['a special regime', providerOf('NORMAL', { specialRegime: '4' }), {}],
  ['a suspended ISSQN', providerOf(), { ...suspended, issRate: '2.9' }],
])('%s has neither base nor ISSQN on its note', (_what, issuer, fields) => {
  const { amounts } = compute({ issuer, payload: serviceOf([served(fields)]) });
  expect(amounts).toMatchObject({ issBase: null, issRate: null, iss: null, net: '1000.00' });
});

test('what a benefit without a reduction leaves of ISSQN only the municipality knows', () => {
  const { amounts } = compute({ payload: serviceOf([served({ issBenefitCode: '35503080400001', issRate: '2.9' })]) });
  expect(amounts).toMatchObject({ issBase: '1000.00', issRate: null, iss: null });
});

/** tpRetPisCofins, what it withholds of 1000.00 (PIS 0.65 %, COFINS 3 %, CSLL 1 %; Lei 10.833/2003 art. 31), and vRetCSLL. */
test.each([
  ['0', null, null, null],
  ['1', '6.50', '30.00', '36.50'],
  ['2', null, null, null],
  ['3', '6.50', '30.00', '46.50'],
  ['4', '6.50', '30.00', '36.50'],
  ['5', '6.50', null, '6.50'],
  ['6', null, '30.00', '30.00'],
  ['7', null, '30.00', '40.00'],
  ['8', null, null, '10.00'],
  ['9', '6.50', null, '16.50'],
])('withholding %s takes PIS %s and COFINS %s, vRetCSLL %s', (pisCofinsWithholding, pis, cofins, together) => {
  const { amounts } = compute({ payload: serviceOf([served({ pisCofinsWithholding })]) });
  expect(amounts).toMatchObject({ pisWithheld: pis, cofinsWithheld: cofins, csll: together, withheld: together });
});

test('what is withheld does not follow the issuer’s own rates', () => {
  const own = { pisCofinsCst: '01', pisRate: '1.65', cofinsRate: '7.6', pisCofinsWithholding: '3' };
  const { amounts } = compute({ payload: serviceOf([served(own)]) });
  expect(amounts).toMatchObject({ pisCofinsBase: '1000.00', pis: '16.50', cofins: '76.00', csll: '46.50' });
});

test('own contributions halve to the even cent, as the authority does (NT SE/CGNFS-e 007/2026)', () => {
  const own = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3', pisCofinsWithholding: '0' };
  const { amounts } = compute({ payload: serviceOf([served({ ...own, unitValue: '101.50' })]) });
  expect(amounts).toMatchObject({ pis: '0.66', cofins: '3.04' });
});

test.each(['00', '08', '09'])('CST %s has neither base nor contributions', (pisCofinsCst) => {
  const { amounts } = compute({ payload: serviceOf([served({ pisCofinsCst })]) });
  expect(amounts).toMatchObject({ pisCofinsBase: null, pis: null, cofins: null });
});

test('CSLL without a code of the note is withheld at its rate', () => {
  expect(compute({ payload: serviceOf([served({ csllRate: '1.5' })]) }).amounts.csll).toBe('15.00');
});
