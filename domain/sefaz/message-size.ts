import { seriesOf } from '../companies/settings.ts';
import type { ComputedItem, ComputedNote } from '../documents/computed-note.ts';
import { type Fault, refusal } from '../faults.ts';
import { layoutNfe } from '../nfe/layout/inf-nfe.ts';
import { maxMessageBytes } from './messages.ts';

/** The bytes that the SOAP envelope and the lot add to a signed note. */
export const envelopeBytes = 1024;

/** What a signature with its certificate adds to a note; the least that was seen, so that nothing is refused that would pass. */
const signatureBytes = 3 * 1024;

/** More than a note has beside its lines, than a line has, and than one row of a list in a line has, texts at their longest. */
const most = { head: 96 * 1024, line: 8 * 1024, row: 512 };

/**
 * A note that is larger than the authority takes (214), refused before its number and its signature exist. Notes of a few dozen lines, which cannot be, are
 * not laid out for it; of one within the last kilobyte emission decides, which knows the signature.
 */
export function sizeFaults(note: ComputedNote, on: Date): Fault[] {
  if (mostBytes(note) <= maxMessageBytes) return [];
  const bytes = bytesOf(note, on);
  if (bytes <= maxMessageBytes) return [];
  const [size, limit] = [bytes, maxMessageBytes].map((each) => Math.ceil(each / 1024));
  const message =
    `A nota, de ${note.items.length} itens, teria ${size} KB, e a SEFAZ aceita até ${limit} KB (rejeição 214): ` +
    'divida a venda em mais notas, ou encurte os textos dos itens.';
  return [refusal('items', message)];
}

function mostBytes({ items }: ComputedNote): number {
  return items.reduce((sum, item) => sum + most.line + rowsOf(item) * most.row, most.head);
}

function rowsOf({ drawbacks, indirectExport, importDeclarations, lots, fuel }: ComputedItem): number {
  const additions = importDeclarations?.reduce((sum, declaration) => sum + 1 + declaration.additions.length, 0);
  return (
    (drawbacks?.length ?? 0) +
    (indirectExport?.length ?? 0) +
    (additions ?? 0) +
    (lots?.length ?? 0) +
    (fuel?.origins.length ?? 0)
  );
}

function bytesOf(note: ComputedNote, issuedAt: Date): number {
  const { environment, settings } = note.issuer;
  const series = seriesOf(settings, note.model === '65' ? 'NFCE' : 'NFE') ?? 1;
  const identity = { series, number: 1, cNF: '00000000', issuedAt, environment, version: '0.0.0' };
  return new TextEncoder().encode(layoutNfe(note, identity).infNFe).length + signatureBytes + envelopeBytes;
}
