import type { Operation } from '../operation.ts';
import type { Cfop } from './table.ts';

type Seller = Pick<Operation, 'regime' | 'model' | 'direction' | 'destination'>;

/** What a MEI may do by each CSOSN (NT 2024.001 v1.20, N12a-90, in production since 2025-04-01); the others have no list. */
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

/** Why a MEI cannot use a CFOP with that CSOSN (rule 337: N12a-90, and N12a-91 of NFC-e), in Portuguese; null where it can. */
export function againstMei(cfop: Cfop, situation: string, seller: Seller): string | null {
  const { regime, model, destination } = seller;
  if (regime !== 'MEI' || destination === '3') return null;
  if (model === '65') {
    return cfop.code === '5102' ? null : `Na NFC-e o MEI só usa o CFOP 5102 (rejeição 337); veio ${cfop.code}.`;
  }
  const allowed = listed.get(situation);
  if (!allowed || allowed.has(cfop.code)) return null;
  return `O MEI não usa o CFOP ${cfop.code} com o CSOSN ${situation} (rejeição 337). Use, por exemplo, ${instead(cfop, seller)}.`;
}

/** A MEI has one code for all its sales, one for all it gives back, one for all it sends (Ajuste SINIEF 3/2022). */
function instead({ kind, isReturn }: Cfop, { direction, destination }: Seller): string {
  const inside = destination === '1';
  const first = direction === 'OUT' ? (inside ? '5' : '6') : inside ? '1' : '2';
  if (isReturn) return `${first}202 com o CSOSN 900`;
  return kind === 'sale' && direction === 'OUT' ? `${first}102 com o CSOSN 102` : `${first}904 com o CSOSN 900`;
}
