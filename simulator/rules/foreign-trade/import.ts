import { timestamp } from '../../clock.ts';
import type { Element } from '../../xml/element.ts';
import { child, children, textOf } from '../../xml/element.ts';
import { cfopOf } from '../cfop/table.ts';
import type { Item } from '../note.ts';
import { has, wrongCnpj, wrongCpf } from '../party.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from '../rule.ts';

/** Exports that come back, for which there is no declaration of import; codes of drawback need one, but no tax. */
const cameBack = ['3201', '3202', '3503', '3553'];
const cameBackUnderDrawback = '3211';
const underDrawback = ['3127', cameBackUnderDrawback];
const bySea = '1';
const onBehalf = ['2', '3'];
const oldestYears = 5;

/** Group I: an import names its declaration and taxes (MOC 7.0 Anexo I, I08-110 to I08-130). */
export const importRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(525, 'I08-110', (item) => isImport(item) && declarations(item).length === 0),
  itemRule(597, 'I08-120', (item) => isTaxedImport(item) && child(item.taxes, 'IPI') === undefined),
  itemRule(599, 'I08-130', (item) => isTaxedImport(item) && child(item.taxes, 'II') === undefined),
]);

/** Group I01: the declaration of an import (MOC 7.0 Anexo I, I23-10 to I29a-10; NT 2023.004 v1.20). */
export const importDeclarationRules: readonly Rule[] = onlyIf(isNfe, [
  declarationRule(376, 'I23-10', (one, context) => !isRecent(textOf(one, 'dDesemb') ?? '', context)),
  declarationRule(330, 'I23b-10', (one) => isOneOf(one, 'tpViaTransp', bySea) && child(one, 'vAFRMM') === undefined),
  declarationRule(331, 'I23d-10', (one) => isOnBehalf(one) && !has(one, 'CNPJ') && !has(one, 'CPF')),
  declarationRule(332, 'I23d-20', (one) => wrongCnpj(one) || wrongCpf(one)),
  declarationRule(333, 'I23e-10', (one) => isOnBehalf(one) && !has(one, 'UFTerceiro')),
  itemRule(334, 'I29a-10', (item) => underDrawback.includes(cfopOf(item)) && !declarations(item).some(namesAct)),
]);

/** Whether goods come in from abroad by the CFOP of an item. */
export function isImport(item: Item): boolean {
  return cfopOf(item).startsWith('3') && !cameBack.includes(cfopOf(item));
}

function isTaxedImport(item: Item): boolean {
  return isImport(item) && cfopOf(item) !== cameBackUnderDrawback;
}

function declarationRule(
  cStat: number,
  id: string,
  breaks: (declaration: Element, context: RuleContext) => boolean,
): Rule {
  return itemRule(cStat, id, (item, _note, context) => declarations(item).some((one) => breaks(one, context)));
}

function declarations({ product }: Item): Element[] {
  return children(product, 'DI');
}

function namesAct(declaration: Element): boolean {
  return children(declaration, 'adi').some((addition) => has(addition, 'nDraw'));
}

function isOnBehalf(declaration: Element): boolean {
  return isOneOf(declaration, 'tpIntermedio', ...onBehalf);
}

/** Whether a day (AAAA-MM-DD) lies in the last five years, today included. */
function isRecent(day: string, { at }: RuleContext): boolean {
  const oldest = new Date(at);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - oldestYears);
  return timestamp(oldest).slice(0, 10) <= day && day <= timestamp(at).slice(0, 10);
}
