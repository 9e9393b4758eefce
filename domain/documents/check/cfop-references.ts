import type { Fault } from '../../faults.ts';
import type { GoodsPayload } from '../payload.ts';

/** Operations that go back to another note, by their CFOP: receipts of tills (I08-184), exports by an exporter (I08-190). */
const referring: ReadonlyMap<string, string> = new Map([
  ['5929', 'de cupom fiscal'],
  ['6929', 'de cupom fiscal'],
  ['3503', 'de exportação indireta'],
  ['7501', 'de exportação indireta'],
]);

/** Rule 701: such an operation names the note that it goes back to. `cfops` are those of the items. */
export function checkCfopReferences({ referencedDocuments, items }: GoodsPayload, cfops: string[]): Fault[] {
  if ((referencedDocuments ?? []).length > 0 || items.some(({ referencedItem }) => referencedItem)) return [];
  const named = cfops.find((cfop) => referring.has(cfop));
  if (named === undefined) return [];
  const message = `O CFOP ${named}, ${referring.get(named)}, pede a nota a que se refere (rejeição 701): informe referencedDocuments.`;
  return [{ code: 'validation_error', path: 'referencedDocuments', message }];
}
