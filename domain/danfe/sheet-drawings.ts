import type { AuthorizedNote } from './authorized-note.ts';
import { type Block, type Drawing, stack } from './block.ts';
import { additionalData, additionalFrame, additionalLines, usualInfoLines } from './blocks/additional-data.ts';
import { additionalText } from './blocks/additional-text.ts';
import { billing } from './blocks/billing.ts';
import { ibsCbsTotals } from './blocks/ibs-cbs-totals.ts';
import { type Folio, identification } from './blocks/identification.ts';
import { issqn } from './blocks/issqn.ts';
import { pickupAndDelivery } from './blocks/pickup-and-delivery.ts';
import { receiptStub } from './blocks/receipt-stub.ts';
import { recipient } from './blocks/recipient.ts';
import { taxTotals } from './blocks/tax-totals.ts';
import { transport } from './blocks/transport.ts';
import type { DanfeOptions } from './danfe.ts';
import { itemBlock, itemFrame } from './items/item-block.ts';
import { itemTable } from './items/item-table.ts';
import { paginate } from './pagination.ts';
import { sheet } from './sheet.ts';

const printCm = sheet.bottomCm - sheet.topCm;
const anyFolio = { page: 1, pages: 1 };

/** One drawing a sheet: all blocks on the first; on the others the identification, and what is left of items and additional data. */
export function sheetDrawings(note: AuthorizedNote, { cancelled, logo }: DanfeOptions): Drawing[] {
  const table = itemTable(note);
  const info = additionalLines(additionalText(note, cancelled));
  const services = issqn(note);
  const rowLines = table.rows.map(({ lineCount }) => lineCount);
  const plans = paginate(rowLines, info.length, {
    firstCm: printCm - firstHead(note, anyFolio, logo).heightCm - services.heightCm,
    nextCm: printCm - identification(note, anyFolio, logo).heightCm,
    items: itemFrame,
    info: additionalFrame,
    reservedInfoLines: usualInfoLines,
  });

  return plans.map(({ items, infoFrom, infoTo }, index) => {
    const isFirst = index === 0;
    const folio = { page: index + 1, pages: plans.length };
    const head = isFirst ? firstHead(note, folio, logo) : identification(note, folio, logo);
    const infoLines = info.slice(infoFrom, infoTo);
    const additional = isFirst || infoLines.length > 0 ? [additionalData(infoLines, note.protocol.message)] : [];
    const foot = stack([...(isFirst ? [services] : []), ...additional]);
    const itemsCm = printCm - head.heightCm - foot.heightCm;
    const body = isFirst || items.length > 0 ? [itemBlock(table, items, itemsCm)] : [];
    return stack([head, ...body, foot]).draw(sheet.topCm);
  });
}

function firstHead(note: AuthorizedNote, folio: Folio, logo: string | undefined): Block {
  return stack([
    receiptStub(note),
    identification(note, folio, logo),
    recipient(note),
    pickupAndDelivery(note),
    billing(note),
    taxTotals(note),
    ibsCbsTotals(note),
    transport(note),
  ]);
}
