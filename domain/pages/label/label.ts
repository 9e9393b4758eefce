import { accessKeyMask, numberMask, postalCodeMask, seriesMask, taxIdMask } from '../../masks.ts';
import { day } from '../../moments.ts';
import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { type AuthorizedNote, readAuthorizedNote } from '../danfe/authorized-note.ts';
import { contingencyTexts, secondVariableField } from '../danfe/contingency.ts';
import { type DanfeOptions, type DanfeSource, watermark } from '../danfe/danfe.ts';
import { type DanfeField, fieldRow, smallPt, textBox, titled } from '../danfe/fields.ts';
import { type Sheet, sheets } from '../danfe/sheet.ts';
import { stylesheet } from '../danfe/stylesheet.ts';
import { barcode, barcodeDown, code128Modules } from '../html/barcodes.ts';
import { type Block, type Drawing, merged, rectangle, sheetPage, stack } from '../html/drawing.ts';
import { css } from '../html/markup.ts';
import { wrapText } from '../html/text.ts';
import { brazilianMoney, partyTaxId, street } from '../html/values.ts';

/** A sticker of 100 × 150 mm, as printers of labels take it; the norm asks for 55 mm at least. */
const sticker: Sheet = {
  ...sheets.PORTRAIT,
  widthCm: 10,
  heightCm: 15,
  leftCm: 0.4,
  printWidthCm: 9.2,
  topCm: 0.4,
  bottomCm: 14.6,
};

export type LabelOptions = Pick<DanfeOptions, 'cancelled' | 'epec'>;

/**
 * The "DANFE Simplificado – Etiqueta" of an NF-e to a final consumer, as one HTML document of one sticker, which travels on the parcel (NT 2020.004
 * v1.10; Ajuste SINIEF 7/2005, clause 9 § 5º-A; MOC 7.0 Anexo II 3.12): the fields that the note must show there, and the parcel's address. The bars
 * are in the upper right corner; those of a key with letters are longer than the sticker is wide, and go down its right edge.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is neither an nfeProc nor a signed note that an EPEC announced
 */
export function labelHtml(source: DanfeSource, { cancelled, epec }: LabelOptions = {}): string {
  const note = readAuthorizedNote(source, epec);
  const side = sideBars(note, sticker);
  const sheet = side ? { ...sticker, printWidthCm: sticker.printWidthCm - side.widthCm } : sticker;
  const drawing = stack([
    head(note, sheet, { hasBars: !side }),
    ...identification(note, sheet),
    emitter(note, sheet),
    recipient(note, sheet),
    delivery(note, sheet),
    fieldRow(sheet, [total(note)]),
    remarks(note, sheet),
  ]).draw(sheet.topCm);
  return sheetPage(
    `DANFE Simplificado - Etiqueta ${note.accessKey}`,
    { paper: sticker, stylesheet: css`${stylesheet(sticker).text} ${emphasis}` },
    [side ? merged([side.drawing, drawing]) : drawing],
    watermark(note, cancelled),
  );
}

/** The paper's name and the titles of fields are bold (MOC 7.0 Anexo II 3.12), and the words across it as large as the sticker allows. */
const emphasis = `
    .label {
      font-weight: bold;
    }
    .words {
      font-weight: bold;
    }
    .label span:not(.bold) {
      font-weight: normal;
    }
    .watermark {
      font-size: 9pt;
      line-height: 16pt;
    }
    .watermark strong {
      font-size: 24pt;
      line-height: 28pt;
    }`;

/** A field of the same width in both orientations: a sticker has only one. */
const wide = (widthCm: number): Pick<DanfeField, 'widthsCm'> => ({ widthsCm: [widthCm, widthCm] });

const directions: Record<string, string> = { '0': '0 - ENTRADA', '1': '1 - SAÍDA' };

function identification(note: AuthorizedNote, sheet: Sheet): Block[] {
  const of = (tag: string) => textOf(note.infNFe, 'ide', tag);
  return [
    fieldRow(sheet, [{ label: 'CHAVE DE ACESSO', text: accessKeyMask(note.accessKey), align: 'center', bold: true }]),
    fieldRow(sheet, [secondVariableField(note)]),
    fieldRow(sheet, [
      { label: 'OPERAÇÃO', text: directions[of('tpNF') ?? ''], align: 'center' },
      { label: 'NÚMERO', text: numberMask(of('nNF')), align: 'center', bold: true },
      { label: 'SÉRIE', text: seriesMask(of('serie')), align: 'center', ...wide(1.2) },
      { label: 'EMISSÃO', text: day(of('dhEmi')), align: 'center' },
    ]),
  ];
}

function emitter({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  return titled(sheet, 'EMITENTE', partyRows(sheet, child(infNFe, 'emit'), 'enderEmit'));
}

function recipient({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const dest = child(infNFe, 'dest');
  return titled(sheet, 'DESTINATÁRIO', [
    ...partyRows(sheet, dest, 'enderDest'),
    ...addressRows(sheet, dest && child(dest, 'enderDest')),
  ]);
}

/** The address of delivery, if it is not the recipient's (group G). */
function delivery({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const place = child(infNFe, 'entrega');
  const name = place && textOf(place, 'xNome');
  return titled(sheet, 'LOCAL DE ENTREGA', [
    ...(name ? [fieldRow(sheet, [{ label: 'NOME / RAZÃO SOCIAL', text: name }])] : []),
    ...addressRows(sheet, place),
  ]);
}

function partyRows(sheet: Sheet, party: XmlElement | undefined, address: string): Block[] {
  const of = (...path: string[]) => party && textOf(party, ...path);
  return [
    fieldRow(sheet, [{ label: 'NOME / RAZÃO SOCIAL', text: of('xNome') }]),
    fieldRow(sheet, [
      { label: 'CNPJ / CPF', text: taxIdMask(partyTaxId(party)), align: 'center', bold: true },
      { label: 'INSCRIÇÃO ESTADUAL', text: of('IE'), align: 'center', ...wide(3) },
      { label: 'UF', text: of(address, 'UF'), align: 'center', ...wide(0.9) },
    ]),
  ];
}

function addressRows(sheet: Sheet, address: XmlElement | undefined): Block[] {
  if (!address) return [];
  return [
    fieldRow(sheet, [{ label: 'ENDEREÇO', text: street(address) }]),
    fieldRow(sheet, [
      { label: 'BAIRRO', text: textOf(address, 'xBairro') },
      { label: 'MUNICÍPIO', text: [textOf(address, 'xMun'), textOf(address, 'UF')].filter(Boolean).join(' / ') },
      { label: 'CEP', text: postalCodeMask(textOf(address, 'CEP')), align: 'center', ...wide(1.9) },
    ]),
  ];
}

function total({ infNFe }: AuthorizedNote): DanfeField {
  const text = `R$ ${brazilianMoney(textOf(infNFe, 'total', 'ICMSTot', 'vNF'))}`;
  return { label: 'VALOR TOTAL DA NOTA', text, align: 'right', bold: true };
}

const lineCm = 0.26;

/** Since when and why a note was issued in contingency. */
function remarks(note: AuthorizedNote, sheet: Sheet): Block {
  const lines = contingencyTexts(note).flatMap((text) => wrapText(text, sheet.printWidthCm, { sizePt: smallPt }));
  const heightCm = lines.length * lineCm + 0.2;
  if (lines.length === 0) return stack([]);
  return {
    heightCm,
    draw: (topCm) => ({
      content: [textBox('lines', { leftCm: sheet.leftCm + 0.1, topCm: topCm + 0.1 }, lines)],
      rules: rectangle(sheet.leftCm, topCm, sheet.printWidthCm, heightCm),
      hairlines: '',
    }),
  };
}

/** Width of a module: two dots of a printer of labels (203 dpi). Bars of other widths come out uneven there. */
const moduleCm = 0.025;
const quietCm = 10 * moduleCm;
/** Height of the bars; the least is 0.8 (MOC 7.0 Anexo II, 2). */
const barsCm = 1.1;
const marginCm = 0.15;
/** Length of the bars of a key with letters, for any printer (NT Conjunta 2025.001). */
const withLettersCm = 11.6;

const nameLineCm = 0.36;
const name = ['DANFE', 'Simplificado', '– Etiqueta'];

/** The paper's name, and the bars in the upper right corner unless they go down the edge. */
export function head({ accessKey }: AuthorizedNote, sheet: Sheet, { hasBars }: { hasBars: boolean }): Block {
  const { leftCm, printWidthCm } = sheet;
  const heightCm = hasBars ? barsCm + 2 * marginCm : nameLineCm + 2 * marginCm;
  const codeCm = code128Modules(accessKey) * moduleCm;
  const boxCm = hasBars ? codeCm + 2 * quietCm : 0;
  const nameCm = printWidthCm - boxCm;
  return {
    heightCm,
    draw(topCm) {
      const bars = { leftCm: leftCm + nameCm + quietCm, topCm: topCm + marginCm, widthCm: codeCm, heightCm: barsCm };
      return {
        content: [
          textBox('words', { leftCm, topCm: topCm + marginCm, widthCm: nameCm }, hasBars ? name : [name.join(' ')]),
          ...(hasBars ? [barcode(accessKey, bars)] : []),
        ],
        rules:
          rectangle(leftCm, topCm, nameCm, heightCm) +
          (hasBars ? rectangle(leftCm + nameCm, topCm, boxCm, heightCm) : ''),
        hairlines: '',
      };
    },
  };
}

/** The bars of a key with letters, down the right edge, and the width that they take; null for a key without letters. */
function sideBars({ accessKey }: AuthorizedNote, sheet: Sheet): { widthCm: number; drawing: Drawing } | null {
  if (!/[A-Z]/.test(accessKey)) return null;
  const widthCm = barsCm + 2 * marginCm;
  const leftCm = sheet.leftCm + sheet.printWidthCm - widthCm;
  const quiet = 10 * (withLettersCm / code128Modules(accessKey));
  const bars = { leftCm: leftCm + marginCm, topCm: sheet.topCm + quiet, widthCm: barsCm, heightCm: withLettersCm };
  const drawing = {
    content: [barcodeDown(accessKey, bars)],
    rules: rectangle(leftCm, sheet.topCm, widthCm, withLettersCm + 2 * quiet),
    hairlines: '',
  };
  return { widthCm, drawing };
}
