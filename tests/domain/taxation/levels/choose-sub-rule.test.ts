import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type NfeSubRule,
  ruleClientTypes,
  subRuleChooser,
} from '../../../../domain/taxation/levels/choose-sub-rule.ts';
import { type Operation, taxpayerTypes } from '../../../../domain/taxation/operation.ts';
import { operationWith } from '../an-operation.ts';

const consumer = { finalConsumer: true, taxpayerType: 'NAO_CONTRIBUINTE' } as const;

test('a sub-rule without lists is for everyone, and a rule without a sub-rule for the recipient says nothing', () => {
  expect(chosen([subRule()], operationWith())).toBe(1);
  expect(chosen([subRule({ states: ['BA'] }), subRule({ clientTypes: ['ISENTO'] })], operationWith())).toBeNull();
  expect(chosen([], operationWith())).toBeNull();
});

test.each(taxpayerTypes)('%s is matched by its own name alone', (taxpayerType) => {
  for (const listed of ruleClientTypes) {
    const position = chosen([subRule({ clientTypes: [listed] })], operationWith({ taxpayerType }));
    expect(position).toBe(listed === taxpayerType ? 1 : null);
  }
});

test('CONSUMIDOR_FINAL is whoever buys for own use, and gives way to the exact type', () => {
  const rules = [subRule({ clientTypes: ['CONSUMIDOR_FINAL'] }), subRule({ clientTypes: ['CONTRIBUINTE'] })];
  expect(chosen(rules, operationWith(consumer))).toBe(1);
  expect(chosen(rules, operationWith({ finalConsumer: true }))).toBe(2);
  expect(chosen(rules.slice(0, 1), operationWith({ finalConsumer: true }))).toBe(1);
  expect(chosen(rules.slice(0, 1), operationWith())).toBeNull();
});

test('the state is the recipient’s, and EX abroad', () => {
  const rules = [subRule({ states: ['EX'] }), subRule({ states: ['BA', 'SE'] })];
  expect(chosen(rules, operationWith({ destinationState: null, destination: '3' }))).toBe(1);
  expect(chosen(rules, operationWith({ destinationState: 'SE', destination: '2' }))).toBe(2);
});

test.each(['5910', '6910', '7910'])('a sub-rule for 5910 is for a line of %s', (cfop) => {
  expect(chosen([subRule(), subRule({ cfops: ['5910'] })], operationWith(), cfop)).toBe(2);
});

test('a sub-rule with cfops is for no other operation, and comes before whatever else fits better', () => {
  const rules = [subRule({ cfops: ['5910'] }), subRule({ states: ['SP'], clientTypes: ['CONTRIBUINTE'] })];
  expect(chosen(rules, operationWith(), '5102')).toBe(2);
  expect(chosen(rules, operationWith(), '5910')).toBe(1);
});

test('a line whose CFOP is unknown or malformed gets a sub-rule without cfops', () => {
  for (const cfop of ['', '9', '102', 'ação']) {
    expect(chosen([subRule({ cfops: ['5102'] }), subRule()], operationWith(), cfop)).toBe(2);
  }
});

test('on an entry a sub-rule that lists its CFOP comes before one that shares only the digits', () => {
  const rules = [subRule({ cfops: ['5202'] }), subRule({ cfops: ['1202'] })];
  expect(chosen(rules, operationWith({ direction: 'IN' }), '2202')).toBe(2);
  expect(chosen(rules.slice(0, 1), operationWith({ direction: 'IN' }), '1202')).toBe(1);
  expect(chosen(rules, operationWith(), '6202')).toBe(1);
});

const anySubRule = fc.record({
  states: fc.subarray(['SP', 'BA', 'EX']),
  clientTypes: fc.subarray([...ruleClientTypes]),
  cfops: fc.subarray(['5102', '6910', '7101']),
  fields: fc.constant({}),
});
const anyOperation = fc.record({
  destinationState: fc.constantFrom('SP', 'BA', null),
  taxpayerType: fc.constantFrom(...taxpayerTypes),
  finalConsumer: fc.boolean(),
});
const anyCfop = fc.constantFrom('5102', '6102', '6910', '5910', '7101', '5949');

test('the sub-rule that applies is the first of the most specific ones that fit', () => {
  fc.assert(
    fc.property(fc.array(anySubRule, { maxLength: 12 }), anyOperation, anyCfop, (rules, recipient, cfop) => {
      const operation = operationWith(recipient);
      const fitting = rules.filter((rule) => fits(rule, operation, cfop));
      const position = chosen(rules, operation, cfop);
      if (position === null) return fitting.length === 0;
      const winner = rules[position - 1];
      if (!winner || !fitting.includes(winner)) return false;
      const best = Math.max(...fitting.map((rule) => specificity(rule, operation)));
      return (
        rules.findIndex((rule) => fitting.includes(rule) && specificity(rule, operation) === best) === position - 1
      );
    }),
    { numRuns: 2000 },
  );
});

test('order breaks ties and nothing else', () => {
  fc.assert(
    fc.property(fc.array(anySubRule, { maxLength: 8 }), anyOperation, anyCfop, (rules, recipient, cfop) => {
      const operation = operationWith(recipient);
      const worth = (list: NfeSubRule[]) => {
        const rule = list[(chosen(list, operation, cfop) ?? 0) - 1];
        return rule && specificity(rule, operation);
      };
      expect(worth(rules.toReversed())).toBe(worth(rules));
    }),
  );
});

function subRule(fields: Partial<NfeSubRule> = {}): NfeSubRule {
  return { states: [], clientTypes: [], cfops: [], fields: {}, ...fields };
}

function chosen(subRules: NfeSubRule[], operation: Operation, cfop = '5102'): number | null {
  return subRuleChooser(subRules, operation)(cfop)?.position ?? null;
}

function fits({ states, clientTypes, cfops }: NfeSubRule, operation: Operation, cfop: string): boolean {
  const types = [operation.taxpayerType, ...(operation.finalConsumer ? ['CONSUMIDOR_FINAL'] : [])];
  return (
    (states.length === 0 || states.some((state) => state === (operation.destinationState ?? 'EX'))) &&
    (clientTypes.length === 0 || clientTypes.some((type) => types.includes(type))) &&
    (cfops.length === 0 || cfops.some((listed) => listed.slice(-3) === cfop.slice(-3)))
  );
}

/** A number that is greater for the more specific of two sub-rules that apply. */
function specificity({ states, clientTypes, cfops }: NfeSubRule, { taxpayerType }: Operation): number {
  const ofClient = clientTypes.includes(taxpayerType) ? 2 : Math.min(clientTypes.length, 1);
  return (cfops.length > 0 ? 100 : 0) + ofClient * 10 + (states.length > 0 ? 1 : 0);
}
