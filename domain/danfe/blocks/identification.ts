import { child, textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { barcode } from '../barcode.ts';
import { type Block, type Drawing, merged, stack } from '../block.ts';
import { drawFields, fieldRow } from '../field-row.ts';
import { accessKeyMask, taxIdMask } from '../masks.ts';
import { dayAndTime } from '../moments.ts';
import { rectangle } from '../path.ts';
import { taxIdOf } from '../place.ts';
import { sheet } from '../sheet.ts';
import { textBox } from '../text-box.ts';
import { documentBox } from './document-box.ts';
import { emitterBox } from './emitter-box.ts';

/** Which sheet of how many. */
export type Folio = { page: number; pages: number };

const heightCm = 3.92;
const barcodeCm = 1.48;
const keyCm = 0.85;
const documentBoxCm = 2.54;
const authenticityWords = [
  'Consulta de autenticidade no portal nacional da NF-e',
  'www.nfe.fazenda.gov.br/portal ou no site da Sefaz Autorizadora',
];

/** The block that every sheet repeats: emitter, DANFE box, bars and key, protocol, nature of the operation and registrations. */
export function identification(note: AuthorizedNote, folio: Folio, logo?: string): Block {
  const emit = (tag: string) => textOf(note.infNFe, 'emit', tag);
  const protocol = `${note.protocol.number} - ${dayAndTime(note.protocol.at)}`;
  return stack([
    { heightCm, draw: (topCm) => drawHead(note, { folio, topCm, logo }) },
    fieldRow([
      { label: 'NATUREZA DA OPERAÇÃO', text: textOf(note.infNFe, 'ide', 'natOp') },
      { label: 'PROTOCOLO DE AUTORIZAÇÃO DE USO', text: protocol, widthCm: 8.03, align: 'center', bold: true },
    ]),
    fieldRow([
      { label: 'INSCRIÇÃO ESTADUAL', text: emit('IE'), align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', text: emit('IEST'), align: 'center' },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(child(note.infNFe, 'emit'))), align: 'center' },
    ]),
  ]);
}

type HeadPlace = { folio: Folio; topCm: number; logo: string | undefined };

function drawHead(note: AuthorizedNote, { folio, topCm, logo }: HeadPlace): Drawing {
  const { emitterCm, barsCm } = widthsFor(note.accessKey);
  const documentLeft = sheet.leftCm + emitterCm;
  const left = documentLeft + documentBoxCm;
  const width = sheet.printWidthCm - emitterCm - documentBoxCm;
  const bars = { leftCm: left + (width - barsCm) / 2, topCm: topCm + 0.19, widthCm: barsCm, heightCm: 1.1 };
  const words = { leftCm: left, topCm: topCm + barcodeCm + keyCm + 0.4, widthCm: width };
  const key = { label: 'CHAVE DE ACESSO', text: accessKeyMask(note.accessKey), align: 'center' as const, bold: true };
  return merged([
    emitterBox(note, { leftCm: sheet.leftCm, topCm, widthCm: emitterCm, heightCm, logo }),
    documentBox(note, { folio, leftCm: documentLeft, topCm, widthCm: documentBoxCm, heightCm }),
    drawFields([key], left, topCm + barcodeCm, width),
    {
      content: [barcode(note.accessKey, bars), textBox('words', words, authenticityWords)],
      rules: rectangle(left, topCm, width, heightCm),
      hairlines: '',
    },
  ]);
}

/** Bars of digits alone need 6 cm; those of a key with letters 11.5 cm on any printer (NT Conjunta 2025.001). */
function widthsFor(accessKey: string): { emitterCm: number; barsCm: number } {
  return /[A-Z]/.test(accessKey) ? { emitterCm: 5.33, barsCm: 11.6 } : { emitterCm: 10, barsCm: 7.3 };
}
