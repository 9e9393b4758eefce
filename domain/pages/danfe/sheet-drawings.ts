import type { AuthorizedNote, EpecRegistration } from './authorized-note.ts';
import { additionalData, additionalFrame, additionalLines, usualInfoLines } from './blocks/additional-data.ts';
import { additionalText, type Cancellation } from './blocks/additional-text.ts';
import { billing } from './blocks/billing.ts';
import { ibsCbsTotals } from './blocks/ibs-cbs-totals.ts';
import { type Folio, identification } from './blocks/identification.ts';
import { issqn } from './blocks/issqn.ts';
import { pickupAndDelivery } from './blocks/pickup-and-delivery.ts';
import { recipient } from './blocks/recipient.ts';
import { sideStub } from './blocks/side-stub.ts';
import { stub } from './blocks/stub.ts';
import { taxTotals } from './blocks/tax-totals.ts';
import { transport } from './blocks/transport.ts';
import { type Block, type Drawing, merged, stack } from '../html/block.ts';
import { paginate } from './drawing/pagination.ts';
import { itemBlock, itemFrame } from './items/item-block.ts';
import { itemTable } from './items/item-table.ts';
import type { Orientation, Sheet } from './sheet.ts';

const anyFolio = { page: 1, pages: 1 };

/** One drawing a sheet: all blocks on the first; on the others the identification, and what is left of items and additional data. */
export function sheetDrawings(note: AuthorizedNote, sheet: Sheet, { cancelled, logo }: DanfeOptions): Drawing[] {
  const printCm = sheet.bottomCm - sheet.topCm;
  const headOf = (folio: Folio) => identification(note, sheet, { folio, logo });
  const table = itemTable(note, sheet);
  const info = additionalLines(sheet, additionalText(note, cancelled));
  const services = issqn(note, sheet);
  const rowLines = table.rows.map(({ lineCount }) => lineCount);
  const plans = paginate(rowLines, info.length, {
    firstCm: printCm - firstHead(note, sheet, headOf(anyFolio)).heightCm - services.heightCm,
    nextCm: printCm - headOf(anyFolio).heightCm,
    items: itemFrame(sheet),
    info: additionalFrame(sheet),
    reservedInfoLines: usualInfoLines,
  });

  return plans.map(({ items, infoFrom, infoTo }, index) => {
    const isFirst = index === 0;
    const repeated = headOf({ page: index + 1, pages: plans.length });
    const head = isFirst ? firstHead(note, sheet, repeated) : repeated;
    const infoLines = info.slice(infoFrom, infoTo);
    const additional = isFirst || infoLines.length > 0 ? [additionalData(sheet, infoLines, note.protocol.message)] : [];
    const foot = stack([...(isFirst ? [services] : []), ...additional]);
    const itemsCm = printCm - head.heightCm - foot.heightCm;
    const body = isFirst || items.length > 0 ? [itemBlock(sheet, table, items, itemsCm)] : [];
    const drawing = stack([head, ...body, foot]).draw(sheet.topCm);
    return isFirst && sheet.orientation === 'LANDSCAPE' ? merged([sideStub(note, sheet), drawing]) : drawing;
  });
}

function firstHead(note: AuthorizedNote, sheet: Sheet, repeated: Block): Block {
  return stack([
    ...(sheet.orientation === 'PORTRAIT' ? [stub(note, sheet)] : []),
    repeated,
    recipient(note, sheet),
    pickupAndDelivery(note, sheet),
    billing(note, sheet),
    taxTotals(note, sheet),
    ibsCbsTotals(note, sheet),
    transport(note, sheet),
  ]);
}

/** `orientation` is the issuer's (tpImp) when absent; `logo` a `data:` URL of an image; `epec` makes a signed note of tpEmis 4 printable. */
export type DanfeOptions = {
  cancelled?: Cancellation;
  orientation?: Orientation;
  logo?: string;
  epec?: EpecRegistration;
};
