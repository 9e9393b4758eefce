import { child, textOf } from '../xml/element.ts';
import { chosenByState } from './chosen-by-state.ts';
import { has, wrongCnpjIn } from './party.ts';
import { isKnownBrand } from './payment-means.ts';
import { paymentRule } from './payments.ts';
import type { Rule } from './rule.ts';
import { isNfce, isOneOf, onlyIf } from './rule.ts';

const integrated = '1';
const standalone = '2';
/** Credit card, debit card and dynamic PIX, which need the group in consumer notes. */
const needCard = ['03', '04', '17'];
/** Means that may have the group. */
const mayHaveCard = ['03', '04', '10', '11', '12', '13', '15', '17', '18'];

/** Group YA04: cards, and what else is paid electronically (NT 2020.006 v1.31, NT 2023.004 v1.20, NT 2025.001 v1.03). */
export const cardRules: readonly Rule[] = [
  // For model 55 the rule has been put off without a date (NT 2025.001 v1.02).
  ...onlyIf(isNfce, [
    paymentRule(391, 'YA04-10', (one) => isOneOf(one, 'tPag', ...needCard) && child(one, 'card') === undefined),
  ]),
  paymentRule(963, 'YA04-20', (one) => !isOneOf(one, 'tPag', ...mayHaveCard) && child(one, 'card') !== undefined),
  paymentRule(
    737,
    'YA04a-20',
    (one, note, context) =>
      textOf(one, 'card', 'tpIntegra') === standalone && chosenByState('integratedCards', note, context),
  ),
  paymentRule(392, 'YA05-10', (one) => {
    const card = child(one, 'card');
    return textOf(card, 'tpIntegra') === integrated && !(has(card, 'CNPJ') && has(card, 'cAut'));
  }),
  paymentRule(437, 'YA05-20', (one) => wrongCnpjIn(child(one, 'card'), 'CNPJ')),
  paymentRule(443, 'YA06-10', (one) => {
    const brand = textOf(one, 'card', 'tBand');
    return brand !== undefined && !isKnownBrand(brand);
  }),
  paymentRule(796, 'YA07a', (one) => wrongCnpjIn(child(one, 'card'), 'CNPJReceb')),
];
