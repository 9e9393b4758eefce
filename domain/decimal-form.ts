/** The form of a number in the payload: how many digits it may have before and after the point. */
export type DecimalForm = { digits: number; places: number };

/** Two decimals, as all money in the layout (TDec_1302). */
export const moneyForm: DecimalForm = { digits: 13, places: 2 };
/** TDec_1104v */
export const quantityForm: DecimalForm = { digits: 11, places: 4 };
/** TDec_0803v */
export const lotQuantityForm: DecimalForm = { digits: 8, places: 3 };
/** TDec_1110v */
export const unitValueForm: DecimalForm = { digits: 11, places: 10 };
/** TDec_1203 */
export const weightForm: DecimalForm = { digits: 12, places: 3 };

/** Percent (TDec_0302a04); the upper limit of a rate is checked elsewhere. */
export const rateForm: DecimalForm = { digits: 3, places: 4 };

/** Why a text is not a number of this form and how to mend it, in Portuguese; null when it is one. Negative numbers are refused. */
export function decimalFault(text: string, { digits, places }: DecimalForm): string | null {
  if (/^-\d/.test(text)) return `Informe um valor de zero para cima; veio ${shortened(text)}.`;
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match) return `Informe um número decimal com ponto, sem separador de milhar; veio ${shortened(text)}.`;
  if (whole.replace(/^0+(?=\d)/, '').length > digits) {
    return `O número é grande demais: use até ${digits} dígitos antes do ponto; veio ${shortened(text)}.`;
  }
  if (fraction.replace(/0+$/, '').length > places) {
    return `Use no máximo ${places} casas decimais; veio ${shortened(text)}.`;
  }
  return null;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
