import { accessKeyMask } from '../html/masks.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { paragraph, type Strip } from './strip.ts';

/** Division IV: where the consumer looks the note up, and by what. */
export function accessKeyStrips({ accessKey, keyPage }: ConsumerNote): Strip[] {
  return [
    ...paragraph('Consulte pela Chave de Acesso em', { align: 'center', weight: 'bold' }),
    ...paragraph(keyPage, { align: 'center' }),
    ...paragraph(accessKeyMask(accessKey), { align: 'center' }),
  ];
}
