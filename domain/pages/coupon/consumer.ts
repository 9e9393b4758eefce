import { child, textOf } from '../../xml/reader.ts';
import { taxIdMask } from '../../masks.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { addressLine } from './heading.ts';
import { paragraph, type Strip } from './strip.ts';

const kinds = [
  ['CNPJ', 'CNPJ'],
  ['CPF', 'CPF'],
  ['idEstrangeiro', 'Id. Estrangeiro'],
] as const;

/** Division VI: who bought. */
export function consumer({ infNFe }: ConsumerNote): Strip[] {
  const dest = child(infNFe, 'dest');
  const center = { align: 'center' } as const;
  const kind = kinds.find(([tag]) => dest && textOf(dest, tag));
  if (!dest || !kind) return paragraph('CONSUMIDOR NÃO IDENTIFICADO', { ...center, weight: 'bold' });
  const [tag, words] = kind;
  return [
    ...paragraph(`CONSUMIDOR ${words}: ${taxIdMask(textOf(dest, tag))}`, { ...center, weight: 'bold' }),
    ...paragraph(textOf(dest, 'xNome'), center),
    ...paragraph(addressLine(child(dest, 'enderDest')), center),
  ];
}
