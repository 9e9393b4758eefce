import { field, group } from '../../xml/writer.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';

/** Group Z: what the issuer and the law want printed. */
export function layoutInfAdic({ additionalInfo }: ComputedNote): string {
  return group('infAdic', field('infCpl', additionalInfo)); // Z03
}
