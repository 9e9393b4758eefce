import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { tracedText } from '../../taxation/fields.ts';
import { hasAmounts, ibsCbsClass } from '../../taxation/ibs-cbs/class.ts';
import { freeTradeAreaOf, isFreeOfCbsThere } from '../../taxation/ibs-cbs/free-trade-area.ts';
import { simplesPartOf } from '../../taxation/simples.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkWritten } from './forms.ts';
import type { TaxedLine } from './resolved-sale.ts';

/** Faults of form of operations inside a free trade area (gALCZFMCBS; NT 2025.002 v1.51, UB66a to UB66e). */
export function checkFreeTradeForms({ items }: GoodsPayload): Fault[] {
  return items.flatMap(({ freeTradeArea: said }, index) => {
    if (!said) return [];
    const path = `items[${index}].freeTradeArea.suframaProcess`;
    const { application, suframaProcess } = said;
    if (application === 'WITHOUT_PROCESS') {
      const message = 'Sem processo aprovado na Suframa não há número: não o envie, ou diga que há processo.';
      return suframaProcess ? [refusal(path, message)] : [];
    }
    if (!suframaProcess || /^[\s0]+$/.test(suframaProcess)) {
      return [refusal(path, 'Há processo aprovado na Suframa: informe o número dele (rejeição 1192).')];
    }
    return checkWritten(suframaProcess, { least: 8, most: 12 }, path);
  });
}

type Parties = { issuer: Issuer; recipient: ClientSnapshot };

/** Faults of a line whose CBS shall be zero in a free trade area, by issuer, recipient, goods and class (rules 1190, 1191 and 1037). */
export function checkFreeTradeLine(
  { item, trace, operation, path }: TaxedLine,
  { issuer, recipient }: Parties,
): Fault[] {
  if (!item.freeTradeArea) return [];
  const at = `${path}.freeTradeArea`;
  const refuse = (message: string): Fault => refusal(at, message, 'invalid_taxation');
  const inSimples = simplesPartOf(operation);
  if (inSimples && inSimples.ownGroup !== 'WHOLE') {
    return [refuse('Quem paga a CBS pelo Simples não a tem zerada na área: não envie este campo, ou acerte o regime.')];
  }
  const [situation, classification] = [tracedText(trace, 'ibsCbsSituation'), tracedText(trace, 'ibsCbsClassification')];
  if (!situation || !hasAmounts(situation) || ibsCbsClass(classification)?.needsRegularTaxation) {
    const message =
      `A alíquota zero da CBS na área é do item que a pagaria, e o cClassTrib ${classification || 'do item'} já não a cobra: ` +
      'não envie este campo, ou troque a classificação.';
    return [refuse(message)];
  }
  const { municipalityCode } = issuer.settings.address;
  const [own, others] = [municipalityCode, recipient.address?.municipalityCode ?? ''].map(freeTradeAreaOf);
  const isExcluded = !isFreeOfCbsThere(tracedText(trace, 'ncm'));
  return [
    ...(own && own === others
      ? []
      : [
          refuse(
            `A CBS só é zero entre quem vende e quem compra na mesma área incentivada (rejeição 1191): a empresa está ` +
              `${own ? `em ${own}` : 'fora delas'}, e o cliente, ${others ? `em ${others}` : 'fora delas'}.`,
          ),
        ]),
    ...(isExcluded
      ? [
          refuse(
            `O NCM ${tracedText(trace, 'ncm')} não tem CBS zero nas áreas incentivadas (rejeição 1191): armas, fumo, bebidas ` +
              'alcoólicas, automóveis e, do capítulo 33, o que não é 3303 a 3307 ficam fora. Não envie este campo.',
          ),
        ]
      : []),
  ];
}

/** Rule UB66a-10 (1190): an issuer with such lines has its SUFRAMA registration on the note. */
export function checkIssuerInArea({ items }: GoodsPayload, { settings }: Issuer): Fault[] {
  if (settings.suframaRegistration || !items.some(({ freeTradeArea }) => freeTradeArea)) return [];
  const message =
    'A nota com CBS zero em área incentivada diz a inscrição SUFRAMA da empresa (rejeição 1190): informe-a com ' +
    '"lavra company set --suframa-registration".';
  return [refusal('company.suframaRegistration', message)];
}
