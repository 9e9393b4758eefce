import type { TaxFields } from '../../../domain/taxation/fields.ts';
import type { Field, FieldGroup } from '../../forms/fields.ts';
import { fieldsIn } from '../../forms/fields.ts';
import { numbers, regimeField, taxDefaults } from '../settings/fields.ts';

const asked = [
  'cfop',
  'icmsOrigin',
  'icmsSituation',
  'icmsRate',
  'pisSituation',
  'pisRate',
  'cofinsSituation',
  'cofinsRate',
];

const hints: Readonly<Record<string, string>> = {
  cfop: 'Vazio: 5102, venda no estado; com CPF 5101, da própria produção.',
  icmsOrigin: 'Vazio: 0, nacional.',
  icmsSituation: 'Vazio: 102 no Simples e no MEI, 00 nos outros.',
  icmsRate: 'Fora do Simples: a do seu estado, como 18.',
  pisSituation: 'Vazio: 49 no Simples e no MEI, 08 com CPF, 01 nos outros.',
  pisRate: 'Fora do Simples. Vazio: 0,65, a do lucro presumido.',
  cofinsSituation: 'Vazio: 49 no Simples e no MEI, 08 com CPF, 01 nos outros.',
  cofinsRate: 'Fora do Simples. Vazio: 3, a do lucro presumido.',
};

/** The regime, and the taxes of items about which nothing else says anything. */
export const regimeParts: FieldGroup[] = [
  { title: 'Regime', fields: [regimeField] },
  {
    title: 'Impostos por padrão',
    help: 'Valem para o que nem a venda, nem o produto, nem uma regra dizem. Confira com a sua contabilidade; tudo se muda depois em Ajustes.',
    fields: taxDefaults.fields.flatMap((field) => {
      const name = field.name.replace('taxDefaults.', '');
      return asked.includes(name) ? [{ ...field, hint: hints[name] ?? '' }] : [];
    }),
  },
];

/**
 * A regime's usual taxes, for what the form leaves open. A person who issues with a CPF is a rural producer: PIS and COFINS are due by companies
 * alone (Lei 9.718/1998, art. 2), and one who must pay IBS and CBS is enrolled with a CNPJ (LC 214/2025, art. 164; cClassTrib 410014).
 *
 * @param present the taxes that the company has set already
 */
export function usualTaxes(form: URLSearchParams, taxId: string, present: TaxFields): Record<string, unknown> {
  const regime = form.get('taxRegime') ?? '';
  const isSimple = regime === 'SIMPLES' || regime === 'MEI';
  const isPerson = taxId.length === 11;
  const usual: TaxFields = isSimple
    ? { cfop: '5102', icmsOrigin: '0', icmsSituation: '102', pisSituation: '49', cofinsSituation: '49' }
    : {
        ...{ icmsOrigin: '0', icmsSituation: '00' },
        ...(isPerson
          ? { cfop: '5101', pisSituation: '08', cofinsSituation: '08' }
          : { cfop: '5102', pisSituation: '01', pisRate: '0.65', cofinsSituation: '01', cofinsRate: '3.00' }),
      };
  const left = Object.entries(usual).filter(([name]) => (form.get(`taxDefaults.${name}`) ?? '').trim() === '');
  const isTold = isSimple || Boolean(present.ibsCbsSituation);
  const ofPerson = { ibsCbsSituation: '410', ibsCbsClassification: '410014' };
  const newTaxes = isTold ? {} : isPerson ? ofPerson : { ibsCbsSituation: '000', ibsCbsClassification: '000001' };
  return { ...newTaxes, ...Object.fromEntries(left) };
}

/** Asks for the last number, since people know it better than the next one. */
const lastOf = (model: string, title: string): Field => ({
  name: `ultimo-${model}`,
  label: `Último número da ${title} no outro sistema`,
  kind: 'whole',
  most: 9,
  hint: 'Vazio, se a empresa ainda não emite.',
  isShort: true,
});

const seriesHints: Readonly<Record<string, string>> = {
  '55': 'De 0 a 889, ou com CPF de 920 a 969. Vazia: 1, ou com CPF 920.',
  '65': 'De 0 a 889, ou com CPF de 920 a 969.',
};

const seriesOf = (model: string): Field[] =>
  fieldsIn([numbers])
    .filter(({ name }) => name === `series.${model}.series`)
    .map((field) => ({ ...field, isRequired: false, hint: seriesHints[model] ?? '' }));

/** Where the numbering begins. */
export const numberParts: FieldGroup[] = [
  {
    title: 'A empresa já emite em outro sistema?',
    help: 'Se sim, use outra série, ou diga o último número: o Lavra segue do próximo. Vale para o ambiente em que a empresa emite agora.',
    fields: [...seriesOf('55'), lastOf('55', 'NF-e')],
  },
];

/** What a company says of its NFC-e, if it sells over the counter. */
export const consumerParts: FieldGroup[] = [
  {
    title: 'NFC-e',
    help: 'Só para quem vende no balcão. Sem CSC as NFC-e saem com o QR Code na versão 3; se a sua UF ainda pede o CSC, informe-o em Certificado.',
    fields: [...seriesOf('65'), lastOf('65', 'NFC-e')],
  },
];

/** The form with the next number computed from the last one. Text that is not a number stays, so that validation reports it. */
export function nextNumbers(form: URLSearchParams, model: '55' | '65'): URLSearchParams {
  const last = (form.get(`ultimo-${model}`) ?? '').trim();
  const changed = new URLSearchParams(form);
  if (last !== '') changed.set(`series.${model}.nextNumber`, /^\d{1,9}$/.test(last) ? String(Number(last) + 1) : last);
  return changed;
}
