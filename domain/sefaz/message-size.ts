import { seriesOf } from '../companies/settings.ts';
import type { ComputedItem, ComputedNote } from '../documents/computed-note.ts';
import { type Fault, refusal } from '../faults.ts';
import { layoutNfe } from '../nfe/layout/inf-nfe.ts';
import { maxMessageBytes } from './messages.ts';

/** Bytes that SOAP envelope and lot add to a signed note. */
export const envelopeBytes = 1024;

/** Bytes that a signature with its certificate adds to a note: the least that was seen, so that no note is refused that would pass. */
const signatureBytes = 3 * 1024;

/** Upper bounds in bytes, with texts at their longest: of a note without its lines, of a line, and of one row in a list of a line. */
const most = { head: 96 * 1024, line: 8 * 1024, row: 512 };

/**
 * The fault of a note that is larger than the authority takes (214), found before the note has number and signature. Notes that cannot be so large,
 * those of a few dozen lines, are not laid out for it. Where a note is within the last kilobyte, emission decides, which has the signature.
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
