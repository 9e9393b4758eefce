import type { DanfeOptions } from '../danfe/danfe.ts';
import { type Drawing, merged, sheetPage, stack } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { cutLines } from '../html/text.ts';
import { contentPt, family, form, innerWidthCm } from './form.ts';
import { heading, identification } from './identification.ts';
import { intermediary, provider, recipient, taker } from './parties.ts';
import { readServiceNote, type ServiceNote } from './service-note.ts';
import { additionalInformation, approximateTaxLines, descriptionLines, informationLines, service } from './service.ts';
import { stylesheet } from './stylesheet.ts';
import { federalTaxes, ibsCbs, issqn, totals } from './taxes.ts';

/**
 * The DANFSe v2.0 of an NFS-e as one HTML document of one A4 sheet (NT SE/CGNFS-e 008 v1.02 of 14/07/2026). Everything printed is in the XML, except
 * names of municipalities of parties, and events after the note. Text that is too long ends in an ellipsis.
 *
 * @throws XmlRefused
 * @throws TypeError where the source is not an NFS-e
 */
export function danfseHtml(xml: string | Uint8Array, { cancelled }: DanfeOptions = {}): string {
  const note = readServiceNote(xml);
  const { paper } = form;
  return sheetPage(
    `DANFSe ${note.accessKey}`,
    { paper, stylesheet },
    [drawingOf(note, cancelled)],
    watermark(cancelled),
  );
}

/** The blocks, one under the other; description and additional information get the room that the others leave. */
function drawingOf(note: ServiceNote, cancelled: DanfeOptions['cancelled']): Drawing {
  const taxes = approximateTaxLines(note);
  const parties = stack([
    identification(note, cancelled),
    provider(note),
    taker(note),
    recipient(note),
    intermediary(note),
  ]);
  const amounts = stack([issqn(note), federalTaxes(note), ibsCbs(note), totals(note)]);
  const all = ({ description, information }: LongTexts) =>
    stack([parties, service(note, description), amounts, additionalInformation(information, taxes)]);
  const freeCm =
    form.frame.bottomCm - form.gapCm - form.headBottomCm - all({ description: [], information: [] }).heightCm;
  const texts = shared(Math.floor(freeCm / form.lineCm), {
    description: descriptionLines(note),
    information: informationLines(note),
  });
  return merged([heading(note), all(texts).draw(form.headBottomCm)]);
}

type LongTexts = { description: readonly string[]; information: readonly string[] };

/** Both texts as a whole where there is room; else each gets half of it, or more where the other needs less. */
function shared(room: number, { description, information }: LongTexts): LongTexts {
  const half = Math.floor(room / 2);
  const descriptionRoom = Math.max(half, room - information.length);
  const informationRoom = room - Math.min(descriptionRoom, description.length);
  return { description: cut(description, descriptionRoom), information: cut(information, informationRoom) };
}

function cut(lines: readonly string[], maxLines: number): string[] {
  return cutLines(lines, maxLines, { widthCm: innerWidthCm(0, 4), sizePt: contentPt, family });
}

/** One word across the page, behind the text (2.5.1, 2.5.2). */
function watermark(cancelled: DanfeOptions['cancelled']): Markup[] {
  if (!cancelled) return [];
  return [html`<div class="watermark">${cancelled.isReplaced ? 'SUBSTITUÍDA' : 'CANCELADA'}</div>`];
}
