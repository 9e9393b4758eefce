import { numberOf, type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import {
  type CounterSale,
  counterWords,
  interstateWay,
  isForCounter,
  type Operation,
  type TaxRegime,
  usesCsosn,
} from '../operation.ts';
import { checkOutsider } from './check-outsider.ts';
import { interstateRate } from './difal.ts';
import { checkExemption } from './exemption.ts';
import { checkFunds } from './fund.ts';
import { checkMonoReduction, checkSinglePhase } from './single-phase.ts';
import { type IcmsSituation, icmsSituationOf, icmsSituations } from './situations.ts';

/** Every reason for which the resolved ICMS of a line cannot be computed or would be refused. */
export function checkIcms(trace: TaxTrace, operation: Operation, anpCode?: string): TaxFault[] {
  const code = tracedText(trace, 'icmsSituation');
  const ofCode = checkIcmsSituation(code, operation.regime);
  const situation = icmsSituationOf(code, operation);
  if (!situation || ofCode.length > 0) return ofCode;
  return [
    ...checkMei(code, operation),
    ...checkOutsider(trace, operation, anpCode),
    ...checkConsumerSituation(trace, operation),
    ...checkOrigin(trace),
    ...checkOwn(trace, situation, operation),
    ...checkIcmsParameters(trace, { code, situation, charges: { substitution: trace.icmsStRate !== undefined } }),
    ...checkSubstitutionCest(trace, situation),
    ...checkFunds(trace, operation),
    ...checkExemption(trace, { code, situation }, operation),
    ...checkSinglePhase(trace, operation, anpCode),
  ];
}

function checkOwn(trace: TaxTrace, { own }: IcmsSituation, operation: Operation): TaxFault[] {
  if (own === 'NONE') return [];
  if (!trace.icmsRate) {
    if (own === 'OPTIONAL') return [];
    return [{ field: 'icmsRate', message: 'Falta a alíquota do ICMS: informe icmsRate em porcento.' }];
  }
  const way = interstateWay(operation);
  if (!way || operation.purpose !== 'NORMAL' || own === 'PRESUMED') return [];
  const limit = interstateRate(way.from, way.to, tracedText(trace, 'icmsOrigin'));
  if (numberOf(trace, 'icmsRate').lte(limit)) return [];
  const message = `De ${way.from} para ${way.to} a alíquota interestadual é ${limit}%; veio ${tracedText(trace, 'icmsRate')}%.`;
  return [{ field: 'icmsRate', message }];
}

/** Goods under substitution need their CEST, whoever collects it (Convênio ICMS 142/2018; rule 806). */
function checkSubstitutionCest(trace: TaxTrace, { substitution, isCollected }: IcmsSituation): TaxFault[] {
  const isCharged = substitution === 'REQUIRED' || (substitution === 'OPTIONAL' && trace.icmsStRate !== undefined);
  if (trace.cest || (!isCharged && !isCollected)) return [];
  return [{ field: 'cest', message: 'Item com substituição tributária precisa do CEST, de 7 dígitos.' }];
}

/**
 * Why a company of this regime cannot use an ICMS situation: it does not exist, or belongs to the other table. Without a regime (as in a template
 * that many companies share) the table is not checked.
 */
export function checkIcmsSituation(code: string, regime: TaxRegime | null): TaxFault[] {
  const message = messageOf(code, regime);
  return message ? [{ field: 'icmsSituation', message }] : [];
}

function messageOf(code: string, regime: TaxRegime | null): string | null {
  const situation = icmsSituations.get(code);
  if (situation) return regime && tableMessage(code, situation.table, regime);
  if (!code)
    return `Falta a situação do ICMS: informe um ${example(regime)} no item ou na tributação padrão da empresa.`;
  return `${code} não é uma situação do ICMS: informe um ${example(regime)} com os dígitos da tabela.`;
}

function tableMessage(code: string, table: IcmsSituation['table'], regime: TaxRegime): string | null {
  if (table === 'BOTH' && regime === 'MEI') {
    return `O MEI usa CSOSN; ${code} é CST. Informe um CSOSN de três dígitos.`;
  }
  if (table === 'CST' && usesCsosn(regime)) {
    return `A empresa é do Simples Nacional e usa CSOSN; ${code} é CST. Informe um CSOSN de três dígitos.`;
  }
  if (table === 'CSOSN' && !usesCsosn(regime)) {
    return `A empresa apura o ICMS fora do Simples Nacional e usa CST; ${code} é CSOSN. Informe um CST de dois dígitos.`;
  }
  return null;
}

function example(regime: TaxRegime | null): string {
  if (!regime) return 'CST (por exemplo 00) ou CSOSN (por exemplo 102)';
  return usesCsosn(regime) ? 'CSOSN (por exemplo 102)' : 'CST (por exemplo 00)';
}

/** The situation whose parameters are checked; `charges` tells whether one with optional substitution charges it. */
type CheckedSituation = { code: string; situation: IcmsSituation; charges: { substitution: boolean } };

/** The origin of the goods (orig: 0 to 8), where it is given. */
export function checkOrigin(trace: TaxTrace): TaxFault[] {
  const origin = tracedText(trace, 'icmsOrigin');
  if (!origin || /^[0-8]$/.test(origin)) return [];
  return [{ field: 'icmsOrigin', message: `A origem da mercadoria vai de 0 a 8; veio ${origin}.` }];
}

/** Parameters that the situation must have, and lacks. */
export function checkIcmsParameters(trace: TaxTrace, checked: CheckedSituation): TaxFault[] {
  return [
    ...checkReduction(trace, checked),
    ...checkCredit(trace, checked),
    ...checkSubstitution(trace, checked),
    ...checkMonoReduction(trace),
  ];
}

const modes = '4 (MVA), 6 (valor da operação) ou 0, 1, 2, 3 ou 5 (preço tabelado, listas, pauta), com a base no item';

/** modBCST, which says how the substitution's base is found: 0 to 6, where it is given. */
export function checkSubstitutionMode(trace: TaxTrace): TaxFault[] {
  const mode = tracedText(trace, 'icmsStModBc');
  if (!mode || /^[0-6]$/.test(mode)) return [];
  const message = `O modo da base da substituição tributária é ${modes}; veio ${mode}.`;
  return [{ field: 'icmsStModBc', message }];
}

function checkReduction(trace: TaxTrace, { code, situation }: CheckedSituation): TaxFault[] {
  if (situation.reduction !== 'REQUIRED' || trace.icmsRedBc) return [];
  const message = `O CST ${code} tem base reduzida: informe icmsRedBc, a redução em porcento.`;
  return [{ field: 'icmsRedBc', message }];
}

function checkCredit(trace: TaxTrace, { code, situation }: CheckedSituation): TaxFault[] {
  if (situation.credit !== 'REQUIRED' || trace.icmsSnCreditRate) return [];
  const message = `O CSOSN ${code} dá crédito ao destinatário: informe icmsSnCreditRate, a alíquota do crédito em porcento.`;
  return [{ field: 'icmsSnCreditRate', message }];
}

function checkSubstitution(trace: TaxTrace, { code, situation, charges }: CheckedSituation): TaxFault[] {
  const isWanted =
    situation.substitution === 'REQUIRED' || (situation.substitution === 'OPTIONAL' && charges.substitution);
  if (!isWanted) return [];
  const faults: TaxFault[] = [];
  const mode = tracedText(trace, 'icmsStModBc');
  if (!/^[0-6]$/.test(mode)) {
    const message = `A situação ${code} tem substituição tributária: informe icmsStModBc ${modes}.`;
    faults.push({ field: 'icmsStModBc', message });
  }
  if (mode === '4' && !trace.icmsStMva) {
    faults.push({ field: 'icmsStMva', message: 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.' });
  }
  if (!trace.icmsStRate) {
    const message = `A situação ${code} tem substituição tributária: informe icmsStRate, a alíquota interna em porcento.`;
    faults.push({ field: 'icmsStRate', message });
  }
  return faults;
}

/**
 * Situations that a note for the counter may have (MOC 7.0 Anexo I, N12-30 and N12a-20). Those of fuels are checked further in `checkSinglePhase`.
 */
const allowed: ReadonlySet<string> = new Set([
  ...['00', '20', '40', '41', '60', '90'],
  ...['02', '15', '53', '61'],
  ...['102', '103', '300', '400', '500', '900'],
]);

/** Why a note for the counter may not have this situation (rules 766 and 383), nor substitution with it (381 and 385). */
function checkConsumerSituation(trace: TaxTrace, sale: CounterSale): TaxFault[] {
  const code = tracedText(trace, 'icmsSituation');
  if (!isForCounter(sale)) return [];
  const { name: note, instead: other } = counterWords(sale);
  const isSimples = code.length === 3;
  const name = isSimples ? 'CSOSN' : 'CST';
  const instead = isSimples ? '102, ou 500 se o ICMS-ST já foi recolhido' : '00, ou 60 se o ICMS-ST já foi recolhido';
  const refuse = (message: string): TaxFault[] => [{ field: 'icmsSituation', message }];
  if (!allowed.has(code)) {
    const rejection = isSimples ? '383' : '766';
    return refuse(`A ${note} não tem o ${name} ${code} (rejeição ${rejection}): use, por exemplo, ${instead}.`);
  }
  if (!trace.icmsStRate) return [];
  const rejection = isSimples ? '385' : '381';
  return refuse(
    `Na ${note} o ${name} ${code} não cobra ICMS-ST (rejeição ${rejection}): retire icmsStRate, ou ${other}.`,
  );
}

/** CSOSNs that a MEI may use inside Brazil (rule 782: NT 2024.001 v1.20, N12a-80 and N12a-81, in production since 2025-04-01). */
const situations = { usual: ['102', '300', '400', '900'], atCounter: ['102', '300'] };

/** Why a MEI may not use this CSOSN. */
function checkMei(
  code: string,
  operation: Pick<Operation, 'regime' | 'model' | 'isCoupon' | 'destination'>,
): TaxFault[] {
  const { regime, destination } = operation;
  const isAtCounter = isForCounter(operation);
  const allowed = isAtCounter ? situations.atCounter : situations.usual;
  if (regime !== 'MEI' || destination === '3' || allowed.includes(code)) return [];
  const document = isAtCounter ? counterWords(operation).name : 'NF-e';
  const message = `O MEI só usa os CSOSN ${allowed.join(', ')} em ${document} (rejeição 782); veio ${code}.`;
  return [{ field: 'icmsSituation', message }];
}
