import type { LawCalendar } from '../../law-calendar.ts';
import { dayAndTime } from '../../moments.ts';
import { textOf } from '../../xml/reader.ts';
import { type Block, type Drawing, merged, sheetPage, stack } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { type AuthorizedNote, type EpecRegistration, readAuthorizedNote } from './authorized-note.ts';
import {
  additionalData,
  additionalFrame,
  additionalLines,
  additionalText,
  type PrintedCancellation,
  usualInfoLines,
} from './blocks/additional-data.ts';
import { billing } from './blocks/billing.ts';
import { type SheetNumber, identification } from './blocks/identification.ts';
import { pickupAndDelivery, recipient, transport } from './blocks/parties.ts';
import { sideStub } from './blocks/side-stub.ts';
import { stub } from './blocks/stub.ts';
import { ibsCbsTotals, issqn, taxTotals } from './blocks/totals.ts';
import { itemBlock, itemFrame } from './items/item-block.ts';
import { itemTable } from './items/item-table.ts';
import { paginate } from './pagination.ts';
import { type Orientation, type Sheet, sheets } from './sheet.ts';
import { stylesheet } from './stylesheet.ts';

/** The stored XML: `nfeProc` with note and protocol, or the signed `NFe` of a note that an EPEC announced. */
export type DanfeSource = string | Uint8Array;

/**
 * The DANFE of an NF-e that is authorized, or that its EPEC announced, as one HTML document of A4 sheets (MOC 7.0 Anexo II; NT 2026.010). Lines and
 * pages are broken here, by the metrics of Tinos, so that every browser with that font prints the same; Times New Roman has the same metrics.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is neither, or the logo is not a `data:` URL of an image
 */
export function danfeHtml(source: DanfeSource, options: DanfeOptions = {}): string {
  const { cancelled, epec, logo = 'data:image/' } = options;
  if (!logo.startsWith('data:image/')) throw new TypeError('The logo is not a data: URL of an image');
  const note = readAuthorizedNote(source, epec);
  const sheet = sheets[options.orientation ?? orientationOf(note)];
  return sheetPage(
    `DANFE ${note.accessKey}`,
    { paper: sheet, stylesheet: stylesheet(sheet) },
    sheetDrawings(note, sheet, options),
    watermark(note, cancelled),
  );
}

/** The orientation that the issuer chose (tpImp). */
function orientationOf({ infNFe }: AuthorizedNote): Orientation {
  return textOf(infNFe, 'ide', 'tpImp') === '2' ? 'LANDSCAPE' : 'PORTRAIT';
}

/** Words across every sheet, behind the text: that the note has no fiscal value, that it is cancelled, or both. */
export function watermark({ isHomologation }: AuthorizedNote, cancelled?: PrintedCancellation): Markup[] {
  const words: Markup[] = [];
  if (cancelled) {
    const when = cancelled.protocol && `Protocolo ${cancelled.protocol} - ${dayAndTime(cancelled.at)}`;
    words.push(html`<strong>CANCELADA</strong>${when}`);
  }
  if (isHomologation) words.push(html`<strong>SEM VALOR FISCAL</strong>`);
  return words.length > 0 ? [html`<div class="watermark">${words}</div>`] : [];
}

const anyFolio = { page: 1, pages: 1 };

/** One drawing per sheet. The first has all blocks; the others have the identification, and what is left of items and additional data. */
function sheetDrawings(note: AuthorizedNote, sheet: Sheet, options: DanfeOptions): Drawing[] {
  const { cancelled, logo, calendar } = options;
  const printCm = sheet.bottomCm - sheet.topCm;
  const headOf = (folio: SheetNumber) => identification(note, sheet, { folio, logo });
  const table = itemTable(note, sheet);
  const info = additionalLines(sheet, additionalText(note, cancelled));
  const services = issqn(note, sheet);
  const rowLines = table.rows.map(({ lineCount }) => lineCount);
  const plans = paginate(rowLines, info.length, {
    firstCm: printCm - firstHead(note, sheet, { repeated: headOf(anyFolio), calendar }).heightCm - services.heightCm,
    nextCm: printCm - headOf(anyFolio).heightCm,
    items: itemFrame(sheet),
    info: additionalFrame(sheet),
    reservedInfoLines: usualInfoLines,
  });

  return plans.map(({ items, infoFrom, infoTo }, index) => {
    const isFirst = index === 0;
    const repeated = headOf({ page: index + 1, pages: plans.length });
    const head = isFirst ? firstHead(note, sheet, { repeated, calendar }) : repeated;
    const infoLines = info.slice(infoFrom, infoTo);
    const additional = isFirst || infoLines.length > 0 ? [additionalData(sheet, infoLines, note.protocol.message)] : [];
    const foot = stack([...(isFirst ? [services] : []), ...additional]);
    const itemsCm = printCm - head.heightCm - foot.heightCm;
    const body = isFirst || items.length > 0 ? [itemBlock(sheet, table, items, itemsCm)] : [];
    const drawing = stack([head, ...body, foot]).draw(sheet.topCm);
    return isFirst && sheet.orientation === 'LANDSCAPE' ? merged([sideStub(note, sheet), drawing]) : drawing;
  });
}

function firstHead(
  note: AuthorizedNote,
  sheet: Sheet,
  { repeated, calendar }: { repeated: Block; calendar: LawCalendar | undefined },
): Block {
  return stack([
    ...(sheet.orientation === 'PORTRAIT' ? [stub(note, sheet)] : []),
    repeated,
    recipient(note, sheet),
    pickupAndDelivery(note, sheet),
    billing(note, sheet),
    taxTotals(note, sheet),
    ibsCbsTotals(note, sheet, calendar),
    transport(note, sheet),
  ]);
}

/**
 * `orientation`: when absent, the issuer's (tpImp). `logo`: a `data:` URL of an image. `epec`: needed to draw a signed note of tpEmis 4. `calendar`:
 * when absent, the shipped one.
 */
export type DanfeOptions = {
  cancelled?: PrintedCancellation;
  orientation?: Orientation;
  logo?: string;
  epec?: EpecRegistration;
  calendar?: LawCalendar;
};
