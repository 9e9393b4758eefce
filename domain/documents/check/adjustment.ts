import { moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { type AdjustmentKind, adjustmentKindOf, kindInWords, typeField } from '../../taxation/adjustments.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { ibsCbsClass } from '../../taxation/ibs-cbs/class.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

const directions = {
  CREDIT: { operationType: 'IN', inWords: 'de entrada', code: '1161' },
  DEBIT: { operationType: 'OUT', inWords: 'de saída', code: '1162' },
} as const;

/** Faults of a note of credit or debit, and of lines that have fields which only such a note may have. */
export function checkAdjustment(payload: GoodsPayload): Fault[] {
  const kind = adjustmentKindOf(payload);
  return [
    ...checkTypes(payload, kind),
    ...(kind ? checkKind(payload, kind) : []),
    ...checkDeclared(payload.items, kind),
  ];
}

function checkTypes({ rtcCreditType, rtcDebitType }: GoodsPayload, kind: AdjustmentKind | null): Fault[] {
  const refuse = (path: string, message: string): Fault[] => [refusal(path, message)];
  if (rtcCreditType && rtcDebitType) {
    return refuse('rtcDebitType', 'Uma nota é de crédito ou de débito: envie só rtcCreditType ou só rtcDebitType.');
  }
  if (kind) return [];
  if (rtcCreditType)
    return refuse('rtcCreditType', `Os tipos de nota de crédito vão de 01 a 06; veio ${rtcCreditType}.`);
  return rtcDebitType ? refuse('rtcDebitType', `Os tipos de nota de débito vão de 01 a 08; veio ${rtcDebitType}.`) : [];
}

function checkKind({ type, purpose, operationType }: GoodsPayload, kind: AdjustmentKind): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push(refusal(path, message));
  const field = typeField(kind.purpose);
  const direction = directions[kind.purpose];
  if (type !== 'NFE') refuse(field, `Só a NF-e (modelo 55) tem notas de crédito e de débito: use type NFE.`);
  if (purpose) refuse('purpose', `A finalidade já é dita por ${field}: não envie purpose.`);
  if (operationType && operationType !== direction.operationType) {
    const note = kind.purpose === 'CREDIT' ? 'crédito' : 'débito';
    const { inWords, code } = direction;
    refuse('operationType', `A nota de ${note} é sempre ${inWords} (rejeição ${code}): não envie operationType.`);
  }
  return faults;
}

type Group = 'adjustment' | 'creditReversal' | 'zfmPresumedCredit';

/**
 * The group that a line declares in place of computed amounts, by its situation (CST); 410 stands for the class of lost goods (NT 2025.002, UB106,
 * UB112, UB116, UB131).
 */
const groupOfClass: ReadonlyMap<string, Group> = new Map([
  ['800', 'adjustment'],
  ['811', 'adjustment'],
  ['810', 'zfmPresumedCredit'],
  ['410', 'creditReversal'],
]);
const groups = ['adjustment', 'creditReversal', 'zfmPresumedCredit'] as const satisfies Group[];
const missing = {
  adjustment: 'o IBS e a CBS que são ajustados ou transferidos',
  creditReversal: 'o IBS e a CBS do crédito que é estornado',
  zfmPresumedCredit: 'o crédito presumido da Zona Franca de Manaus',
} as const satisfies Record<Group, string>;
/** The reform's first month (TCompetApur). */
const earliestPeriod = '2025-01';
/** Values of tpCredPresIBSZFM. */
const zfmTypes = /^[0-4]$/;

/** Faults of the IBS and CBS that lines declare, by the note's kind; `kind` is null for a note that is neither of credit nor of debit. */
function checkDeclared(items: ItemInput[], kind: AdjustmentKind | null): Fault[] {
  return [...items.flatMap((item, index) => checkItem(item, `items[${index}]`, kind)), ...checkZfmTypes(items)];
}

function checkItem(item: ItemInput, path: string, kind: AdjustmentKind | null): Fault[] {
  const faults = groups.flatMap((group) => checkPresence(item, group, `${path}.${group}`, kind));
  if (faults.length > 0) return faults;
  return [
    ...checkAdjustedAmounts(item, `${path}.adjustment`, kind),
    ...checkReversal(item, `${path}.creditReversal`, kind),
    ...checkPresumedCredit(item, `${path}.zfmPresumedCredit`),
  ];
}

/**
 * On other notes a reversal of credit is not refused here: some of their classes ask for one, and the class is known only when taxes are resolved
 * (`checkCreditReversal`).
 */
function checkPresence(item: ItemInput, group: Group, path: string, kind: AdjustmentKind | null): Fault[] {
  const isWanted = groupOf(kind) === group;
  if (Boolean(item[group]) === isWanted) return [];
  if (kind && isWanted) {
    return [refusal(path, `Com ${kindInWords(kind)}, informe ${missing[group]}.`)];
  }
  if (group === 'creditReversal' && !kind?.classification) return [];
  return [
    refusal(path, kind ? `Não vai em ${kindInWords(kind)}: não envie este campo.` : `Só vai em ${notesWith(group)}.`),
  ];
}

function groupOf(kind: AdjustmentKind | null): Group | undefined {
  return groupOfClass.get(kind?.classification?.slice(0, 3) ?? '');
}

function notesWith(group: Group): string {
  if (group === 'zfmPresumedCredit') return 'nota de crédito do tipo 02: envie rtcCreditType, ou não envie este campo';
  return 'nota de crédito 05 ou de débito 01, 02, 03, 05 e 08: envie rtcCreditType ou rtcDebitType, ou não envie este campo';
}

function checkAdjustedAmounts({ adjustment }: ItemInput, path: string, kind: AdjustmentKind | null): Fault[] {
  if (!adjustment) return [];
  const { period } = adjustment;
  const faults = checkValues(adjustment, path);
  if (period) faults.push(...checkPeriod(period, `${path}.period`));
  else if (kind?.classification?.startsWith('811')) {
    faults.push(refusal(`${path}.period`, 'Informe o mês de apuração que é ajustado, como 2026-10.'));
  }
  if (faults.length === 0 && isNothing(adjustment)) {
    faults.push(refusal(path, 'O IBS ou a CBS precisa ser maior que zero (rejeições 1129 e 1171).'));
  }
  return faults;
}

/** The reversed credit may be zero only where it is of lost goods (rule 1174). */
function checkReversal({ creditReversal }: ItemInput, path: string, kind: AdjustmentKind | null): Fault[] {
  if (!creditReversal) return [];
  const faults = checkValues(creditReversal, path);
  if (faults.length > 0 || kind?.classification || !isNothing(creditReversal)) return faults;
  return [refusal(path, 'O IBS ou a CBS estornado precisa ser maior que zero (rejeição 1174).')];
}

function checkPresumedCredit({ zfmPresumedCredit }: ItemInput, path: string): Fault[] {
  if (!zfmPresumedCredit) return [];
  const { period, type, value } = zfmPresumedCredit;
  const faults = [...checkPeriod(period, `${path}.period`), ...checkDecimal(value, moneyForm, `${path}.value`)];
  if (!zfmTypes.test(type)) {
    faults.push(
      refusal(`${path}.type`, `O tipo de crédito presumido é 0, 1, 2, 3 ou 4 (tpCredPresIBSZFM); veio ${type}.`),
    );
  }
  return faults;
}

/** Rule 1136: each type of presumed credit stands in one item only. */
function checkZfmTypes(items: ItemInput[]): Fault[] {
  const types = items.map(({ zfmPresumedCredit }) => zfmPresumedCredit?.type);
  return types.flatMap((type, index) => {
    if (type === undefined || types.indexOf(type) === index) return [];
    const message = `O item ${types.indexOf(type) + 1} já tem o tipo ${type}: junte em um item só o que é do mesmo tipo (rejeição 1136).`;
    return [refusal(`items[${index}].zfmPresumedCredit.type`, message)];
  });
}

function checkValues({ ibs, cbs }: NonNullable<ItemInput['creditReversal']>, path: string): Fault[] {
  return [...checkDecimal(ibs, moneyForm, `${path}.ibs`), ...checkDecimal(cbs, moneyForm, `${path}.cbs`)];
}

function checkPeriod(period: string, path: string): Fault[] {
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(period) && period >= earliestPeriod) return [];
  return [refusal(path, `O mês de apuração é AAAA-MM, de ${earliestPeriod} em diante; veio ${period.slice(0, 20)}.`)];
}

function isNothing({ ibs, cbs }: NonNullable<ItemInput['creditReversal']>): boolean {
  return decimal(ibs).isZero() && decimal(cbs).isZero();
}

/** A line reverses credit exactly where its class asks for it (rules 1172 and 1173). */
export function checkCreditReversal(item: ItemInput | undefined, trace: TaxTrace, path: string): Fault[] {
  const classification = tracedText(trace, 'ibsCbsClassification');
  const isWanted = ibsCbsClass(classification)?.needsCreditReversal ?? false;
  if (Boolean(item?.creditReversal) === isWanted) return [];
  const message = isWanted
    ? `O cClassTrib ${classification} estorna crédito (rejeição 1173): informe o IBS e a CBS estornados.`
    : `O cClassTrib ${classification || 'do item'} não estorna crédito (rejeição 1172): não envie este campo, ou troque ibsCbsClassification.`;
  return [refusal(`${path}.creditReversal`, message, 'invalid_taxation')];
}
