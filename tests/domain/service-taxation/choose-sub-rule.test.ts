import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseServiceSubRule, type SubRuleFacts } from '../../../domain/service-taxation/levels.ts';
import { type NfseSubRule, takerTypes } from '../../../domain/taxation/levels/choose-sub-rule.ts';

const served: SubRuleFacts = { serviceCode: '010701', takerType: 'COMPANY', municipalityCode: '3550308' };

function subRule(lists: Partial<NfseSubRule> = {}): NfseSubRule {
  return { municipalityCodes: [], takerTypes: [], serviceCodes: [], fields: {}, ...lists };
}

function chosenFrom(subRules: NfseSubRule[], of: Partial<SubRuleFacts> = {}): number | null {
  return chooseServiceSubRule(subRules, { ...served, ...of })?.position ?? null;
}

test.each([
  ['a list of services', { serviceCodes: ['010701', '010501'] }, { serviceCodes: ['010501'] }],
  ['a list of takers', { takerTypes: ['COMPANY', 'FOREIGN'] }, { takerTypes: ['INDIVIDUAL'] }],
  ['a list of municipalities', { municipalityCodes: ['3550308'] }, { municipalityCodes: ['3304557'] }],
] satisfies [string, Partial<NfseSubRule>, Partial<NfseSubRule>][])(
  '%s is for what it names, and comes before one for all',
  (_what, own, other) => {
    expect(chosenFrom([subRule(), subRule(own)])).toBe(2);
    expect(chosenFrom([subRule(other)])).toBeNull();
    expect(chosenFrom([subRule(other), subRule()])).toBe(2);
  },
);

test('the service counts more than the taker, and the taker more than the municipality', () => {
  const [service, taker, place] = [
    subRule({ serviceCodes: ['010701'] }),
    subRule({ takerTypes: ['COMPANY'], municipalityCodes: ['3550308'] }),
    subRule({ municipalityCodes: ['3550308'] }),
  ];
  expect(chosenFrom([place, taker, service])).toBe(3);
  expect(chosenFrom([place, taker])).toBe(2);
  expect(chosenFrom([taker, subRule({ takerTypes: ['COMPANY'] })])).toBe(1);
  expect(chosenFrom([subRule({ takerTypes: ['COMPANY'] }), taker])).toBe(2);
});

test('of equals the first in the rule is taken', () => {
  expect(chosenFrom([subRule({ takerTypes: ['COMPANY'] }), subRule({ takerTypes: ['COMPANY', 'FOREIGN'] })])).toBe(1);
});

test.each([
  ['abroad', { municipalityCode: null }, { municipalityCodes: ['3550308'] }],
  ['for nobody in particular', { takerType: null }, { takerTypes: ['COMPANY', 'INDIVIDUAL', 'FOREIGN'] }],
  ['without a code', { serviceCode: null }, { serviceCodes: ['010701'] }],
] satisfies [string, Partial<SubRuleFacts>, Partial<NfseSubRule>][])(
  'what is rendered %s is for sub-rules without such a list',
  (_what, of, own) => {
    expect(chosenFrom([subRule(own), subRule()], of)).toBe(2);
  },
);

test('what is chosen matches, and no other that matches is more specific', () => {
  const list = <Listed extends string>(...from: Listed[]) => fc.subarray(from);
  const anySubRule = fc.record({
    serviceCodes: list('010701', '010501'),
    takerTypes: list(...takerTypes),
    municipalityCodes: list('3550308', '3304557'),
    fields: fc.constant({}),
  });
  fc.assert(
    fc.property(fc.array(anySubRule, { maxLength: 8 }), (subRules) => {
      const matches = (each: NfseSubRule) =>
        (each.serviceCodes.length === 0 || each.serviceCodes.includes('010701')) &&
        (each.takerTypes.length === 0 || each.takerTypes.includes('COMPANY')) &&
        (each.municipalityCodes.length === 0 || each.municipalityCodes.includes('3550308'));
      const rank = (each: NfseSubRule) =>
        [each.serviceCodes, each.takerTypes, each.municipalityCodes].map((of) => (of.length > 0 ? 'a' : 'b')).join('');
      const position = chosenFrom(subRules);
      const fitting = subRules.filter(matches);
      if (position === null) {
        expect(fitting).toEqual([]);
        return;
      }
      const winner = subRules[position - 1];
      const best = fitting.map(rank).sort()[0];
      expect(winner && matches(winner) && rank(winner)).toBe(best);
    }),
  );
});
