import { accessKeyMask, numberMask, seriesMask, taxIdMask } from '../../../masks.ts';
import { child, textOf } from '../../../xml/reader.ts';
import { barcode } from '../../html/barcodes.ts';
import { type Block, type Drawing, merged, rectangle, stack } from '../../html/drawing.ts';
import { partyTaxId } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { firstVariableField, secondBarcode, secondVariableField } from '../contingency.ts';
import { drawFields, type DanfeField, fieldRow, textBox, titled } from '../fields.ts';
import type { Sheet } from '../sheet.ts';
import { type BoxPlace, emitterBox } from './emitter-box.ts';

/** Number of a sheet, and of all sheets. */
export type SheetNumber = { page: number; pages: number };

export type HeadOptions = { folio: SheetNumber; logo: string | undefined };

const barsMarginCm = 0.15;

/** The block that every sheet repeats: emitter, DANFE box, bars and key, protocol, nature of the operation and registrations. */
export function identification(note: AuthorizedNote, sheet: Sheet, options: HeadOptions): Block {
  const rows = registrationRows(note, sheet);
  return stack([
    { heightCm: sheet.head.heightCm, draw: (topCm) => drawHead(note, sheet, { ...options, topCm }) },
    ...(sheet.orientation === 'PORTRAIT' ? rows : [titled(sheet, 'DADOS DA NF-e', rows)]),
  ]);
}

function registrationRows(note: AuthorizedNote, sheet: Sheet): Block[] {
  const { protocolCm } = sheet.head;
  const emit = (tag: string) => textOf(note.infNFe, 'emit', tag);
  return [
    fieldRow(sheet, [
      { label: 'NATUREZA DA OPERAÇÃO', text: textOf(note.infNFe, 'ide', 'natOp') },
      { ...secondVariableField(note), widthsCm: [protocolCm, protocolCm] },
    ]),
    fieldRow(sheet, [
      { label: 'INSCRIÇÃO ESTADUAL', text: emit('IE'), align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', text: emit('IEST'), align: 'center' },
      { label: 'CNPJ / CPF', text: taxIdMask(partyTaxId(child(note.infNFe, 'emit'))), align: 'center' },
    ]),
  ];
}

function drawHead(
  note: AuthorizedNote,
  sheet: Sheet,
  { folio, logo, topCm }: HeadOptions & { topCm: number },
): Drawing {
  const { leftCm, heightCm, documentCm, barcodeCm } = sheet.head;
  const { emitterCm, barsCm } = widthsFor(note, sheet);
  const documentLeft = leftCm + emitterCm;
  const left = documentLeft + documentCm;
  const width = sheet.leftCm + sheet.printWidthCm - left;
  const bars = { leftCm: left + (width - barsCm) / 2, topCm: topCm + barsMarginCm, widthCm: barsCm };
  const aboveCm = barcodeCm + sheet.fieldCm;
  const room = { leftCm: left, topCm: topCm + aboveCm, widthCm: width, heightCm: heightCm - aboveCm, barsCm };
  const key: DanfeField = {
    label: 'CHAVE DE ACESSO',
    text: accessKeyMask(note.accessKey),
    align: 'center',
    bold: true,
  };
  return merged([
    emitterBox(note, { leftCm, topCm, widthCm: emitterCm, heightCm, logo }),
    documentBox(note, { folio, leftCm: documentLeft, topCm, widthCm: documentCm, heightCm }),
    drawFields(sheet, [key], { leftCm: left, topCm: topCm + barcodeCm, widthCm: width }),
    {
      content: [
        barcode(note.accessKey, { ...bars, heightCm: barcodeCm - 2 * barsMarginCm }),
        firstVariableField(note, room),
      ],
      rules: rectangle(left, topCm, width, heightCm),
      hairlines: '',
    },
  ]);
}

/** Widths of emitter box and bars. Bars of digits alone need 6 cm; those of a key with letters need 11.5 cm on any printer (NT Conjunta 2025.001). */
function widthsFor({ accessKey, infNFe }: AuthorizedNote, { head }: Sheet): { emitterCm: number; barsCm: number } {
  return /[A-Z]/.test(accessKey + (secondBarcode(infNFe) ?? ''))
    ? { emitterCm: head.narrowEmitterCm, barsCm: 11.6 }
    : { emitterCm: head.emitterCm, barsCm: 7.3 };
}

const directionCm = 0.5;
const meaning = ['Documento Auxiliar', 'da Nota Fiscal', 'Eletrônica'];
const shortMeaning = ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'];

/** Distances of the parts from the upper edge of the DANFE box, in centimetres: in the high, narrow box of portrait, and in the low one. */
const high = { danfe: 0.08, meaning: 0.62, directions: 1.62, number: 2.5 };
const low = { danfe: 0, meaning: 0.5, directions: 1.14, number: 1.84 };
const highBoxCm = 3.8;

/** The box that identifies the paper: DANFE, in or out, number, series and sheet. */
function documentBox({ infNFe }: AuthorizedNote, place: BoxPlace & { folio: SheetNumber }): Drawing {
  const { leftCm, topCm, widthCm, heightCm, folio } = place;
  const isHigh = heightCm >= highBoxCm;
  const from = isHigh ? high : low;
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const directionsTop = topCm + from.directions;
  const directionLeft = leftCm + widthCm - directionCm - 0.06;
  const below = (offsetCm: number) => ({ leftCm, topCm: topCm + offsetCm, widthCm });
  return {
    content: [
      textBox('danfe', below(from.danfe), ['DANFE']),
      textBox('meaning', below(from.meaning), isHigh ? meaning : shortMeaning),
      textBox('directions', { leftCm: leftCm + 0.08, topCm: directionsTop }, ['0 - ENTRADA', '1 - SAÍDA']),
      textBox('number', { leftCm: directionLeft, topCm: directionsTop + 0.06, widthCm: directionCm }, [
        textOf(infNFe, 'ide', 'tpNF') ?? '',
      ]),
      textBox('number', below(from.number), [`Nº ${number}`, `SÉRIE ${series}`, `FOLHA ${folio.page}/${folio.pages}`]),
    ],
    rules: rectangle(leftCm, topCm, widthCm, heightCm) + rectangle(directionLeft, directionsTop, directionCm, 0.55),
    hairlines: '',
  };
}
