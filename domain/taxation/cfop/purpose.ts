import type { Operation } from '../operation.ts';
import { type Cfop, cfopOf } from './table.ts';

type Purposeful = Pick<Operation, 'purpose' | 'adjustment' | 'destination' | 'direction' | 'regime'>;

/** Entry or exit of goods that no other code describes; a return may have it too (NT 2026.009 v1.00, exception to rule I08-140). */
const anyReturn: ReadonlySet<string> = new Set(['1949', '2949']);
/** Natural gas that is only given back on paper (Ajuste SINIEF 22/2021). */
const gas = { cfops: new Set(['5949', '6949']), ncm: '27112100' };

/** Why a CFOP does not go with the note's purpose (rules 327, 328 and 1179), in Portuguese; null where it does. */
export function againstPurpose(cfop: Cfop, ncm: string, operation: Purposeful): string | null {
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

/** Whether the note gives goods back: a return, or goods refused at the door (tpNFCredito 03, and 06 in part). */
export function givesGoodsBack({ purpose, adjustment }: Pick<Operation, 'purpose' | 'adjustment'>): boolean {
  return purpose === 'RETURN' || (purpose === 'CREDIT' && ['03', '06'].includes(adjustment?.type ?? ''));
}

/** A complement may be one of a return; a reduction of values (tpNFCredito 04) may be about one. */
function mayMentionReturns({ purpose, adjustment }: Purposeful): boolean {
  return purpose === 'COMPLEMENTARY' || (purpose === 'CREDIT' && adjustment?.type === '04');
}

/** Last three digits of the code by which goods of an operation are given back (Convênio s/nº of 1970, Anexo II). */
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
