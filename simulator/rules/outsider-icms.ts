import { child, textOf } from '../xml/element.ts';
import { cfopOf, operationOf } from './cfop/table.ts';
import { chosenByState } from './chosen-by-state.ts';
import { isOfPetroleum } from './fuel-table.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import type { Rule, RuleContext } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

const allowed = {
  CST: ['00', '20', '40', '41', '60', '61'],
  CSOSN: ['102', '103', '300', '400', '500'],
};
const repairs = ['5915', '5916', '6915', '6916', '5912', '5913'];
const otherGoods = ['5949', '6949'];
const toOrder = ['5123', '5922', '6123', '6922'];
const backFromStore = ['5906', '5907'];
const electricity = '27160000';
/** Goods that Ceará lets be sold as "others" (Supremo Tribunal Federal, RE 574.706; NT 2023.003 v1.20). */
const ceara = { state: '23', CFOP: ['5403', '5405'], CST: '90' };

/** N12-70 and N12a-70: situations of sales to who pays no ICMS (NT 2023.001 v1.60, NT 2023.003 v1.20). */
export const outsiderIcmsRules: readonly Rule[] = onlyIf(sellsToOutsider, [
  itemRule(508, 'N12-70', (item, note, context) => {
    const cst = textOf(item.icms, 'CST');
    return cst !== undefined && !allowed.CST.includes(cst) && !isException(cst, item, note, context);
  }),
  itemRule(600, 'N12a-70', ({ icms, product }) => {
    const csosn = textOf(icms, 'CSOSN');
    return csosn !== undefined && !allowed.CSOSN.includes(csosn) && !isOneOf(product, 'CFOP', ...repairs);
  }),
]);

function sellsToOutsider(note: Note): boolean {
  return isNfe(note) && paysNoIcms(note) && textOf(note.ide, 'tpNF') === '1' && textOf(note.ide, 'idDest') !== '3';
}

function isException(cst: string, item: Item, note: Note, context: RuleContext): boolean {
  const { ide, key, items } = note;
  if (items.some(({ product }) => child(product, 'veicProd') !== undefined)) return true;
  const isReturn = isOneOf(ide, 'finNFe', '4');
  switch (cst) {
    case '50':
      return isReturn || isOnTheWay(item, note);
    case '51':
      return isReturn || isOneOf(item.product, 'CFOP', ...toOrder) || isBackFromStore(item, note);
    case '30':
      return isOneOf(ide, 'idDest', '2') && (isOfPetroleum(item) || isOneOf(item.product, 'NCM', electricity));
    case '02':
    case '10':
      return isOneOf(ide, 'idDest', '1') && chosenByState('substitutionToOutsiders', note, context);
    case ceara.CST:
      return key.cUF === ceara.state && isOneOf(item.product, 'CFOP', ...ceara.CFOP);
    default:
      return false;
  }
}

function isOnTheWay(item: Item, note: Note): boolean {
  const operation = operationOf(item, note);
  return operation?.comesBack === true || operation?.remittance === true || otherGoods.includes(cfopOf(item));
}

function isBackFromStore({ product }: Item, { ide }: Note): boolean {
  return isOneOf(ide, 'idDest', '1') && isOneOf(product, 'CFOP', ...backFromStore);
}
