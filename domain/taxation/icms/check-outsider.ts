import { cfopOf } from '../cfop.ts';
import { type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import type { Operation } from '../operation.ts';

/** Situations that sales to somebody who pays no ICMS may have (NT 2023.001 v1.60, N12-70; NT 2024.001 v1.20, N12a-70). */
const allowed: ReadonlySet<string> = new Set([
  ...['00', '20', '40', '41', '60', '61'],
  ...['102', '103', '300', '400', '500'],
]);
/** Situations of fuels, whose recipients `checkSinglePhase` checks. */
const ofFuels: ReadonlySet<string> = new Set(['02', '15', '53']);
const otherGoods: ReadonlySet<string> = new Set(['5949', '6949']);
/** CFOPs of goods delivered by order of somebody else, or billed before. */
const toOrder: ReadonlySet<string> = new Set(['5123', '5922', '6123', '6922']);
const backFromStore: ReadonlySet<string> = new Set(['5906', '5907']);
/** CFOPs of goods that go to be repaired or shown and come back; only for companies in Simples. */
const repairs: ReadonlySet<string> = new Set(['5912', '5913', '5915', '5916', '6915', '6916']);
/** CFOPs of substitution collected before, which Ceará accepts with the situation of "others" (NT 2023.003 v1.20). */
const ceara: ReadonlySet<string> = new Set(['5403', '5405']);
const electricity = '27160000';

/** Why goods that go to somebody who pays no ICMS may not have the situation (rules 508 and 600), nor goods for an exempt taxpayer (529). */
export function checkOutsider(trace: TaxTrace, operation: Operation, anpCode: string | undefined): TaxFault[] {
  const { model, direction, destination, taxpayerType } = operation;
  const code = tracedText(trace, 'icmsSituation');
  if (model !== '55') return [];
  if (taxpayerType === 'ISENTO' && (code === '50' || code === '51')) {
    const message = `O CST ${code} não serve a contribuinte isento de inscrição (rejeição 529): use, por exemplo, 40 ou 41.`;
    return [{ field: 'icmsSituation', message }];
  }
  const isChecked = taxpayerType === 'NAO_CONTRIBUINTE' && direction === 'OUT' && destination !== '3';
  if (!isChecked || allowed.has(code) || ofFuels.has(code) || isException(code, trace, operation, anpCode)) return [];
  const [name, rejection, instead] =
    code.length === 3
      ? (['CSOSN', '600', '102, ou 500 se o ICMS-ST já foi recolhido'] as const)
      : (['CST', '508', '00, ou 60 se o ICMS-ST já foi recolhido'] as const);
  const message = `O ${name} ${code} não serve a quem não é contribuinte do ICMS (rejeição ${rejection}): use, por exemplo, ${instead}.`;
  return [{ field: 'icmsSituation', message }];
}

function isException(code: string, trace: TaxTrace, operation: Operation, anpCode: string | undefined): boolean {
  // New vehicles may have any situation (N12-70, its exception).
  if (operation.newVehicles) return true;
  const cfop = tracedText(trace, 'cfop');
  const isReturn = operation.purpose === 'RETURN';
  switch (code) {
    case '50':
      return isReturn || isOnTheWay(cfop);
    case '51':
      return isReturn || toOrder.has(cfop) || (operation.destination === '1' && backFromStore.has(cfop));
    case '30':
      return operation.destination === '2' && (anpCode !== undefined || tracedText(trace, 'ncm') === electricity);
    case '90':
      return operation.originState === 'CE' && ceara.has(cfop);
    default:
      return code.length === 3 && repairs.has(cfop);
  }
}

function isOnTheWay(cfop: string): boolean {
  const found = cfopOf(cfop);
  return otherGoods.has(cfop) || found?.comesBack === true || found?.isRemittance === true;
}
