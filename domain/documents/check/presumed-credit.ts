import { moneyForm, rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, zero } from '../../money.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import {
  creditOfUsedGoods,
  mayHaveCredit,
  type OperationCredit,
  publishedCredit,
} from '../../taxation/ibs-cbs/presumed-credit.ts';
import type { Operation } from '../../taxation/operation.ts';
import { simplesPartOf } from '../../taxation/simples.ts';
import type { ComputedItem } from '../computed-note.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

const taxes = [
  ['ibs', 'IBS', '1053', '1054'],
  ['cbs', 'CBS', '1050', '1058'],
] as const;

/** Faults of form of presumed credits that the issuer takes in the note itself (group UB120; NT 2025.002 v1.52). */
export function checkPresumedCredits({ type, items }: GoodsPayload): Fault[] {
  return items.flatMap((item, index) => {
    const { operationPresumedCredit: credit, zfmCreditType } = item;
    const path = `items[${index}]`;
    return [
      ...(zfmCreditType && type !== 'NFE'
        ? [
            refusal(
              `${path}.zfmCreditType`,
              'A NFC-e não diz este campo (rejeição 1165): não o envie, ou emita uma NF-e.',
            ),
          ]
        : []),
      ...(credit ? checkCredit(item, credit, `${path}.operationPresumedCredit`, type) : []),
    ];
  });
}

function checkCredit(item: ItemInput, credit: OperationCredit, path: string, type: GoodsPayload['type']): Fault[] {
  const refuse = (message: string, at = path): Fault[] => [refusal(at, message)];
  if (type !== 'NFE')
    return refuse('A NFC-e não dá crédito presumido (rejeição 1049): não envie este campo, ou emita uma NF-e.');
  if (item.zfmPresumedCredit) {
    return refuse('O item diz um só dos dois créditos presumidos, o da operação ou o da Zona Franca: envie só um.');
  }
  const faults = [
    ...checkDecimal(credit.base, moneyForm, `${path}.base`),
    ...taxes.flatMap(([tax]) => checkDecimal(credit[tax]?.rate, rateForm, `${path}.${tax}.rate`)),
  ];
  if (faults.length > 0) return faults;
  const published = publishedCredit(credit.creditCode);
  if (!published) {
    return refuse(
      `${credit.creditCode} não é um código de crédito presumido (rejeição 1055): eles vão de 01 a 13.`,
      `${path}.creditCode`,
    );
  }
  if (!published.isTakenInNote) {
    return refuse(
      `O crédito ${credit.creditCode} não se toma na nota: registre depois o evento 211110, de apropriação de crédito presumido.`,
      `${path}.creditCode`,
    );
  }
  return taxes.flatMap(([tax, name]) =>
    credit[tax]?.isConditional && credit.creditCode !== creditOfUsedGoods
      ? refuse(
          `Só o crédito 04, de bens usados, fica em condição suspensiva (rejeições 1056 e 1060): não o diga do ${name}.`,
          `${path}.${tax}.isConditional`,
        )
      : [],
  );
}

/** Faults of the presumed credit of a line whose taxes are resolved, by its class and the day; and of tpCredPresIBSZFM outside the Zona Franca. */
export function checkCreditOfLine(
  { item, trace, path }: { item: ItemInput; trace: TaxTrace; path: string },
  operation: Operation,
  issuerMunicipality: string,
): Fault[] {
  const { date, issuerState } = operation;
  const { operationPresumedCredit: credit, zfmCreditType } = item;
  const outside =
    zfmCreditType && !isInZone(issuerState, issuerMunicipality)
      ? [
          refusal(
            `${path}.zfmCreditType`,
            'Só quem está em AC, AM, RO, RR, ou em Macapá ou Santana, diz este campo (rejeição 1166): não o envie.',
            'invalid_taxation',
          ),
        ]
      : [];
  const published = credit && publishedCredit(credit.creditCode);
  if (!credit || !published) return outside;
  const at = `${path}.operationPresumedCredit`;
  const refuse = (message: string, where = at): Fault => refusal(where, message, 'invalid_taxation');
  const inSimples = simplesPartOf(operation);
  if (inSimples && inSimples.ownGroup !== 'WHOLE') {
    const message =
      'Quem paga o IBS e a CBS pelo Simples não toma crédito presumido na nota: não envie este campo, ou acerte o regime da empresa.';
    return [...outside, refuse(message)];
  }
  const classification = tracedText(trace, 'ibsCbsClassification');
  if (!classification)
    return [...outside, refuse('O crédito é do IBS e da CBS, que o item não tem: não envie este campo.')];
  const faults = [...outside];
  if (!item.isUsed && !mayHaveCredit(classification)) {
    faults.push(
      refuse(
        `O cClassTrib ${classification} não dá crédito presumido (rejeição 1175): não envie este campo, ou troque a classificação.`,
      ),
    );
  }
  for (const [tax, name, undue, missing] of taxes) {
    const from = published[`${tax}From`];
    const isGiven = from !== null && from <= date;
    const said = credit[tax];
    if (said && !isGiven && !item.isUsed) {
      const when =
        from === null
          ? `o crédito ${credit.creditCode} não é d${name === 'CBS' ? 'a' : 'o'} ${name}`
          : `ele começa em ${from.split('-').reverse().join('/')}`;
      faults.push(refuse(`Não diga ${tax} (rejeição ${undue}): ${when}.`, `${at}.${tax}`));
    }
    if (!said && isGiven)
      faults.push(refuse(`Falta ${tax} (rejeição ${missing}): o crédito ${credit.creditCode} o tem.`, `${at}.${tax}`));
  }
  return faults;
}

const zone: ReadonlySet<string> = new Set(['AC', 'AM', 'RO', 'RR']);
/** Macapá and Santana, the only municipalities of Amapá in the area. */
const zoneOfAmapa: ReadonlySet<string> = new Set(['1600303', '1600600']);

/** Whether the issuer is where tpCredPresIBSZFM may be given: in a state of the Zona Franca or in those two municipalities (rule I05k-20). */
function isInZone(state: string, municipality: string): boolean {
  return zone.has(state) || zoneOfAmapa.has(municipality);
}

/** Faults of computed presumed credits: one for used goods is not more than the item (rules 1107 and 1124), and none is more than the item's IBS. */
export function checkComputedCredits(items: readonly ComputedItem[]): Fault[] {
  return items.flatMap(({ ibsCbs, total, number }) => {
    const credit = ibsCbs?.operationPresumedCredit;
    if (!ibsCbs || !credit) return [];
    const path = `items[${number - 1}].operationPresumedCredit`;
    const much = taxes.flatMap(([tax, name]) => {
      const isMuch = credit.creditCode === creditOfUsedGoods && decimal(credit[tax]?.value).gt(decimal(total));
      const message = `O crédito presumido de ${name} é mais que o valor do item, ${total} (rejeição ${tax === 'ibs' ? '1107' : '1124'}): confira a base e a alíquota.`;
      return isMuch ? [refusal(`${path}.${tax}`, message, 'invalid_taxation')] : [];
    });
    const isBelowZero = ibsCbs.amounts !== null && decimal(ibsCbs.amounts.ibsValue).lt(zero);
    const message = 'O crédito presumido é mais que o IBS do item: confira a base e a alíquota.';
    return [...much, ...(isBelowZero ? [refusal(`${path}.ibs`, message, 'invalid_taxation')] : [])];
  });
}
