import { PrintingFailed } from '../../adapters/rendering/printer.ts';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import type { DocumentFacts } from '../../domain/closings/facts.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { DrawSheet } from '../../operations/documents/sheets.ts';

/** A document on its way into a ZIP. */
export type PageDocument = {
  document: Pick<Document, 'id' | 'type' | 'status' | 'accessKey' | 'authorizationDate' | 'issueDateTime'>;
  facts: DocumentFacts;
  /** Null where we do not have the XML that the authority authorized. */
  xml: string | null;
};

/** By document id: its PDF, or the reason in Portuguese why there is none. */
export type SheetPdfs = Map<string, Buffer | string>;

const noXml = 'O XML autorizado deste documento não está guardado.';
const undrawable = 'A folha não pôde ser desenhada a partir do XML autorizado.';
const unprintable = 'O navegador não conseguiu imprimir a folha deste documento.';

/**
 * Draws the PDFs of a page of documents together. A document that cannot be drawn or printed gets the reason in place of its PDF.
 *
 * @param owner id of the closing; the browser serves owners in turns
 * @throws PrintingFailed where the browser fails to print anything
 */
export async function drawPdfs(
  renderer: Pick<Renderer, 'pdf' | 'pdfs'>,
  { documents, draw }: { documents: readonly PageDocument[]; draw: DrawSheet },
  owner: string,
): Promise<SheetPdfs> {
  const drawn: SheetPdfs = new Map();
  const ids: string[] = [];
  /** Draws each sheet when the renderer asks for it, so that few of them are in memory at once. */
  function* sheets(): Generator<string, void, undefined> {
    for (const one of documents) {
      const html = htmlOf(one, draw, drawn);
      if (html === null) continue;
      ids.push(one.document.id);
      yield html;
    }
  }
  const pdfs = await renderer.pdfs(sheets(), owner).catch((error: unknown) => {
    if (isOfOneDocument(error)) return null;
    throw error;
  });
  if (pdfs) ids.forEach((id, at) => drawn.set(id, pdfs[at] ?? unprintable));
  else await printApart(renderer, documents, { draw, drawn, owner });
  return drawn;
}

function htmlOf({ document, xml }: PageDocument, draw: DrawSheet, drawn: SheetPdfs): string | null {
  if (xml === null) {
    drawn.set(document.id, noXml);
    return null;
  }
  try {
    return draw(document, xml);
  } catch {
    drawn.set(document.id, undrawable);
    return null;
  }
}

/** Prints the documents one by one, after one of them made the printing of all fail. */
async function printApart(
  renderer: Pick<Renderer, 'pdf'>,
  documents: readonly PageDocument[],
  { draw, drawn, owner }: { draw: DrawSheet; drawn: SheetPdfs; owner: string },
): Promise<void> {
  for (const one of documents) {
    const html = htmlOf(one, draw, drawn);
    if (html === null) continue;
    const { id } = one.document;
    try {
      drawn.set(id, await renderer.pdf(html, owner));
    } catch (error) {
      if (!isOfOneDocument(error)) throw error;
      await renderer.pdf(plain, owner); // A browser that does not even print a plain page is broken itself
      drawn.set(id, unprintable);
    }
  }
}

const plain = '<p>Lavra</p>';

function isOfOneDocument(error: unknown): boolean {
  return error instanceof PrintingFailed && (error.reason === 'timeout' || error.reason === 'broken');
}
