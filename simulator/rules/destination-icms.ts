import { child } from '../xml/element.ts';
import { amount, near } from './amount.ts';
import { isExempt } from './destination-icms-exceptions.ts';
import { isOfPetroleum } from './fuel-table.ts';
import { interstateRate, isImported, percentage } from './icms.ts';
import type { Item, Note } from './note.ts';
import { paysNoIcms } from './party.ts';
import { goodsGoAnotherWay, placesOf } from './places.ts';
import type { Rule } from './rule.ts';
import { isNfe, isOneOf, itemRule, onlyIf } from './rule.ts';

/** Group NA: the difference of rates, due to the state of a final consumer who pays no ICMS. */
export const destinationIcmsRules: readonly Rule[] = onlyIf(isNfe, [
  itemRule(694, 'NA01-20', (item, note) => isDue(note) && !isExempt(item, note) && group(item) === undefined),
  itemRule(695, 'NA01-30', (item, note) => group(item) !== undefined && isUndue(item, note)),
  itemRule(697, 'NA09-10', (item) => group(item) !== undefined && isImported(item.icms) !== rate(item).eq(4)),
  itemRule(
    698,
    'NA09-30',
    (item, note) =>
      group(item) !== undefined &&
      !goodsGoAnotherWay(note) &&
      !rate(item).eq(4) &&
      !rate(item).eq(interstateRate(note)),
  ),
  itemRule(699, 'NA11-10', (item) => group(item) !== undefined && !amount(group(item), 'pICMSInterPart').eq(100)),
  itemRule(793, 'NA13-10', (item) => {
    const base = child(group(item), 'vBCFCPUFDest') ? 'vBCFCPUFDest' : 'vBCUFDest';
    const due = percentage(amount(group(item), base), amount(group(item), 'pFCPUFDest'));
    return !near(due, amount(group(item), 'vFCPUFDest'));
  }),
  itemRule(815, 'NA15-10', (item) => {
    const difference = amount(group(item), 'pICMSUFDest').minus(rate(item));
    return !near(percentage(amount(group(item), 'vBCUFDest'), difference), amount(group(item), 'vICMSUFDest'));
  }),
  itemRule(816, 'NA17-10', (item) => {
    const difference = amount(group(item), 'pICMSUFDest').minus(rate(item));
    const whole = percentage(amount(group(item), 'vBCUFDest'), difference);
    const kept = whole.minus(percentage(whole, amount(group(item), 'pICMSInterPart')));
    return group(item) !== undefined && !near(kept, amount(group(item), 'vICMSUFRemet'));
  }),
]);

function group({ taxes }: Item): ReturnType<typeof child> {
  return child(taxes, 'ICMSUFDest');
}

function rate(item: Item): ReturnType<typeof amount> {
  return amount(group(item), 'pICMSInter');
}

function isDue(note: Note): boolean {
  return isOneOf(note.ide, 'tpNF', '1') && isWithConsumerAfar(note);
}

/** Entries may have the group, too: it says what goes back. */
function isUndue(item: Item, note: Note): boolean {
  const { delivery, issuer } = placesOf(note);
  const isGoods = child(item.taxes, 'ISSQN') === undefined && !isOfPetroleum(item);
  return !(isWithConsumerAfar(note) && isGoods) && (delivery ?? issuer) === issuer;
}

function isWithConsumerAfar(note: Note): boolean {
  return isOneOf(note.ide, 'idDest', '2') && isOneOf(note.ide, 'indFinal', '1') && paysNoIcms(note);
}
