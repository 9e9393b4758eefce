import type { Operation } from '../operation.ts';
import { cfopOf } from './table.ts';

/** What a MEI may do by each CSOSN (NT 2024.001 v1.20, N12a-90, in production since 2025-04-01); the others have no list. */
const listed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['102', new Set(['5102', '6102'])],
  [
    '900',
    new Set(
      '1202 1904 2202 2904 5202 5904 6202 6904 1501 1503 1504 1505 1506 1553 2501 2503 2504 2505 2506 2553 5501 5502 5504 5505 5551 5933 6501 6502 6504 6505 6551 6933'.split(
        ' ',
      ),
    ),
  ],
]);

/** Why a MEI cannot use a CFOP with that CSOSN (rule 337: N12a-90, and N12a-91 of NFC-e), in Portuguese; null where it can. */
export function againstMei(
  code: string,
  situation: string,
  { regime, model, direction, destination }: Pick<Operation, 'regime' | 'model' | 'direction' | 'destination'>,
): string | null {
  if (regime !== 'MEI' || destination === '3') return null;
  if (model === '65') {
    return code === '5102' ? null : `Na NFC-e o MEI só usa o CFOP 5102 (rejeição 337); veio ${code}.`;
  }
  const allowed = listed.get(situation);
  if (!allowed || allowed.has(code)) return null;
  const first = direction === 'OUT' ? { '1': '5', '2': '6' }[destination] : { '1': '1', '2': '2' }[destination];
  const wanted = [`${first}${cfopOf(code)?.isReturn ? '202' : '102'}`, `${first}904`].find((each) => allowed.has(each));
  const mend = wanted ? ` Use, por exemplo, ${wanted}, ou troque o CSOSN.` : ' Troque o CSOSN ou o CFOP.';
  return `O MEI não usa o CFOP ${code} com o CSOSN ${situation} (rejeição 337).${mend}`;
}
