import { mayRepeatIcms } from './adjustments.ts';
import { type Cfop, cfopOf, cfopOnRoute, fitsRoute, routeInWords, unknownCfop } from './cfop.ts';
import { type TaxFault, type TaxTrace, tracedText } from './fields.ts';
import { cfopOfServices } from './issqn.ts';
import { counterWords, isForCounter, type Operation } from './operation.ts';

/** What is wrong with the CFOP of a line on this note: the gravest fault only, with the CFOP that would do, if there is one. */
export function checkCfop(trace: TaxTrace, operation: Operation): TaxFault[] {
  const message = faultOf(trace, operation);
  return message === null ? againstExport(trace, operation) : [{ field: 'cfop', message }];
}

function faultOf(trace: TaxTrace, operation: Operation): string | null {
  const code = tracedText(trace, 'cfop');
  if (!code) return missing(operation);
  const cfop = cfopOf(code);
  const unknown = unknownCfop(code, operation.date);
  if (unknown !== null || !cfop) return unknown;
  const situation = tracedText(trace, 'icmsSituation');
  return (
    againstTax(cfop, operation) ??
    againstConsumerNote(cfop, situation, operation) ??
    againstRoute(cfop, operation) ??
    againstPurpose(cfop, tracedText(trace, 'ncm'), operation) ??
    againstMei(cfop, situation, operation) ??
    againstUnregistered(cfop, operation)
  );
}

/** Product and company give CFOPs of sales, which notes of credit and debit do not use. */
function missing({ adjustment }: Operation): string {
  const where = adjustment ? 'no item ou no modelo fiscal' : 'no item, no produto ou na tributação padrão da empresa';
  return `Falta o CFOP: informe-o ${where}.`;
}

/** Rules I08-160 and I08-170 (374): CFOPs of services go with ISSQN, and no others do. */
function againstTax({ code, kind }: Cfop, operation: Operation): string | null {
  if ((kind === 'service') === (operation.isService === true)) return null;
  return operation.isService
    ? `O item tem ISSQN, e o CFOP ${code} é de mercadoria (rejeição 374): use ${cfopOfServices(operation)}, ou não envie issqn.`
    : `O CFOP ${code} é de serviço, que pede o grupo do ISSQN (rejeição 374): informe issqn no item, emita uma NFS-e, ou use o CFOP da mercadoria.`;
}

/** Rules 518, 519 and 731 to 733. */
function againstRoute({ code }: Cfop, operation: Operation): string | null {
  if (fitsRoute(code, operation)) return null;
  const suggestion = cfopOnRoute(code, operation);
  const mend = fitsRoute(suggestion, operation) ? ` Use, por exemplo, ${suggestion}.` : '';
  const { originState, destinationState } = operation;
  const route = `de ${originState} para ${destinationState ?? 'o exterior'}`;
  return `O CFOP ${code} não serve a uma operação ${route}: ela pede um CFOP ${routeInWords(operation)}.${mend}`;
}

/** Rule 159 (I08-191, NT 2026.007 v1.10): an issuer without a state registration only moves goods of its own, or gives goods back. */
function againstUnregistered(cfop: Cfop, operation: Operation): string | null {
  if (!operation.isUnregistered || cfop.isForUnregistered || mayRepeatIcms(operation)) return null;
  return (
    `Sem inscrição estadual a empresa não usa o CFOP ${cfop.code} (rejeição 159): use o de uma operação com bens próprios, como 5551 na ` +
    'venda de ativo imobilizado, ou informe a inscrição com "lavra company set --state-registration".'
  );
}

/** Rule 527: exports pay no ICMS (LC 87/1996, art. 3º, II). */
function againstExport(trace: TaxTrace, { purpose }: Operation): TaxFault[] {
  const [code, situation] = [tracedText(trace, 'cfop'), tracedText(trace, 'icmsSituation')];
  if (!code.startsWith('7') || purpose === 'RETURN' || ['', '41', '300'].includes(situation)) return [];
  const wanted = situation.length === 3 ? 'CSOSN 300' : 'CST 41';
  const message = `O CFOP ${code} é de exportação, que pede ${wanted} (rejeição 527), no item ou numa regra para UF EX; veio ${situation}.`;
  return [{ field: 'icmsSituation', message }];
}

const collected = { situations: new Set(['60', '500']), cfops: new Set(['5405', '5656', '5667', '5910']) };
const ordinaryOfConsumers: ReadonlySet<string> = new Set(['5101', '5102', '5103', '5104', '5115', '5910']);
const singlePhase: ReadonlySet<string> = new Set(['02', '15', '53', '61']);

/**
 * CFOP and situations that single states accept beside the national list: 5949 in São Paulo and Rio Grande do Sul (rule I08-150 and NT 2023.003
 * v1.20), 5405 with other situations in Ceará (NT 2023.003 v1.20, N12-40 and N12a-40).
 */
const ofStates: Readonly<Record<string, { cfop: string; situations: string[] }>> = {
  SP: { cfop: '5949', situations: ['40', '900'] },
  RS: { cfop: '5949', situations: ['90', '900'] },
  CE: { cfop: '5405', situations: ['90', '900'] },
};

/** Why a note for the counter may not have a CFOP, or not with this situation (rules 725, 382 and 386), in Portuguese; null where it may. */
function againstConsumerNote(
  cfop: Cfop,
  situation: string,
  operation: Pick<Operation, 'model' | 'isCoupon' | 'originState' | 'isService'>,
): string | null {
  if (!isForCounter(operation) || isOfState(cfop.code, situation, operation.originState)) return null;
  const { name: note, instead } = counterWords(operation);
  const isCollected = collected.situations.has(situation);
  const mend = `Use, por exemplo, ${isCollected ? '5405' : '5102'}`;
  if (!cfop.isForNfce) return `O CFOP ${cfop.code} não serve para ${note} (rejeição 725). ${mend}, ou ${instead}.`;
  if (
    operation.isService ||
    singlePhase.has(situation) ||
    (isCollected ? collected.cfops : ordinaryOfConsumers).has(cfop.code)
  )
    return null;
  const [name, rejection] = situation.length === 3 ? ['CSOSN', '386'] : ['CST', '382'];
  return `Na ${note} o CFOP ${cfop.code} não vai com o ${name} ${situation} (rejeição ${rejection}). ${mend}, ou troque o ${name}.`;
}

function isOfState(code: string, situation: string, state: string): boolean {
  const own = ofStates[state];
  return own?.cfop === code && own.situations.includes(situation);
}

type Seller = Pick<Operation, 'regime' | 'model' | 'isCoupon' | 'direction' | 'destination'>;

/**
 * The CFOPs that a MEI may use with each CSOSN (NT 2024.001 v1.20, N12a-90, in production since 2025-04-01). A CSOSN that is not here has no list.
 */
const listed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['102', new Set(['5102', '6102'])],
  [
    '900',
    new Set([
      ...['1202', '1904', '2202', '2904', '5202', '5904', '6202', '6904'],
      ...['1501', '1503', '1504', '1505', '1506', '1553', '2501', '2503', '2504', '2505', '2506', '2553'],
      ...['5501', '5502', '5504', '5505', '5551', '5933', '6501', '6502', '6504', '6505', '6551', '6933'],
    ]),
  ],
]);

/** Why a MEI may not use a CFOP with this CSOSN (rule 337: N12a-90, and N12a-91 of NFC-e), in Portuguese; null where it may. */
function againstMei(cfop: Cfop, situation: string, seller: Seller): string | null {
  const { regime, destination } = seller;
  if (regime !== 'MEI' || destination === '3') return null;
  if (isForCounter(seller)) {
    return cfop.code === '5102'
      ? null
      : `Na ${counterWords(seller).name} o MEI só usa o CFOP 5102 (rejeição 337); veio ${cfop.code}.`;
  }
  const allowed = listed.get(situation);
  if (!allowed || allowed.has(cfop.code)) return null;
  return `O MEI não usa o CFOP ${cfop.code} com o CSOSN ${situation} (rejeição 337). Use, por exemplo, ${instead(cfop, seller)}.`;
}

/**
 * The CFOP that a MEI uses in place of another: one for all sales, one for all that it gives back, one for all that it sends (Ajuste SINIEF 3/2022).
 */
function instead({ kind, isReturn }: Cfop, { direction, destination }: Seller): string {
  const inside = destination === '1';
  const first = direction === 'OUT' ? (inside ? '5' : '6') : inside ? '1' : '2';
  if (isReturn) return `${first}202 com o CSOSN 900`;
  return kind === 'sale' && direction === 'OUT' ? `${first}102 com o CSOSN 102` : `${first}904 com o CSOSN 900`;
}

type Purposeful = Pick<Operation, 'purpose' | 'adjustment' | 'destination' | 'direction' | 'regime'>;

/** CFOPs of any other entry. A return may have them, too (NT 2026.009 v1.00, exception to rule I08-140). */
const anyReturn: ReadonlySet<string> = new Set(['1949', '2949']);
/** Natural gas that is given back on paper only (Ajuste SINIEF 22/2021). */
const gas = { cfops: new Set(['5949', '6949']), ncm: '27112100' };

/** Why a CFOP does not go with the note's purpose (rules 327, 328 and 1179), in Portuguese; null where it does. */
function againstPurpose(cfop: Cfop, ncm: string, operation: Purposeful): string | null {
  if (!givesGoodsBack(operation)) {
    if (!cfop.isReturn || mayMentionReturns(operation)) return null;
    return (
      `O CFOP ${cfop.code} é de devolução, e a nota não tem essa finalidade (rejeição 328): envie purpose RETURN, ou use o CFOP da ` +
      'operação.'
    );
  }
  if (operation.regime === 'MEI' && operation.destination !== '3') {
    if (cfop.isForMeiReturn) return null;
    return `O MEI só devolve por 1202, 1553, 2202, 2553, 5202 e 6202 (rejeição 1179); veio ${cfop.code}.${example(cfop, operation)}`;
  }
  if (cfop.isReturn || anyReturn.has(cfop.code) || (gas.cfops.has(cfop.code) && ncm === gas.ncm)) return null;
  return `O CFOP ${cfop.code} não é de devolução, e a nota é (rejeição 327).${example(cfop, operation)}`;
}

/** Whether the note gives goods back: a return, or goods refused at delivery (tpNFCredito 03, and 06 for a part of them). */
function givesGoodsBack({ purpose, adjustment }: Pick<Operation, 'purpose' | 'adjustment'>): boolean {
  return purpose === 'RETURN' || (purpose === 'CREDIT' && ['03', '06'].includes(adjustment?.type ?? ''));
}

/** Whether the note may refer to returns: a complement may complete one, and a reduction of values (tpNFCredito 04) may be about one. */
function mayMentionReturns({ purpose, adjustment }: Purposeful): boolean {
  return purpose === 'COMPLEMENTARY' || (purpose === 'CREDIT' && adjustment?.type === '04');
}

/** The last three digits of an operation's CFOP, and those of the CFOP by which its goods are given back (Convênio s/nº of 1970, Anexo II). */
const backBy: ReadonlyMap<string, string> = new Map([
  ['101', '201'],
  ['107', '201'],
  ['401', '410'],
  ['402', '410'],
  ['403', '411'],
  ['404', '411'],
  ['405', '411'],
  ['406', '412'],
  ['407', '413'],
  ['551', '553'],
  ['556', '556'],
  ['651', '660'],
]);

function example({ code }: Cfop, { direction, destination, regime }: Purposeful): string {
  const first = { OUT: { '1': '5', '2': '6', '3': '7' }, IN: { '1': '1', '2': '2', '3': '3' } }[direction][destination];
  const wanted = [`${first}${backBy.get(code.slice(1)) ?? '202'}`, `${first}202`]
    .flatMap((each) => cfopOf(each) ?? [])
    .find((each) => each.isReturn && (regime !== 'MEI' || each.isForMeiReturn));
  return wanted ? ` Use, por exemplo, ${wanted.code}.` : '';
}

const chargesSubstitution: ReadonlySet<string> = new Set(['10', '30', '70', '201', '202', '203']);
const collectedSituations: ReadonlySet<string> = new Set(['60', '500']);
/** Situations that tell nothing about substitution: other operations, suspension, deferral, single-phase fuels. */
const open: ReadonlySet<string> = new Set(['90', '900', '02', '15', '50', '51', '53', '61']);

/**
 * Sales by the last three digits of their CFOP: with substitution that the seller collects, with substitution collected before, without any (Convênio
 * s/nº of 1970, Anexo II).
 */
const bySubstitute: ReadonlySet<string> = new Set(['401', '403']);
const bySubstituted: ReadonlySet<string> = new Set(['405']);
const ofOrdinary: ReadonlySet<string> = new Set(['101', '102', '107', '108']);

/**
 * How the CFOP and the situation of the ICMS disagree about tax substitution, in Portuguese; null where they agree. The authority accepts the
 * difference on an NF-e, and there are lawful cases, so that it is a doubt and no fault.
 */
export function substitutionDoubt(cfop: string, situation: string): string | null {
  const [isSale, operation] = [/^[56]/.test(cfop), cfop.slice(1)];
  if (!isSale || !situation || open.has(situation)) return null;
  const name = situation.length === 3 ? 'CSOSN' : 'CST';
  if (bySubstitute.has(operation) && !chargesSubstitution.has(situation)) {
    return `O CFOP ${cfop} é de quem cobra a substituição tributária, e o ${name} ${situation} não a cobra: confira os dois.`;
  }
  if (bySubstituted.has(operation) && !collectedSituations.has(situation)) {
    return `O CFOP ${cfop} é de mercadoria com ICMS-ST já recolhido (${name} ${name === 'CST' ? '60' : '500'}), e o item tem ${situation}: confira os dois.`;
  }
  if (!ofOrdinary.has(operation) || isOrdinary(situation)) return null;
  const wanted = collectedSituations.has(situation) ? '5405 ou 6404' : '5401, 5403, 6401 ou 6403';
  return `O ${name} ${situation} é de mercadoria com substituição tributária, cuja venda tem CFOP próprio (${wanted}), e o item tem ${cfop}: confira os dois.`;
}

function isOrdinary(situation: string): boolean {
  return !chargesSubstitution.has(situation) && !collectedSituations.has(situation);
}
