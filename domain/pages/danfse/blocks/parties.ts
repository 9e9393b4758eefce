import { child, textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { row, sentence } from '../drawing/row.ts';
import type { ServiceNote } from '../service-note.ts';
import { meaningOf } from '../words.ts';
import { party } from './party.ts';

/** The provider, and how he stands towards the Simples Nacional. */
export function provider(note: ServiceNote): Block {
  const prest = child(note.infDPS, 'prest');
  if (!prest) return stack([]);
  const regime = (tag: 'opSimpNac' | 'regApTribSN') => meaningOf(tag, textOf(prest, 'regTrib', tag));
  return stack([
    party(note, 'PRESTADOR / FORNECEDOR', prest),
    row([
      { label: 'Simples Nacional na Data de Competência', text: regime('opSimpNac'), column: 0 },
      { label: 'Regime de Apuração Tributária pelo SN', text: regime('regApTribSN'), column: 2 },
    ]),
  ]);
}

/** Who buys the service, as far as he is known. */
export function taker(note: ServiceNote): Block {
  const toma = child(note.infDPS, 'toma');
  return toma
    ? party(note, 'TOMADOR / ADQUIRENTE', toma)
    : sentence('TOMADOR/ADQUIRENTE DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}

/** Who receives the service, where the note says so. */
export function recipient(note: ServiceNote): Block {
  const dest = child(note.infDPS, 'IBSCBS', 'dest');
  if (dest) return party(note, 'DESTINATÁRIO DA OPERAÇÃO', dest, false);
  return textOf(note.infDPS, 'IBSCBS', 'indDest') === '0'
    ? sentence('O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO')
    : sentence('DESTINATÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}

/** Who brought provider and taker together. */
export function intermediary(note: ServiceNote): Block {
  const interm = child(note.infDPS, 'interm');
  return interm
    ? party(note, 'INTERMEDIÁRIO DA OPERAÇÃO', interm)
    : sentence('INTERMEDIÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e');
}
