import { textOf } from '../../xml/reader.ts';
import type { DanfeOptions } from '../danfe/sheet-drawings.ts';
import { dayAndTime } from '../../moments.ts';
import { isNonZero, money } from '../html/numbers.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { paragraph, type Strip } from './strip.ts';

/** Division VIII: what the tax authority has to say, alerts included (cStat 120). */
export function fiscalMessages({ infNFe, isHomologation, protocol }: ConsumerNote): Strip[] {
  const sentence = 'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL';
  return [
    ...paragraph(isHomologation ? sentence : '', { align: 'center', weight: 'bold' }),
    ...paragraph(textOf(infNFe, 'infAdic', 'infAdFisco')),
    ...(protocol?.messages ?? []).flatMap((message) => paragraph(message)),
  ];
}

/** Division IX: what the seller has to say, and the taxes that the law wants shown (Lei 12.741/2012), unless its words say it. */
export function sellerMessages({ infNFe }: ConsumerNote): Strip[] {
  const taxes = textOf(infNFe, 'total', 'ICMSTot', 'vTotTrib');
  const words = textOf(infNFe, 'infAdic', 'infCpl');
  const isTold = words?.includes('12.741');
  const shown =
    isNonZero(taxes) && !isTold ? `Tributos totais incidentes (Lei Federal 12.741/2012): R$ ${money(taxes)}` : '';
  return [...paragraph(words), ...paragraph(shown)];
}

/** Says that the authority does not have the note yet: in two lines, at the places of the manual, below divisions I and VII. */
export function pending({ protocol }: ConsumerNote): Strip[] {
  if (protocol) return [];
  const center = { align: 'center' } as const;
  return [
    ...paragraph('EMITIDA EM CONTINGÊNCIA', { ...center, weight: 'bold' }),
    ...paragraph('Pendente de autorização', center),
  ];
}

/** Says that the note is cancelled; printed at both ends of the coupon, because people tear off the middle. */
export function cancellation(cancelled: DanfeOptions['cancelled']): Strip[] {
  if (!cancelled) return [];
  const bold = { align: 'center', weight: 'bold' } as const;
  return [
    ...paragraph('NFC-e CANCELADA', bold),
    ...paragraph(`Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`, bold),
  ];
}
