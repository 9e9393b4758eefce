import { type AuthorizedNote, readAuthorizedNote } from './authorized-note.ts';
import { type Block, stack } from './block.ts';
import { additionalData, additionalDataCm, additionalLines, usualInfoLines } from './blocks/additional-data.ts';
import { additionalText, type Cancellation } from './blocks/additional-text.ts';
import { billing } from './blocks/billing.ts';
import { ibsCbsTotals } from './blocks/ibs-cbs-totals.ts';
import { type Folio, identification } from './blocks/identification.ts';
import { issqn } from './blocks/issqn.ts';
import { pickupAndDelivery } from './blocks/pickup-and-delivery.ts';
import { receiptStub } from './blocks/receipt-stub.ts';
import { recipient } from './blocks/recipient.ts';
import { taxTotals } from './blocks/tax-totals.ts';
import { transport } from './blocks/transport.ts';
import { itemBlock, itemBlockCm } from './items/item-block.ts';
import { itemTable } from './items/item-table.ts';
import { html, type Markup } from './markup.ts';
import { type PagePlan, paginate } from './pagination.ts';
import { sheet } from './sheet.ts';
import { stylesheet } from './stylesheet.ts';
import { watermark } from './watermark.ts';

/** The authorized XML as it is stored: `nfeProc` with note and protocol. */
export type DanfeSource = string;

/** `logo` is a `data:` URL of an image. */
export type DanfeOptions = { cancelled?: Cancellation; logo?: string };

const printCm = sheet.bottomCm - sheet.topCm;

/**
 * The DANFE of an authorized NF-e as one HTML document of A4 portrait sheets (MOC 7.0 Anexo II; NT 2026.010). Lines and pages are broken
 * here by the metrics of Tinos, so that every browser that has the font prints the same; without it, Times New Roman is as wide.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not an `nfeProc`, or the logo not a `data:` URL of an image
 */
export function danfeHtml(source: DanfeSource, { cancelled, logo }: DanfeOptions = {}): string {
  if (logo !== undefined && !logo.startsWith('data:image/'))
    throw new TypeError('The logo is not a data: URL of an image');
  const note = readAuthorizedNote(source);
  const table = itemTable(note);
  const info = additionalLines(additionalText(note, cancelled));
  const services = issqn(note);
  const plans = paginate(
    table.rows.map(({ lineCount }) => lineCount),
    info.length,
    {
      firstCm: printCm - firstHead(note, { page: 1, pages: 1 }, logo).heightCm - services.heightCm,
      nextCm: printCm - identification(note, { page: 1, pages: 1 }, logo).heightCm,
      itemsCm: itemBlockCm,
      infoCm: additionalDataCm,
      reservedInfoLines: usualInfoLines,
      lineCm: sheet.lineCm,
    },
  );

  const bodies = plans.map((plan, index): Block => {
    const folio = { page: index + 1, pages: plans.length };
    const isFirst = index === 0;
    const head = isFirst ? firstHead(note, folio, logo) : identification(note, folio, logo);
    const foot = footOf(plan, isFirst ? services : undefined);
    const itemsCm = printCm - head.heightCm - foot.heightCm;
    const items = isFirst || plan.items.length > 0 ? [itemBlock(table, plan.items, itemsCm)] : [];
    return stack([head, ...items, foot]);
  });
  return document(
    note,
    bodies.map((body) => pageOf(body, watermark(note, cancelled))),
  );

  function footOf({ infoFrom, infoTo }: PagePlan, first: Block | undefined): Block {
    const lines = info.slice(infoFrom, infoTo);
    const isNeeded = first !== undefined || lines.length > 0;
    return stack([...(first ? [first] : []), ...(isNeeded ? [additionalData(lines, note.protocol.message)] : [])]);
  }
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

function pageOf(body: Block, behind: readonly Markup[]): Markup {
  const { content, rules, hairlines } = body.draw(sheet.topCm);
  return html`<section>
    ${behind}
    <svg class="rules" viewBox="0 0 ${sheet.widthCm} ${sheet.heightCm}">
      <path class="hairlines" d="${hairlines}" />
      <path d="${rules}" />
    </svg>
    ${content}
  </section>`;
}

function document({ accessKey }: AuthorizedNote, pages: readonly Markup[]): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        />
        <title>DANFE ${accessKey}</title>
        <style>
          ${stylesheet}
        </style>
      </head>
      <body>
        ${pages}
      </body>
    </html>`.text;
}
