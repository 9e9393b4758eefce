import table from '../../../tables/c-benef-rules.json' with { type: 'json' };
import { type TaxFault, type TaxFieldName, type TaxTrace, tracedText } from '../fields.ts';
import { type Operation, usesCsosn } from '../operation.ts';
import { benefitFieldNames, benefitsOf, codesFor, isBenefitCode, situationsOf, noBenefitCode } from './codes.ts';

/**
 * Why the issuer's state would refuse the benefits of a line (NT 2019.001 v1.70). For situations of Simples the states check the form of a code
 * alone.
 */
export function checkBenefits(trace: TaxTrace, operation: Operation): TaxFault[] {
  const malformed = [...checkBenefitForms(trace), ...checkStates(trace, operation)];
  if (malformed.length > 0) return malformed;
  return [
    ...checkCredit(trace),
    ...(usesCsosn(operation.regime) ? [] : [...checkCode(trace, operation), ...checkReducedBase(trace, operation)]),
  ];
}

/** Benefit codes in a form that no state publishes. */
export function checkBenefitForms(trace: TaxTrace): TaxFault[] {
  return benefitFieldNames.flatMap((field) => {
    const code = tracedText(trace, field);
    if (!code || isBenefitCode(code) || (field === 'benefitCode' && code === noBenefitCode)) return [];
    const none = field === 'benefitCode' ? `, ou ${noBenefitCode}` : '';
    return [{ field, message: `O código tem 8 ou 10 caracteres, como SP010010${none}; veio ${code}.` }];
  });
}

/** Benefit codes of another state than the issuer's, which gives the benefit: a code begins with its state. */
function checkStates(trace: TaxTrace, { issuerState }: Operation): TaxFault[] {
  return (['benefitCode', 'icmsRedBcBenefitCode'] as const).flatMap((field) => {
    const code = tracedText(trace, field);
    if (!code || code === noBenefitCode || code.startsWith(issuerState)) return [];
    const message = `O código ${code} não é de ${issuerState}, o estado da empresa: os códigos de ${issuerState} começam por ${issuerState} (rejeição 946).`;
    return [{ field, message }];
  });
}

function checkCode(trace: TaxTrace, operation: Operation): TaxFault[] {
  const codes = benefitsOf(operation)?.codes;
  if (!codes) return [];
  const { issuerState: state, date } = operation;
  const [code, cst] = [tracedText(trace, 'benefitCode'), tracedText(trace, 'icmsSituation')];
  const possible = codesFor(codes, cst, date);
  const refuse = (message: string): TaxFault[] => [{ field: 'benefitCode', message }];
  if (!code) {
    if (possible.length === 0 || !isCheckedBy('930', operation)) return [];
    return refuse(`${state} exige o código do benefício fiscal com o CST ${cst} (rejeição 930): ${inWords(possible)}.`);
  }
  if (isCheckedBy('928', operation) && possible.length === 0) {
    return refuse(
      `${state} não tem benefício para o CST ${cst} (rejeição 928): não envie o código, ou acerte a situação do ICMS.`,
    );
  }
  const situations = situationsOf(codes, code, date);
  if (!situations) {
    if (!isCheckedBy('946', operation)) return [];
    return refuse(`${code} não está na tabela de ${state} em vigor (rejeição 946): ${inWords(possible)}.`);
  }
  if (situations.has(cst) || !isCheckedBy('931', operation)) return [];
  const of = [...situations].join(', ');
  return refuse(`${code} é dos CST ${of} e o item tem o CST ${cst} (rejeição 931): ${inWords(possible)}.`);
}

/** A reduced base inside a deferral names a benefit of its own, one for CST 20 (rules N14a-10 and N14a-20). */
function checkReducedBase(trace: TaxTrace, operation: Operation): TaxFault[] {
  if (tracedText(trace, 'icmsSituation') !== '51') return [];
  const { issuerState: state, date } = operation;
  const field: TaxFieldName = 'icmsRedBcBenefitCode';
  const code = tracedText(trace, field);
  if (!code) {
    if (Number(tracedText(trace, 'icmsRedBc') || '0') === 0 || !isCheckedBy('665', operation)) return [];
    const message = `${state} exige o código do benefício da redução de base dentro do diferimento (rejeição 665): informe-o.`;
    return [{ field, message }];
  }
  const codes = benefitsOf(operation)?.codes;
  if (!codes || !isCheckedBy('666', operation) || situationsOf(codes, code, date)?.has('20')) return [];
  const message = `${code} não é um código de ${state} para o CST 20 (rejeição 666): ${inWords(codesFor(codes, '20', date))}.`;
  return [{ field, message }];
}

/** Code and rate of the presumed credit are given together (I05g). */
function checkCredit({ presumedCreditCode, presumedCreditRate }: TaxTrace): TaxFault[] {
  if (presumedCreditCode && !presumedCreditRate) {
    return [
      { field: 'presumedCreditRate', message: 'Há presumedCreditCode: informe a alíquota do crédito presumido.' },
    ];
  }
  if (presumedCreditRate && !presumedCreditCode) {
    return [{ field: 'presumedCreditCode', message: 'Há presumedCreditRate: informe o código do crédito presumido.' }];
  }
  return [];
}

/** The codes that a line may have, in Portuguese: at most three examples. */
function inWords(possible: string[]): string {
  const examples = possible.filter((code) => code !== noBenefitCode).slice(0, 3);
  const ways = [
    ...(examples.length > 0 ? [`o do seu caso (por exemplo ${examples.join(', ')})`] : []),
    ...(possible.includes(noBenefitCode) ? [`${noBenefitCode} onde não há benefício`] : []),
  ];
  return ways.length > 0 ? `informe ${ways.join(', ou ')}` : 'não envie o código';
}

/** What decides whether a rule applies to an operation. */
type RuleFacts = Pick<Operation, 'issuerState' | 'model' | 'date' | 'purpose' | 'direction' | 'destination'>;

/** The authority's rules about benefits that each state turns on or off, by their cStat (NT 2019.001 v1.70 §3.6.1). */
type BenefitRule = '664' | '665' | '666' | '928' | '929' | '930' | '931' | '934' | '946';

type StateRule = { from: Partial<Record<string, string>>; except: string[] };

const states: ReadonlyMap<string, Partial<Record<string, StateRule>>> = new Map(Object.entries(table.states));

/** Whether the issuer's state applies the rule to an operation on its day. */
export function isCheckedBy(rule: BenefitRule, operation: RuleFacts): boolean {
  const { issuerState, model, date } = operation;
  const applied = states.get(issuerState)?.[rule];
  const since = applied?.from[model];
  if (!applied || since === undefined || date < since) return false;
  return !['E1', ...applied.except].some((exception) => isExcepted(exception, operation));
}

/** Whether an exception of the rules' table covers the operation; E1 holds in every state. */
function isExcepted(exception: string, { purpose, direction, destination }: RuleFacts): boolean {
  switch (exception) {
    case 'E1':
      return purpose === 'RETURN' && destination !== '1';
    case 'E2':
      return purpose === 'RETURN';
    case 'E3':
      return purpose === 'ADJUSTMENT';
    case 'E4':
      return direction === 'IN';
    default:
      throw new TypeError(`The table of rules has an exception that is not known: ${exception}`);
  }
}
