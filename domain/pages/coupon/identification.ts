import { textOf } from '../../xml/reader.ts';
import { accessKeyMask, numberMask, seriesMask } from '../../masks.ts';
import { dayAndTime } from '../../moments.ts';
import type { ConsumerNote } from './consumer-note.ts';
import type { CopyWords } from './copies.ts';
import { paragraph, type Strip } from './strip.ts';

/** Division VII: which note this is, and the protocol that authorized it; before, which copy this is. */
export function identification({ infNFe, protocol }: ConsumerNote, words: CopyWords | null): Strip[] {
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const issued = dayAndTime(textOf(infNFe, 'ide', 'dhEmi'));
  const center = { align: 'center' } as const;
  const bold = { ...center, weight: 'bold' } as const;
  const name = `NFC-e nº ${number} Série ${series}`;
  if (!protocol) return [...paragraph(name, bold), ...paragraph(words ? `${issued} - ${words}` : issued, bold)];
  return [
    ...paragraph(`${name} ${issued}`, bold),
    ...paragraph(`Protocolo de autorização: ${protocol.number}`, center),
    ...paragraph(`Data de autorização: ${dayAndTime(protocol.at)}`, center),
  ];
}

/** Division IV: where the consumer looks the note up, and the key to do it with. */
export function accessKeyStrips({ accessKey, keyPage }: ConsumerNote): Strip[] {
  return [
    ...paragraph('Consulte pela Chave de Acesso em', { align: 'center', weight: 'bold' }),
    ...paragraph(keyPage, { align: 'center' }),
    ...paragraph(accessKeyMask(accessKey), { align: 'center' }),
  ];
}
