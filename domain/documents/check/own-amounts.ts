import { moneyForm, rateForm, unitValueForm, quantityForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type Decimal, decimal } from '../../money.ts';
import { benefitsOf, isBenefitCode } from '../../taxation/benefits/codes.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { rateWithoutBenefit } from '../../taxation/icms/exemption.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isListed } from '../../taxation/icms/substitution.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

const money = ['icmsExemptedValue', 'icmsStExemptedValue', 'presumedCreditValue', 'icmsStBase'] as const;
const retained = ['base', 'ownValue', 'value', 'fcpBase', 'fcpValue'] as const;

/** Faults of form of the tax amounts that a line gives itself, in place of computed ones. */
export function checkOwnAmountForms(item: ItemInput, path: string): Fault[] {
  const { retainedSt, effectiveIcms, icmsStBase, icmsStUnitPrice } = item;
  return [
    ...money.flatMap((name) => checkDecimal(item[name], moneyForm, `${path}.${name}`)),
    ...checkDecimal(icmsStUnitPrice, unitValueForm, `${path}.icmsStUnitPrice`),
    ...(['ipiUnitRate', 'pisUnitRate', 'cofinsUnitRate'] as const).flatMap((name) =>
      checkDecimal(item[name], quantityForm, `${path}.${name}`),
    ),
    ...retained.flatMap((name) => checkDecimal(retainedSt?.[name], moneyForm, `${path}.retainedSt.${name}`)),
    ...checkRate(retainedSt?.rate, `${path}.retainedSt.rate`),
    ...checkRate(retainedSt?.fcpRate, `${path}.retainedSt.fcpRate`),
    ...checkRate(effectiveIcms?.rate, `${path}.effectiveIcms.rate`),
    ...checkRate(effectiveIcms?.baseReduction, `${path}.effectiveIcms.baseReduction`),
    ...checkRetainedFund(item, path),
    ...checkFurtherCredits(item, path),
    ...(icmsStBase && icmsStUnitPrice
      ? [refusal(`${path}.icmsStUnitPrice`, 'Informe a base do ICMS-ST da linha ou o preço por unidade, não os dois.')]
      : []),
  ];
}

function checkRate(rate: string | null | undefined, path: string): Fault[] {
  const faults = checkDecimal(rate, rateForm, path);
  if (faults.length > 0 || !rate || Number(rate) <= 100) return faults;
  return [refusal(path, `Informe uma porcentagem de 0 a 100; veio ${rate}.`)];
}

/** Faults of the further groups gCred: their form, and a code that stands twice (I05g-10 tells a line's credits apart by their codes). */
function checkFurtherCredits({ furtherPresumedCredits, presumedCreditCode }: ItemInput, path: string): Fault[] {
  const said = furtherPresumedCredits ?? [];
  if (said.length > 3) {
    const message = 'Um item tem até 4 créditos presumidos (gCred): o de presumedCreditCode e mais 3.';
    return [refusal(`${path}.furtherPresumedCredits`, message)];
  }
  return said.flatMap(({ code, rate, value }, index) => {
    const at = `${path}.furtherPresumedCredits[${index}]`;
    const isRepeated = [presumedCreditCode, ...said.slice(0, index).map((other) => other.code)].includes(code);
    return [
      ...(isBenefitCode(code)
        ? []
        : [refusal(`${at}.code`, 'Informe o código do crédito presumido: a sigla da UF e mais 6 ou 8 caracteres.')]),
      ...(isRepeated ? [refusal(`${at}.code`, `O item já tem o crédito presumido ${code}: some os dois.`)] : []),
      ...checkRate(rate, `${at}.rate`),
      ...checkDecimal(value, moneyForm, `${at}.value`),
    ];
  });
}

/** vBCFCPSTRet, pFCPSTRet and vFCPSTRet stand together. */
function checkRetainedFund({ retainedSt }: ItemInput, path: string): Fault[] {
  const fund = (['fcpBase', 'fcpRate', 'fcpValue'] as const).filter((name) => !retainedSt?.[name]);
  if (fund.length === 0 || fund.length === 3) return [];
  return fund.map((name) =>
    refusal(`${path}.retainedSt.${name}`, 'O FCP retido tem base, alíquota e valor: informe os três, ou nenhum.'),
  );
}

/** A line's resolved taxes and its value in reais. */
type LineToCheck = { trace: TaxTrace; value: Decimal };

/** Faults of amounts that do not fit the line's resolved taxes, and of amounts that these taxes need. */
export function checkOwnAmounts(item: ItemInput, resolved: LineToCheck, operation: Operation, path: string): Fault[] {
  const { trace, value } = resolved;
  const at = (name: string, message: string) => refusal(`${path}.${name}`, message, 'invalid_taxation');
  return [
    ...checkExempted(item, trace, value).map(([name, message]) => at(name, message)),
    ...checkListedBase(item, trace).map(([name, message]) => at(name, message)),
    ...checkCollected(item, trace, operation).map(([name, message]) => at(name, message)),
    ...checkFirstCredit(item, trace).map(([name, message]) => at(name, message)),
  ];
}

type FieldMessage = [name: string, message: string];

/** Faults of further presumed credits and of a credit's value where the line has no first credit's code, or repeats it. */
function checkFirstCredit({ presumedCreditValue, furtherPresumedCredits }: ItemInput, trace: TaxTrace): FieldMessage[] {
  const further = furtherPresumedCredits ?? [];
  const code = tracedText(trace, 'presumedCreditCode');
  if (code) {
    const index = further.findIndex((credit) => credit.code === code);
    if (index < 0 || trace.presumedCreditCode?.source === 'ITEM') return [];
    const message = `O item já tem o crédito presumido ${code}, da sua tributação: some os dois.`;
    return [[`furtherPresumedCredits[${index}].code`, message]];
  }
  if (presumedCreditValue) {
    return [['presumedCreditCode', 'Há presumedCreditValue: informe o código do crédito presumido.']];
  }
  if (further.length === 0) return [];
  return [['presumedCreditCode', 'Há furtherPresumedCredits: informe em presumedCreditCode o primeiro dos créditos.']];
}

function checkExempted(item: ItemInput, trace: TaxTrace, value: Decimal): FieldMessage[] {
  const found: FieldMessage[] = [];
  const cst = tracedText(trace, 'icmsSituation');
  const { exemptionReasons = [], exemptsSubstitution = false } = icmsSituations.get(cst) ?? {};
  const { icmsExemptedValue: said, icmsStExemptedValue: saidOfSt } = item;
  if ((said || item.icmsExemptionDeducted === '1') && !trace.icmsExemptionReason) {
    found.push(
      exemptionReasons.length > 0
        ? ['icmsExemptionReason', 'Informe o motivo da desoneração do ICMS (motDesICMS), por exemplo 9 (outros).']
        : [
            said ? 'icmsExemptedValue' : 'icmsExemptionDeducted',
            `A situação ${cst} não tem ICMS desonerado: não o envie, ou acerte a situação do ICMS.`,
          ],
    );
  }
  if (saidOfSt && !trace.icmsStExemptionReason) {
    found.push(
      exemptsSubstitution
        ? ['icmsStExemptionReason', 'Informe o motivo da desoneração do ICMS-ST: 3, 9 ou 12.']
        : ['icmsStExemptedValue', `A situação ${cst} não tem ICMS-ST desonerado: não o envie.`],
    );
  }
  if (trace.icmsExemptionReason && !said && isExemptionUnknown(trace)) {
    const message =
      'O ICMS desonerado não pode ser calculado aqui: informe o valor, ou icmsExemptedRate, a alíquota sem o benefício.';
    found.push(['icmsExemptedValue', message]);
  }
  if (trace.icmsStExemptionReason && !saidOfSt && Number(tracedText(trace, 'icmsStRedBc') || '0') === 0) {
    found.push(['icmsStExemptedValue', 'Sem redução da base do ICMS-ST, informe o valor do ICMS-ST desonerado.']);
  }
  if (said && tracedText(trace, 'icmsExemptionDeducted') === '1' && decimal(said).gt(value)) {
    found.push(['icmsExemptedValue', 'O ICMS desonerado que se deduz é maior que o valor do item.']);
  }
  return found;
}

/** Whether the exempted ICMS cannot be computed: there is no rate, or neither a reduced base nor a rate below the full one. */
function isExemptionUnknown(trace: TaxTrace): boolean {
  if (rateWithoutBenefit(trace).isZero()) return true;
  const isCharged = trace.icmsRate !== undefined;
  const isReduced = Number(tracedText(trace, 'icmsRedBc') || '0') > 0;
  return isCharged && !isReduced && rateWithoutBenefit(trace).lte(tracedText(trace, 'icmsRate'));
}

function checkListedBase({ icmsStBase, icmsStUnitPrice }: ItemInput, trace: TaxTrace): FieldMessage[] {
  const isSaid = Boolean(icmsStBase || icmsStUnitPrice);
  const isWanted = isListed(tracedText(trace, 'icmsStModBc')) && trace.icmsStRate !== undefined;
  if (isSaid === isWanted) return [];
  return isWanted
    ? [
        [
          'icmsStBase',
          `Com icmsStModBc ${tracedText(trace, 'icmsStModBc')}, informe a base do ICMS-ST, ou icmsStUnitPrice, o preço por unidade.`,
        ],
      ]
    : [
        [
          icmsStBase ? 'icmsStBase' : 'icmsStUnitPrice',
          'Só vai em item com ICMS-ST e icmsStModBc 0, 1, 2, 3 ou 5: não o envie, ou troque o modo.',
        ],
      ];
}

function checkCollected(item: ItemInput, trace: TaxTrace, operation: Operation): FieldMessage[] {
  const code = tracedText(trace, 'icmsSituation');
  if (icmsSituations.get(code)?.isCollected) {
    if (item.retainedSt || !wantsRetainedSt(operation)) return [];
    const message = `${operation.issuerState} exige com ${code} o ICMS-ST retido antes (rejeição 938): informe base, alíquota e valor da nota de compra.`;
    return [['retainedSt', message]];
  }
  // With CST 41, too, a line that passes ICMS-ST on (ICMSST) gives the ICMS-ST that was retained before.
  if (code === '41' && item.destinationSt) return [];
  return (['retainedSt', 'effectiveIcms'] as const)
    .filter((name) => item[name])
    .map((name) => [name, 'Só vai em item com CST 60 ou CSOSN 500: não o envie, ou acerte a situação do ICMS.']);
}

/**
 * Whether the state asks for the ICMS-ST that was retained before: in an NF-e for goods that the buyer does not consume, where the state applies rule
 * 938.
 */
function wantsRetainedSt(operation: Operation): boolean {
  const isResale = operation.model === '55' && !operation.finalConsumer;
  return isResale && benefitsOf(operation)?.retainedSt === 'REQUIRED';
}
