import type { DanfeOptions } from '../danfe/danfe.ts';
import { dayAndTime } from '../html/moments.ts';
import { paragraph, type Strip } from './strip.ts';

/** That the note is worth nothing any more; said at both ends of the coupon, because people tear off the middle. */
export function cancellation(cancelled: DanfeOptions['cancelled']): Strip[] {
  if (!cancelled) return [];
  const bold = { align: 'center', weight: 'bold' } as const;
  return [
    ...paragraph('NFC-e CANCELADA', bold),
    ...paragraph(`Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`, bold),
  ];
}
